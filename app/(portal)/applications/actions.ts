'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { rollbackRequest } from '#lib/schemas/save-request.ts'
import { rollbackUseCase } from '#lib/usecases/rollback/rollback.ts'

export const rollBack = formAction(
  rollbackUseCase,
  rollbackRequest,
  ({ ref, body, etag, ...seen }) => ({
    ref,
    body,
    precondition: [etag],
    options: optionsOf(seen),
  }),
  changeOf,
)
