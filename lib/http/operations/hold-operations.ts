// What clusters hold: read, written and ended.
import { bodyHashOf } from '#lib/http/api/body-hash.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import {
  answerWrite,
  readPrecondition,
  readWriteOptions,
  writeParameters,
} from '#lib/http/api/writes.ts'
import { holdInput, holdOutput, holdsOutput } from '#lib/schemas/hold.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import type { WriteOptions } from '#lib/usecases/changes/write-options.ts'
import {
  getHoldUseCase,
  listApplicationHoldsUseCase,
  listClusterHoldsUseCase,
} from '#lib/usecases/holds/read.ts'
import { deleteHoldUseCase, putHoldUseCase } from '#lib/usecases/holds/write.ts'
import { isKnown } from './object-operations.ts'

const JSON_TYPES = ['application/json']
const TAG = 'holds'
const ITEM = '/clusters/{name}/holds/{namespace}/{application}'
const HEADERS = ['If-Match', 'Idempotency-Key', 'Berth-Reason', 'Berth-Impact'] as const

function refOf({ path }: Pick<Received, 'path'>) {
  return {
    cluster: path['name'] ?? '',
    namespace: path['namespace'] ?? '',
    application: path['application'] ?? '',
  }
}

/** A dry run may leave out what it isn't about. */
function preconditionOf({ request }: Pick<Received, 'request'>, { dryRun }: WriteOptions) {
  return dryRun && !request.headers.has('if-match') ? ('*' as const) : readPrecondition(request)
}

export const getClusterHolds = operation({
  id: 'getClusterHolds',
  method: 'GET',
  path: '/clusters/{name}/holds',
  tag: TAG,
  summary: 'Get what a cluster holds: its versions of applications that stay until a date',
  query: noParameters,
  responses: { 200: holdsOutput },
  useCase: listClusterHoldsUseCase,
  handle: async ({ services, session, path }) => {
    const ref = { name: path['name'] ?? '' }
    return jsonResponse({ items: await listClusterHoldsUseCase.invoke(services, session, { ref }) })
  },
})

export const getApplicationHolds = operation({
  id: 'getApplicationHolds',
  method: 'GET',
  path: '/applications/{namespace}/{name}/holds',
  tag: TAG,
  summary: 'Get the clusters that hold their version of an application',
  query: noParameters,
  responses: { 200: holdsOutput },
  useCase: listApplicationHoldsUseCase,
  handle: async ({ services, session, path }) => {
    const ref = { namespace: path['namespace'] ?? '', name: path['name'] ?? '' }
    const items = await listApplicationHoldsUseCase.invoke(services, session, { ref })
    return jsonResponse({ items })
  },
})

export const getHold = operation({
  id: 'getHold',
  method: 'GET',
  path: ITEM,
  tag: TAG,
  summary: 'Get the hold of a cluster on its version of an application',
  query: noParameters,
  responses: { 200: holdOutput, 304: null },
  useCase: getHoldUseCase,
  handle: async (received) => {
    const { services, session, request } = received
    const { json, etag } = await getHoldUseCase.invoke(services, session, { ref: refOf(received) })
    if (isKnown(request, etag)) return new Response(null, { status: 304, headers: { ETag: etag } })
    return jsonResponse(json, { headers: { ETag: etag } })
  },
})

export const putHold = operation({
  id: 'putHold',
  method: 'PUT',
  path: ITEM,
  tag: TAG,
  summary: 'Have a cluster keep its version of an application until a date',
  query: writeParameters,
  headers: HEADERS,
  body: { schema: holdInput, types: JSON_TYPES, writes: ['hold'] },
  responses: { 200: holdOutput.or(impactSchema), 201: holdOutput },
  useCase: putHoldUseCase,
  handle: async (received) => {
    const { services, session } = received
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const options = readWriteOptions(received, bodyHash)
    const precondition = preconditionOf(received, options)
    const input = { ref: refOf(received), body, precondition, options }
    const outcome = await putHoldUseCase.invoke(services, session, input)
    if (outcome.kind === 'impact') return answerWrite(outcome, { created: false })
    const { json, etag, change, isNew } = outcome
    const headers = { ETag: etag, ...(change !== null && { 'Berth-Change': String(change) }) }
    return jsonResponse(json, { status: isNew ? 201 : 200, headers })
  },
})

export const deleteHold = operation({
  id: 'deleteHold',
  method: 'DELETE',
  path: ITEM,
  tag: TAG,
  summary: 'End a hold: the cluster gets what it would have without it',
  query: writeParameters,
  headers: HEADERS,
  responses: { 200: impactSchema, 204: null },
  useCase: deleteHoldUseCase,
  handle: async (received) => {
    const { services, session } = received
    const options = readWriteOptions(received, await bodyHashOf(received.request, []))
    const precondition = preconditionOf(received, options)
    const input = { ref: refOf(received), precondition, options }
    const outcome = await deleteHoldUseCase.invoke(services, session, input)
    return answerWrite(outcome, { created: false })
  },
})
