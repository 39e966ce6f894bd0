'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { confirmDecisionRequest } from '#lib/schemas/save-request.ts'
import { answerDecisionUseCase } from '#lib/usecases/decisions/answer.ts'

export const confirmDecision = formAction(
  answerDecisionUseCase,
  confirmDecisionRequest,
  ({ ref, body, etag, ...seen }) => ({
    policy: ref.name,
    body,
    precondition: [etag],
    options: optionsOf(seen),
  }),
  (outcome) => (outcome.kind === 'waits' ? { change: null } : changeOf(outcome)),
)
