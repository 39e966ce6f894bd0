'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { endHoldRequest, putHoldRequest } from '#lib/schemas/save-request.ts'
import { deleteHoldUseCase, putHoldUseCase } from '#lib/usecases/holds/write.ts'

export const putHold = formAction(
  putHoldUseCase,
  putHoldRequest,
  ({ ref, body, etag, ...seen }) => ({
    ref,
    body,
    precondition: etag === null ? ('*' as const) : [etag],
    options: optionsOf(seen),
  }),
  changeOf,
)

export const endHold = formAction(
  deleteHoldUseCase,
  endHoldRequest,
  ({ ref, etag, ...seen }) => ({ ref, precondition: [etag], options: optionsOf(seen) }),
  changeOf,
)
