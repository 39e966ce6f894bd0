import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { isHeldBack } from '#lib/domain/rollouts/gates-after.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { isOver, resumed } from '#lib/domain/rollouts/steps.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import { recallOutcome, remembered } from '../changes/idempotency.ts'
import { defineEdit } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { type ActInput, isOverAlready, keepAct, requireSeen } from './act.ts'
import { requireEntitled } from './entitlement.ts'
import { readAwaited } from './facts.ts'
import { loadRollout, rolloutSubject } from './find.ts'
import { prepare, requireAllowed, requireConfirmed } from './prepare.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import { requireRoomForEvents } from './room.ts'
import { sourceOfRollout } from './standing.ts'
import { recordPassed, requireDeployer } from './stops.ts'
import type { StoredRollout } from './stored.ts'

export type ResumeOutcome =
  | { readonly kind: 'preview'; readonly preview: RolloutPreviewJson }
  | ({ readonly kind: 'resumed' } & RolloutAnswer)

/** It goes on as planned, with as many clusters as there are now. */
export const resumeRolloutUseCase = defineEdit<ActInput, ResumeOutcome, ActInput, StoredRollout>({
  name: 'rollouts.resume',
  subject: rolloutSubject,
  recall: (context, input) => recallOutcome<ResumeOutcome>(context, input),
  load: loadRollout,
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, input, stored) => {
    const { options } = input
    const { row, rollout } = stored
    const reason = options.dryRun ? '' : requireSeen(row, input)
    const fleet = await context.fleet()
    if (!options.dryRun) requireDeployer(fleet, rollout.environment, context.actor, options)
    if (isOver(rollout)) throw isOverAlready(rollout)
    if (rollout.state !== 'paused') {
      const what = `Rollout ${rollout.id} isn’t paused.`
      throw new Refusal('conflict', what, { code: 'rollout_not_paused' })
    }
    await requireNotHeldBack(context.scope, rollout)
    const from = sourceOfRollout(row)
    const application = fleet.applications.slots[rollout.application]
    // Going back asks for no repository, neither when it starts.
    if (application && rollout.origin === 'person') {
      requireEntitled(context, fleet, application, from.source)
    }
    const now = await readRolloutInstant(context.scope, input.id)
    const goesOn = resumed(rollout, now.getTime(), rollout.confirmed)
    const wanted = { rollout: goesOn, ...from, now, options }
    const prepared = await prepare(context, fleet, wanted)
    const version = versionOf(row)
    if (options.dryRun) return { kind: 'preview', preview: prepared.preview(version) }
    await requireAllowed(prepared, options, version)
    await requireConfirmed(prepared, options, version)
    requireRoomForEvents(stored)
    const after = resumed(rollout, now.getTime(), prepared.rollout.confirmed)
    recordPassed(context, rollout.id, prepared.stops, reason)
    const kept = await keepAct(context, stored, after, { now, reason, dueAt: now })
    const outcome = { kind: 'resumed' as const, ...(await answerOf(context, kept)) }
    return remembered(context, options, outcome)
  },
})

/** It would be paused again at once. */
async function requireNotHeldBack(scope: TenantScope, rollout: Rollout): Promise<void> {
  const awaited = await readAwaited(scope, rollout)
  if (!isHeldBack(rollout, { awaited })) return
  const closed = awaited.filter(({ isClosed }) => isClosed)
  const names = closed.map(({ number, branch }) => `pull request ${number} into ${branch}`)
  const what = `Its wave waits for ${names.join(', ')}, which was closed: open that again first, or roll the rollout back.`
  throw new Refusal('conflict', what, { code: 'pull_request_closed' })
}

function versionOf({
  version,
  versionName,
  commit,
}: StoredRollout['row']): RolloutPreviewJson['version'] {
  return version === null || commit === null ? null : { number: version, name: versionName, commit }
}
