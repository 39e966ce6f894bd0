// How pages in the browser call the REST API, with the session's cookie: reads, and dry runs of writes.
import type { z } from 'zod'
import { apiPaths } from '#lib/schemas/paths.ts'
import type { reportOutput } from '#lib/schemas/report.ts'

/** What is wrong with each field, by its path: `metadata.region`. */
export type FieldReasons = Readonly<Record<string, readonly string[]>>

/** The API's "no", or that it could not be reached. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly fields: FieldReasons

  constructor(status: number, code: string, message: string, fields: FieldReasons = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

type Ask = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: unknown
  /** Of a body that is text as it stands; absent: it is sent as JSON. */
  readonly type?: string
  readonly etag?: string | null
  readonly signal: AbortSignal
}

export type Reply<Answer> = { readonly answer: Answer; readonly etag: string | null }

/**
 * Calls an operation, and throws an `ApiProblem` for every answer that isn't a success. `Answer` is the type that the table
 * of operations documents; the API's tests check every answer against it.
 */
export async function ask<Answer>(
  path: string,
  { method = 'GET', body, type, etag = null, signal }: Ask,
): Promise<Reply<Answer>> {
  if (method !== 'GET' && !keepsNothing(path)) {
    throw new Error(`${method} ${path} is no dry run: forms save through server actions`)
  }
  return replyTo<Answer>(path, {
    method,
    signal,
    headers: {
      ...(body !== undefined && { 'Content-Type': type ?? 'application/json' }),
      ...(etag !== null && { 'If-Match': etag }),
    },
    body: bodyText(body, type),
  })
}

function bodyText(body: unknown, type: string | undefined): string | undefined {
  if (body === undefined) return undefined
  return type !== undefined && typeof body === 'string' ? body : JSON.stringify(body)
}

/**
 * Sends a carried report as it is: an observation and no edit, and longer than a server action may be. Throws as `ask` does.
 */
export async function sendReportFile(cluster: string, file: Blob): Promise<SentReport> {
  const { answer } = await replyTo<SentReport>(apiPaths.reportFile(cluster), {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: file,
  })
  return answer
}

type SentReport = z.output<typeof reportOutput>

async function replyTo<Answer>(path: string, request: RequestInit): Promise<Reply<Answer>> {
  const response = await fetch(path, request).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw new ApiProblem(0, 'unreachable', 'Berth does not answer. Is the network there?')
  })
  const json: unknown = await response.json().catch(() => null)
  if (!response.ok) throw problemOf(response.status, json)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `ask`
  return { answer: json as Answer, etag: response.headers.get('etag') }
}

/** Whether the request writes nothing, whatever its method: dry runs, and trying out repository settings. */
function keepsNothing(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://portal')
  return searchParams.get('dryRun') === 'true' || pathname === apiPaths.tryRepositorySettings
}

type ProblemJson = {
  readonly code?: string
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
}

function problemOf(status: number, json: unknown): ApiProblem {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is optional
  const { code, detail, errors = [] } = (json ?? {}) as ProblemJson
  const byField = Map.groupBy(errors, ({ pointer }) => fieldOf(pointer))
  const fields = Object.fromEntries(
    [...byField].map(([field, errors]) => [field, errors.map(({ message }) => message)]),
  )
  return new ApiProblem(
    status,
    code ?? 'unreadable',
    detail ?? 'Berth gave an answer that says nothing.',
    fields,
  )
}

/** A JSON Pointer as the path that forms use: `/metadata/region` is `metadata.region`. */
function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}
