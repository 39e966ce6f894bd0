// What a pipeline or another program says of a wave: the wave waits for the checks that its environment names.
import { countChecks, insertCheck } from '#db/queries/rollout-checks.ts'
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { saidIssues } from '#lib/domain/rollouts/check.ts'
import type { Rollout } from '#lib/domain/rollouts/rollout.ts'
import { isOver } from '#lib/domain/rollouts/steps.ts'
import { checked } from '#lib/domain/text/issue.ts'
import { type CheckInput, checkInput } from '#lib/schemas/rollout.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { remembered } from '../changes/idempotency.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { defineEdit, type EditContext } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { isOverAlready, keepAct, recallAct } from './act.ts'
import { loadRollout, type RolloutRef, rolloutSubject, waveAt } from './find.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import type { StoredRollout } from './stored.ts'

export type PostCheckRequest = RolloutRef & {
  /** As the environment names the check. */
  readonly name: string
  readonly body: unknown
  readonly options: WriteOptions
}
type PostCheckInput = Omit<PostCheckRequest, 'body'> & { readonly said: CheckInput }

/** It may be said again: the newest counts. */
export const postCheckUseCase = defineEdit<
  PostCheckRequest,
  RolloutAnswer,
  PostCheckInput,
  StoredRollout
>({
  name: 'rollouts.check',
  subject: rolloutSubject,
  parse: ({ body, ...request }) => {
    const shape = readShape(checkInput, body)
    return shape.ok ? checked({ ...request, said: shape.value }, saidIssues(shape.value)) : shape
  },
  recall: recallAct,
  load: async (context, input) => {
    const loaded = await loadRollout(context, input)
    return loaded && { ...loaded, resource: { kind: 'check', team: loaded.found.row.team } }
  },
  run: postCheck,
})

async function postCheck(
  context: EditContext,
  { id, name, said, options }: PostCheckInput,
  stored: StoredRollout,
): Promise<RolloutAnswer> {
  const { scope, actor } = context
  const { rollout } = stored
  if (isOver(rollout)) throw isOverAlready(rollout)
  requireAsked(rollout, said.wave, name)
  await requireRoom(context, id)
  const now = await readRolloutInstant(scope, id)
  const kept = await keepAct(context, stored, rollout, {
    now,
    reason: null,
    facts: { name, ...said },
    happened: [{ code: 'check', wave: said.wave }],
    dueAt: rollout.state === 'running' ? now : null,
  })
  await insertCheck(scope, id, { ...said, name, seq: kept.row.seq, at: now, actor })
  return remembered(context, options, await answerOf(context, kept))
}

function requireAsked({ waves }: Rollout, number: number, name: string): void {
  const wave = waveAt(waves, number)
  if (wave.rule.after.checks.includes(name)) return
  const reason = `Wave ${wave.name} waits for no check of that name.`
  throw refusalOf('invalid', [{ path: ['name'], code: 'unknown_check', reason }])
}

/** Of one rollout. Each is an event of it, and people need room for theirs. */
const CHECKS_MAX = 1000

async function requireRoom({ scope }: EditContext, id: number): Promise<void> {
  if ((await countChecks(scope, id)) < CHECKS_MAX) return
  const most = CHECKS_MAX.toLocaleString('en')
  throw new Refusal('conflict', `The rollout has ${most} results of checks, as many as one may.`, {
    code: 'too_many_checks',
  })
}
