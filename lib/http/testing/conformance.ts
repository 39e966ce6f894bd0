// Checks that an answer is one that the OpenAPI document describes.
import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Operation } from '#lib/http/api/operation.ts'
import type { Problem } from '#lib/http/api/problem.ts'
import { problemSentences } from '#lib/http/operations/docs.ts'
import { openApiDocument } from '#lib/http/operations/openapi.ts'

export type Described = {
  readonly operationId: string
  readonly responses: Record<
    string,
    {
      readonly headers?: Record<string, unknown>
      readonly content?: Record<string, { schema: object }>
    }
  >
}

const document = openApiDocument()
const codes = new Set(Object.keys(problemSentences()))
// Compiling takes longer than what is compiled.
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
addFormats.default(ajv)
const schemas = new Map<string, ValidateFunction>()

/** What the document says of an operation. None of its responses is a reference. */
export function describedOf(path: string, method: string): Described | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee above
  const item = document.paths?.[path] as Readonly<Record<string, Described>> | undefined
  return item?.[method.toLowerCase()]
}

/** How an answer differs from the document, as sentences. */
export function undocumented(
  { id, method, path }: Operation,
  response: Response,
  json: unknown,
): string[] {
  const described = describedOf(path, method)?.responses[response.status]
  if (!described) return [`${id} answers ${response.status}`]
  const type = response.headers.get('content-type')?.split(';')[0] ?? null
  const types = Object.keys(described.content ?? {})
  if (type === null) return types.length === 0 ? [] : [`${id} answers nothing`]
  if (!types.includes(type)) return [`${id} answers ${response.status} as ${type}`]
  const headers = ['etag', 'location', 'berth-change'].filter(
    (name) =>
      response.headers.has(name) &&
      !Object.keys(described.headers ?? {}).some((known) => known.toLowerCase() === name),
  )
  const validate = schemaOf(path, method, response.status, type)
  // What is no JSON; a test of lists reads what YAML says.
  const isText = ['text/csv', 'text/event-stream', 'application/yaml'].includes(type)
  const isRight = isText || validate(json)
  return [
    ...headers.map((name) => `${id} answers the header ${name}`),
    ...(isRight ? [] : [`${id} ${response.status}: ${ajv.errorsText(validate.errors)}`]),
    ...(isRight && type === 'application/problem+json' ? unexplained(json) : []),
  ]
}

/** The codes of a problem that no page explains; `json` must be a problem. */
function unexplained(json: unknown): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee above
  const { code, errors } = json as Pick<Problem, 'code' | 'errors'>
  return [code, ...errors.map((error) => error.code)]
    .filter((each) => !codes.has(each))
    .map((each) => `no page tells of the code ${each}`)
}

function schemaOf(path: string, method: string, status: number, type: string): ValidateFunction {
  const pointer = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    status,
    'content',
    type,
    'schema',
  ]
    .map((step) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const known = schemas.get(pointer)
  if (known) return known
  if (schemas.size === 0) ajv.addSchema(document, 'openapi')
  const compiled = ajv.compile({ $ref: `openapi#/${pointer}` })
  schemas.set(pointer, compiled)
  return compiled
}
