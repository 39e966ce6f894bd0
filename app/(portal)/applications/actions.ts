'use server'

import { changeOf, formAction } from '#lib/http/portal/action.ts'
import { optionsOf } from '#lib/http/portal/object-form.ts'
import { announceRequest, rollbackRequest } from '#lib/schemas/save-request.ts'
import { rollbackUseCase } from '#lib/usecases/rollback/rollback.ts'
import { announceVersionUseCase } from '#lib/usecases/versions/announce.ts'

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

/** `before`: the number under which the same was announced already. */
export const announceVersion = formAction(
  announceVersionUseCase,
  announceRequest,
  ({ ref, body }) => ({ ref, body, dryRun: false }),
  ({ version, isNew }) => ({ change: null, before: isNew ? null : version.number }),
)
