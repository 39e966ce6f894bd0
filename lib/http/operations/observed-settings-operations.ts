// What is counted of what runs, and how often clusters report: read, and set.
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readPrecondition } from '#lib/http/api/writes.ts'
import { observedSettingsInput, observedSettingsOutput } from '#lib/schemas/observed-settings.ts'
import { readObservedSettingsUseCase } from '#lib/usecases/observed-settings/read.ts'
import { replaceObservedSettingsUseCase } from '#lib/usecases/observed-settings/write.ts'
import { isKnown } from './object-operations.ts'

const JSON_TYPES = ['application/json']
const PATH = '/observed/settings'
const TAG = 'settings'

export const getObservedSettings = operation({
  id: 'getObservedSettings',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get by which labels is counted, and how often clusters report',
  query: noParameters,
  responses: { 200: observedSettingsOutput, 304: null },
  useCase: readObservedSettingsUseCase,
  handle: async ({ services, session, request }) => {
    const { json, etag } = await readObservedSettingsUseCase.invoke(services, session, null)
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const replaceObservedSettings = operation({
  id: 'replaceObservedSettings',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary: 'Set by which labels is counted, and how often clusters report',
  query: noParameters,
  headers: ['If-Match'],
  body: { schema: observedSettingsInput, types: JSON_TYPES, writes: ['settings'] },
  responses: { 200: observedSettingsOutput },
  useCase: replaceObservedSettingsUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const precondition = readPrecondition(request)
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { json, etag } = await replaceObservedSettingsUseCase.invoke(services, session, {
      body,
      precondition,
    })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})
