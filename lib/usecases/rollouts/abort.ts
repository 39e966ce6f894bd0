import { readRolloutInstant } from '#db/queries/rollouts.ts'
import { ended } from '#lib/domain/rollouts/steps.ts'
import { defineEdit } from '../define.ts'
import { type ActInput, keepAct, requireActable } from './act.ts'
import { requireDeployer } from './stops.ts'
import { loadRollout, rolloutSubject } from './find.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import type { StoredRollout } from './stored.ts'

/** It ends, and everything stays as it is: some clusters have the version, others what they had. */
export const abortRolloutUseCase = defineEdit<ActInput, RolloutAnswer, ActInput, StoredRollout>({
  name: 'rollouts.abort',
  subject: rolloutSubject,
  load: loadRollout,
  run: async (context, input, stored) => {
    const reason = requireActable(stored, input)
    const { rollout } = stored
    requireDeployer(await context.fleet(), rollout.environment, context.actor)
    const now = await readRolloutInstant(context.scope, input.id)
    const after = ended(rollout, 'aborted', now.getTime())
    return answerOf(context, await keepAct(context, stored, after, { now, reason, dueAt: null }))
  },
})
