'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import {
  answerWaveRequest,
  overrideWaveRequest,
  type ReadRollout,
  rolloutRequest,
  type SeenRollout,
  seenRolloutRequest,
  startRolloutRequest,
} from '#lib/schemas/save-request.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import { abortRolloutUseCase } from '#lib/usecases/rollouts/abort.ts'
import { approveRolloutUseCase } from '#lib/usecases/rollouts/approve.ts'
import { overrideRolloutUseCase } from '#lib/usecases/rollouts/override.ts'
import { pauseRolloutUseCase } from '#lib/usecases/rollouts/pause.ts'
import { resumeRolloutUseCase } from '#lib/usecases/rollouts/resume.ts'
import { rollBackRolloutUseCase } from '#lib/usecases/rollouts/rollback.ts'
import { type StartOutcome, startRolloutUseCase } from '#lib/usecases/rollouts/start.ts'

/** The rollout that a save began; null: it began none. */
const startedBy = (outcome: StartOutcome | { readonly kind: string }) => ({
  rollout: outcome.kind === 'started' && 'json' in outcome ? outcome.json.id : null,
})

const act = ({ id, etag, reason }: ReadRollout) => ({
  id,
  precondition: [etag],
  options: { ...PLAIN_WRITE, reason },
})

const seenAct = ({ id, etag, ...seen }: SeenRollout) => ({
  id,
  precondition: [etag],
  options: optionsOf(seen),
})

export const startRollout = formAction(
  startRolloutUseCase,
  startRolloutRequest,
  ({ body, supersede, ...seen }) => ({ body, supersede, diff: null, options: optionsOf(seen) }),
  startedBy,
)

export const pauseRollout = formAction(pauseRolloutUseCase, rolloutRequest, act, noChange)

export const abortRollout = formAction(abortRolloutUseCase, rolloutRequest, act, noChange)

export const resumeRollout = formAction(
  resumeRolloutUseCase,
  seenRolloutRequest,
  seenAct,
  startedBy,
)

export const rollBackRollout = formAction(
  rollBackRolloutUseCase,
  seenRolloutRequest,
  seenAct,
  (outcome) => ({
    ...startedBy(outcome),
    change: outcome.kind === 'rolled_back' ? outcome.change : null,
  }),
)

export const answerWave = formAction(
  approveRolloutUseCase,
  answerWaveRequest,
  ({ digest, ...answer }) => ({
    ...answer,
    options: { ...PLAIN_WRITE, expectedImpact: digest },
  }),
  noChange,
)

export const overrideWave = formAction(
  overrideRolloutUseCase,
  overrideWaveRequest,
  ({ confirmChanges, ...override }) => ({
    ...override,
    options: { ...PLAIN_WRITE, confirmChanges },
  }),
  noChange,
)
