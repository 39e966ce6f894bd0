import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { paused } from '#lib/domain/rollouts/steps.ts'
import { remembered } from '../changes/idempotency.ts'
import { defineEdit } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { type ActInput, keepAct, recallAct, requireActable } from './act.ts'
import { loadRollout, rolloutSubject } from './find.ts'
import { answerOf } from './read.ts'
import type { RolloutAnswer } from './represent.ts'
import { requireRoomForEvents } from './room.ts'
import type { StoredRollout } from './stored.ts'

/** No further wave is released until it is resumed. */
export const pauseRolloutUseCase = defineEdit<ActInput, RolloutAnswer, ActInput, StoredRollout>({
  name: 'rollouts.pause',
  subject: rolloutSubject,
  recall: recallAct,
  load: loadRollout,
  run: async (context, input, stored) => {
    const reason = requireActable(stored, input)
    requireRoomForEvents(stored)
    if (stored.rollout.state === 'paused') {
      const what = `Rollout ${stored.rollout.id} is paused already.`
      throw new Refusal('conflict', what, { code: 'rollout_paused' })
    }
    const now = await readRolloutInstant(context.scope, input.id)
    const after = paused(stored.rollout, 'person')
    const kept = await keepAct(context, stored, after, { now, reason, dueAt: null })
    return remembered(context, input.options, await answerOf(context, kept))
  },
})
