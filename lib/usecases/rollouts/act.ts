// What people do with a rollout that is under way: each says why, and which state of it they saw.
import type { EndState } from '#lib/domain/rollouts/steps.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { entityTag } from '../changes/drafts.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import type { Context, EditContext } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { nameOfRollout, type RolloutRef } from './find.ts'
import type { RolloutAnswer } from './represent.ts'
import { keepRollout, type StoredRollout, type Told } from './stored.ts'

export type ActInput = RolloutRef & {
  readonly precondition: Precondition
  readonly options: WriteOptions
}

/** What the same act was answered that was sent before with its key. */
export function recallAct(
  context: Context,
  input: { readonly options: WriteOptions },
): Promise<RolloutAnswer | null> {
  return recallOutcome<RolloutAnswer>(context, input)
}

/** Refuses an action without a reason, on another state than was seen, or on a rollout that is over. */
export function requireActable({ row, rollout }: StoredRollout, input: ActInput): string {
  const reason = requireSeen(row, input)
  if (isOver(rollout)) throw isOverAlready(rollout)
  return reason
}

/** Refuses an action without a reason, or on another state than was seen. */
export function requireSeen(
  { seq }: StoredRollout['row'],
  { precondition, options: { reason } }: ActInput,
): string {
  const tag = entityTag(seq)
  if (precondition !== '*' && !precondition.includes(tag)) {
    const what = 'The rollout went on since you read it. Read it again, and decide again.'
    throw new Refusal('precondition_failed', what, { members: { etag: tag } })
  }
  if (reason !== null) return reason
  throw new Refusal('invalid', 'Say why, in the header Berth-Reason.', { code: 'reason_required' })
}

const ENDS: Readonly<Record<EndState, string>> = {
  completed: 'is completed',
  rolled_back: 'was rolled back',
  aborted: 'was aborted',
  superseded: 'was superseded by another',
}

export function isOverAlready({ id, state }: Rollout): Refusal {
  const how = state === 'running' || state === 'paused' ? 'is over' : ENDS[state]
  return new Refusal('conflict', `Rollout ${id} ${how}.`, { code: 'rollout_over' })
}

/** Keeps what somebody did, and reports it to the audit. */
export async function keepAct(
  context: EditContext,
  stored: StoredRollout,
  after: Rollout,
  told: Omit<Told, 'actor'>,
  change: number | null = null,
): Promise<StoredRollout> {
  const { actor } = context
  const kept = await keepRollout(context, stored, after, { ...told, actor })
  context.audit({
    object: nameOfRollout(after.id),
    before: shown(stored.rollout),
    after: { ...shown(after), reason: told.reason, ...told.facts },
    change,
  })
  return kept
}

function shown({ state, cause, wave }: Rollout) {
  return { state, cause, wave: wave + 1 }
}
