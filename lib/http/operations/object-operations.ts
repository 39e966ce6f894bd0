// The six operations of each kind of object, which differ only in names and schemas.
import { z } from 'zod'
import { objectNames } from '#lib/domain/access/permissions.ts'
import { isNamedInTeam, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { codecs } from '#lib/domain/objects/object-json.ts'
import { bodyHashOf } from '#lib/http/api/body-hash.ts'
import { readJsonBody } from '#lib/http/api/body.ts'
import { at, listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, type Operation, operation, type Received } from '#lib/http/api/operation.ts'
import {
  answerWrite,
  readPrecondition,
  readWriteOptions,
  teamBirthParameters,
  writeParameters,
} from '#lib/http/api/writes.ts'
import { objectList, objectRows } from '#lib/lists/objects.ts'
import { impactSchema } from '#lib/schemas/impact.ts'
import { apiObjectPath } from '#lib/schemas/paths.ts'
import { refFromPath, type RefParameters } from '#lib/usecases/objects/requested-object.ts'
import type { ObjectAnswer } from '#lib/usecases/objects/represent.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'

const JSON_TYPES = ['application/json']

/** The operations of a kind: they differ in what is said of it, and in its schemas. */
export function objectOperations(kind: Kind): Operation[] {
  const resource = resourceOf(kind)
  return [
    listOf(resource),
    createOperation(resource),
    getOperation(resource),
    editOperation(resource, 'PUT', 'replace'),
    editOperation(resource, 'PATCH', 'patch'),
    editOperation(resource, 'DELETE', 'delete'),
  ]
}

function resourceOf(kind: Kind) {
  const traits = kinds[kind]
  const collection = `/${traits.collection}`
  return {
    ...traits,
    ...codecs[kind],
    tag: traits.collection,
    collection,
    item: isNamedInTeam(kind) ? `${collection}/{namespace}/{name}` : `${collection}/{name}`,
    writes: objectNames(kind),
    useCases: objectUseCases[kind],
    location: ({ namespace, name }: ObjectAnswer) =>
      apiObjectPath(refFromPath(kind, { namespace, name })),
  }
}

type ObjectResource = ReturnType<typeof resourceOf>

function listOf(resource: ObjectResource): Operation {
  const { kind, types, many, tag, collection, output } = resource
  return listOperation(objectList(kind), {
    id: `list${types}`,
    path: collection,
    tag,
    summary: `List ${many}`,
    item: output,
    ...objectRows(kind),
  })
}

function createOperation(resource: ObjectResource): Operation {
  const { kind, type, one, tag, collection, input, output, useCases, location, writes } = resource
  return operation({
    id: `create${type}`,
    method: 'POST',
    path: collection,
    tag,
    summary: `Create ${one}`,
    query: kind === 'team' ? teamBirthParameters : writeParameters,
    headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
    body: { schema: input, types: JSON_TYPES, writes },
    responses: { 200: impactSchema, 201: output },
    useCase: useCases.create,
    handle: async (received) => {
      const { bodyHash, value } = await readJsonBody(received, JSON_TYPES)
      const outcome = await useCases.create.invoke(received.services, received.session, {
        body: value,
        options: readWriteOptions(received, bodyHash),
      })
      return answerWrite(outcome, { created: true, location })
    },
  })
}

function getOperation({ type, one, tag, item, output, useCases }: ObjectResource): Operation {
  return operation({
    id: `get${type}`,
    method: 'GET',
    path: item,
    tag,
    summary: `Get ${one}`,
    query: z.object({ at }),
    responses: { 200: output, 304: null },
    useCase: useCases.get,
    handle: async (received) => {
      const { json, etag } = await useCases.get.invoke(received.services, received.session, {
        ref: refParameters(received),
        at: received.query.at,
      })
      // What is observed changes without another tag.
      if (json.status.counts === undefined && isKnown(received.request, etag)) {
        return new Response(null, { status: 304, headers: { ETag: etag } })
      }
      return jsonResponse(json, { headers: { ETag: etag } })
    },
  })
}

/** Whether the client already has this state, by `If-None-Match`; weak tags count, too (RFC 9110, 13.1.2). */
export function isKnown({ headers }: Request, etag: string): boolean {
  const tags = (headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

const mergePatchInput = z.record(z.string(), z.unknown()).meta({
  id: 'MergePatch',
  description: 'Some of the fields (RFC 7396): objects merge, null removes, all else replaces.',
})

function editOperation(
  { type, one, tag, item, input, output, useCases, writes }: ObjectResource,
  method: 'PUT' | 'PATCH' | 'DELETE',
  verb: 'replace' | 'patch' | 'delete',
): Operation {
  const summaries = {
    replace: `Replace ${one}`,
    patch: `Change ${one} with a JSON merge patch`,
    delete: `Delete ${one}`,
  }
  const bodies = {
    replace: { schema: input, types: JSON_TYPES, writes },
    patch: {
      schema: mergePatchInput,
      types: ['application/merge-patch+json', 'application/json'],
      writes,
    },
    delete: null,
  }
  const body = bodies[verb]
  return operation({
    id: `${verb}${type}`,
    method,
    path: item,
    tag,
    summary: summaries[verb],
    query: writeParameters,
    headers: ['If-Match', 'Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
    body,
    responses:
      verb === 'delete' ? { 200: impactSchema, 204: null } : { 200: output.or(impactSchema) },
    useCase: useCases[verb],
    handle: async (received) => {
      const { bodyHash, value } = body
        ? await readJsonBody(received, body.types)
        : { bodyHash: await bodyHashOf(received.request, []), value: null }
      const outcome = await useCases[verb].invoke(received.services, received.session, {
        ref: refParameters(received),
        body: value,
        precondition: readPrecondition(received.request),
        options: readWriteOptions(received, bodyHash),
      })
      return answerWrite(outcome, { created: false })
    },
  })
}

function refParameters({ path }: Received): RefParameters {
  return { namespace: path['namespace'], name: path['name'] ?? '' }
}
