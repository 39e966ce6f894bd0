// Takes a change back.
import { bodyHashOf } from '#lib/http/api/body-hash.ts'
import { readChangeId } from '#lib/http/api/change-id.ts'
import { operation } from '#lib/http/api/operation.ts'
import { applySchema } from '#lib/http/api/response-schemas.ts'
import { answerWrites, readWriteOptions, writeParameters } from '#lib/http/api/writes.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { revertUseCase } from '#lib/usecases/revert/revert.ts'

export const revertChange = operation({
  id: 'revertChange',
  method: 'POST',
  path: '/changes/{id}/revert',
  tag: 'changes',
  summary: 'Take a change back: what it did to its objects, where nobody edited that since',
  query: writeParameters,
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  responses: { 200: applySchema.or(impactSchema) },
  useCase: revertUseCase,
  handle: async (received) => {
    const { services, session, path, request } = received
    const outcome = await revertUseCase.invoke(services, session, {
      change: readChangeId(path),
      options: readWriteOptions(received, await bodyHashOf(request, [])),
    })
    return answerWrites(outcome)
  },
})
