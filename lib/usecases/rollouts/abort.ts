import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { ended, isOver } from '#lib/domain/rollouts/steps.ts'
import { remembered } from '../changes/idempotency.ts'
import { defineEdit } from '../define.ts'
import { type ActInput, isOverAlready, keepAct, recallAct, requireSeen } from './act.ts'
import { loadRollout, rolloutSubject } from './find.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import type { StoredRollout } from './stored.ts'
import { recordPassed, requireDeployer } from './stops.ts'

/** It ends, and everything stays as it is: some clusters have the version, others what they had. */
export const abortRolloutUseCase = defineEdit<ActInput, RolloutAnswer, ActInput, StoredRollout>({
  name: 'rollouts.abort',
  subject: rolloutSubject,
  recall: recallAct,
  load: loadRollout,
  run: async (context, input, stored) => {
    const { options } = input
    const { rollout } = stored
    const reason = requireSeen(stored.row, input)
    const fleet = await context.fleet()
    const passed = requireDeployer(fleet, rollout.environment, context.actor, options)
    if (isOver(rollout)) throw isOverAlready(rollout)
    const now = await readRolloutInstant(context.scope, input.id)
    const after = ended(rollout, 'aborted', now.getTime())
    recordPassed(context, rollout.id, passed, reason)
    const kept = await keepAct(context, stored, after, { now, reason, dueAt: null })
    return remembered(context, options, await answerOf(context, kept))
  },
})
