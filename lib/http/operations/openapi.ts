// The OpenAPI document, made from the table of operations, so that it contains exactly what is served.
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Operation } from '#lib/http/api/operation.ts'
import { titleOf } from '#lib/http/api/problem.ts'
import { problemSchema } from '#lib/http/api/response-schemas.ts'
import { apiRoot } from '#lib/schemas/paths.ts'
import { operations } from './operations.ts'

const DESCRIPTION = `Which application runs on which cluster. Errors are \`application/problem+json\` (RFC 9457), told
apart by their \`code\`. Every write takes \`dryRun=true\`, which answers its impact and changes nothing.`

/** The document as JSON, in OpenAPI 3.1. https://spec.openapis.org/oas/v3.1.1.html */
export function openApiDocument() {
  return createDocument({
    openapi: '3.1.1',
    info: { title: 'Berth', version: '1', description: DESCRIPTION },
    servers: [{ url: apiRoot }],
    security: [{ bearer: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: Object.fromEntries(
      [...new Set(operations.map(({ path }) => path))].map((path) => [path, pathItem(path)]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token: `berth_...`.' },
      },
    },
  })
}

function pathItem(path: string) {
  const ofPath = operations.filter((operation) => operation.path === path)
  return Object.fromEntries(
    ofPath.map((operation) => [operation.method.toLowerCase(), operationObject(operation)]),
  )
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, path, query, headers, body } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(operation.opens && { security: [] }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path' as const,
        required: true,
        schema: { type: 'string' as const },
      })),
      ...Object.entries(query.shape).map(queryParameter),
      ...headers.map((name) => ({ name, in: 'header' as const, ...requestHeaders[name] })),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(body.types.map((type) => [type, { schema: body.schema }])),
      },
    }),
    responses: { ...successes(operation), ...problems(operation) },
  }
}

/** A parameter's schema is its meta: zod's own schema describes the value that its text becomes. */
function queryParameter([name, parameter]: [string, z.core.$ZodType]) {
  const { description, ...schema } = z.globalRegistry.get(parameter) ?? {}
  return { name, in: 'query' as const, description, schema }
}

const text = { type: 'string' } as const

const requestHeaders: Readonly<
  Record<
    Operation['headers'][number],
    {
      readonly description: string
      readonly required?: true
      readonly schema: typeof text & { readonly enum?: string[] }
    }
  >
> = {
  'If-Match': {
    description: 'The `ETag` that was read; `*`: any existing version.',
    required: true,
    schema: text,
  },
  'Idempotency-Key': {
    description: 'Makes a retried write have one effect, for 24 hours.',
    schema: text,
  },
  'Berth-Reason': { description: 'Why, as percent-encoded UTF-8.', schema: text },
  'Berth-Impact': {
    description: 'The `digest` of the impact that was seen: 409 if it is no longer that.',
    schema: text,
  },
  'Content-Encoding': {
    description: 'How the body is compressed.',
    schema: { ...text, enum: ['gzip', 'identity'] },
  },
  'Berth-Observed-At': {
    description:
      'When the cluster was looked at, as an RFC 3339 instant of its own clock, for a body that doesn’t say.',
    schema: text,
  },
  'Berth-Report-Digest': {
    description:
      'What the sender calls this report, so that it can say later that nothing changed.',
    schema: text,
  },
  'Last-Event-ID': {
    description: 'The `id` of the last event that was received: those after it are sent first.',
    schema: text,
  },
}

const etag = { description: 'Names this state of the object.', schema: text }
const nextReport = {
  description: 'In how many seconds the next one is expected.',
  schema: { type: 'integer' },
} as const
const requestId = { description: 'Names the request in the logs.', schema: text }

function successes(operation: Operation): ZodOpenApiResponsesObject {
  const isRecord = operation.useCase.oneIn !== null
  const isEdit = operation.method !== 'GET' && !isRecord
  const isTagged = 304 in operation.responses || operation.tagged === true
  const isOfOne = isEdit ? operation.id !== 'apply' : isTagged
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, schema]) => [
      status,
      {
        description: (isRecord ? 'Kept.' : descriptions[Number(status)]) ?? 'The answer.',
        headers: {
          'X-Request-Id': requestId,
          ...(isOfOne && { ETag: etag }),
          ...(isEdit && {
            'Berth-Change': { description: 'The change; absent: nothing changed.', schema: text },
          }),
          ...(isRecord && { 'Berth-Next-S': nextReport }),
          ...(status === '201' && { Location: { schema: text } }),
        },
        ...(schema && {
          content: {
            [operation.answers ?? 'application/json']: { schema },
            ...(operation.alsoJson && { 'application/json': { schema } }),
            ...(answersCsv(operation) && { 'text/csv': { schema: text } }),
            ...(answersRows(operation) && { 'application/yaml': { schema } }),
          },
        }),
      },
    ]),
  )
}

const descriptions: Readonly<Record<number, string>> = {
  200: 'The answer; of a dry run, the impact.',
  201: 'Created.',
  202: 'Taken.',
  204: 'Deleted.',
  304: 'The object is in the state that `If-None-Match` names.',
}

function answersCsv(operation: Operation): boolean {
  return answersRows(operation) || operation.alsoCsv === true
}

function answersRows({ query }: Operation): boolean {
  return 'format' in query.shape
}

function problems(operation: Operation): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    problemStatuses(operation).map((status) => [
      String(status),
      {
        description: titleOf[status] ?? 'A problem.',
        content: { 'application/problem+json': { schema: problemSchema } },
      },
    ]),
  )
}

function problemStatuses({ method, headers, body }: Operation): number[] {
  return [
    400,
    401,
    404,
    429,
    500,
    503,
    ...(method === 'GET' ? [] : [403, 409, 422]),
    ...(body ? [413, 415] : []),
    ...(headers.includes('If-Match') ? [412, 428] : []),
  ].toSorted((a, b) => a - b)
}
