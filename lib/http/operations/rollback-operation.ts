// Rolls an application back to what it was.
import { readJsonBody } from '#lib/http/api/body.ts'
import { operation } from '#lib/http/api/operation.ts'
import {
  answerWrite,
  readPrecondition,
  readWriteOptions,
  writeParameters,
} from '#lib/http/api/writes.ts'
import { objectNames } from '#lib/domain/access/permissions.ts'
import { codecs } from '#lib/domain/objects/object-json.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { rollbackInput } from '#lib/schemas/rollback.ts'
import { rollbackUseCase } from '#lib/usecases/rollback/rollback.ts'

const JSON_TYPES = ['application/json']

export const rollBackApplication = operation({
  id: 'rollBackApplication',
  method: 'POST',
  path: '/applications/{namespace}/{name}/rollback',
  tag: 'applications',
  summary: 'Roll an application back to what it was, or pin it to the commit that it ran',
  query: writeParameters,
  headers: ['If-Match', 'Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: { schema: rollbackInput, types: JSON_TYPES, writes: objectNames('application') },
  responses: { 200: codecs.application.output.or(impactSchema) },
  useCase: rollbackUseCase,
  handle: async (received) => {
    const { services, session, path, request } = received
    const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
    const outcome = await rollbackUseCase.invoke(services, session, {
      ref: { namespace: path['namespace'] ?? '', name: path['name'] ?? '' },
      body: value,
      precondition: readPrecondition(request),
      options: readWriteOptions(received, bodyHash),
    })
    return answerWrite(outcome, { created: false })
  },
})
