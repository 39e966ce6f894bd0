import { objectNames } from '#lib/domain/access/permissions.ts'
import { PLACING_KINDS } from '#lib/domain/objects/kinds.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { operation } from '#lib/http/api/operation.ts'
import { applySchema } from '#lib/http/api/response-schemas.ts'
import { answerWrites, readWriteOptions, writeParameters } from '#lib/http/api/writes.ts'
import { bulkInput } from '#lib/schemas/bulk-edit.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { bulkUseCase } from '#lib/usecases/bulk/edit.ts'

const JSON_TYPES = ['application/json']

export const bulkEdit = operation({
  id: 'bulkEdit',
  method: 'POST',
  path: '/bulk',
  tag: 'bulk',
  summary: 'Edit or delete many objects in one way: all or nothing, as one change',
  query: writeParameters,
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: { schema: bulkInput, types: JSON_TYPES, writes: PLACING_KINDS.flatMap(objectNames) },
  responses: { 200: applySchema.or(impactSchema) },
  useCase: bulkUseCase,
  handle: async (received) => {
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    const outcome = await bulkUseCase.invoke(received.services, received.session, {
      body: value,
      options: readWriteOptions(received, bodyHash),
    })
    return answerWrites(outcome)
  },
})
