// The hosts that teams' objects may name for what Berth calls: read, and set.
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation } from '#lib/http/api/operation.ts'
import { readPrecondition } from '#lib/http/api/writes.ts'
import { outgoingHostsInput, outgoingHostsOutput } from '#lib/schemas/outgoing-hosts.ts'
import { readOutgoingHostsUseCase } from '#lib/usecases/outgoing-hosts/read.ts'
import { replaceOutgoingHostsUseCase } from '#lib/usecases/outgoing-hosts/write.ts'
import { isKnown } from './object-operations.ts'

const JSON_TYPES = ['application/json']
const PATH = '/outgoing-hosts'
const TAG = 'settings'

export const getOutgoingHosts = operation({
  id: 'getOutgoingHosts',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'Get the hosts that objects of teams may name',
  query: noParameters,
  responses: { 200: outgoingHostsOutput, 304: null },
  useCase: readOutgoingHostsUseCase,
  handle: async ({ services, session, request }) => {
    const { json, etag } = await readOutgoingHostsUseCase.invoke(services, session, null)
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const replaceOutgoingHosts = operation({
  id: 'replaceOutgoingHosts',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary: 'Set the hosts that objects of teams may name',
  query: noParameters,
  headers: ['If-Match'],
  body: { schema: outgoingHostsInput, types: JSON_TYPES, writes: ['settings'] },
  responses: { 200: outgoingHostsOutput },
  useCase: replaceOutgoingHostsUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const precondition = readPrecondition(request)
    const { value: body } = await readJsonBody(received, JSON_TYPES)
    const { json, etag } = await replaceOutgoingHostsUseCase.invoke(services, session, {
      body,
      precondition,
    })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})
