import { objectNames } from '#lib/domain/access/permissions.ts'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { readAppliedBody } from '#lib/http/api/body.ts'
import { operation } from '#lib/http/api/operation.ts'
import { applySchema } from '#lib/http/api/response-schemas.ts'
import { answerWrites, readWriteOptions, writeParameters } from '#lib/http/api/writes.ts'
import { documentInput } from '#lib/schemas/document.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { applyUseCase } from '#lib/usecases/objects/apply.ts'

export const apply = operation({
  id: 'apply',
  method: 'POST',
  path: '/apply',
  tag: 'apply',
  summary: 'Create or replace several objects: all or nothing, as one change',
  query: writeParameters,
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: {
    schema: documentInput.or(documentInput.array()),
    types: ['application/yaml', 'application/json', 'text/csv'],
    writes: KINDS.flatMap(objectNames),
  },
  responses: { 200: applySchema.or(impactSchema) },
  useCase: applyUseCase,
  handle: async (received) => {
    const { bodyHash, applied } = await readAppliedBody(received)
    const outcome = await applyUseCase.invoke(received.services, received.session, {
      ...applied,
      options: readWriteOptions(received, bodyHash),
    })
    return answerWrites(outcome)
  },
})
