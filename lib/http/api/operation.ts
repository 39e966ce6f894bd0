// One row of the table of operations: its name, what it takes and answers, and how a request reaches its use case.
import { z } from 'zod'
import type { ResourceName } from '#lib/domain/access/permissions.ts'
import type { AttemptedEdit } from '#lib/usecases/audit/subject.ts'
import type { UseCase } from '#lib/usecases/define.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { Refusal } from '#lib/usecases/refusal.ts'
import type { Upload } from '#lib/usecases/uploads.ts'
import { type QueryTexts, readValues } from './query.ts'
import { textResponse } from './text-response.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request, read as far as possible without knowing the operation; its query as far as that is known. */
export type Received<Query = unknown> = {
  readonly services: Services
  readonly session: Session
  readonly request: Request
  readonly path: Readonly<Record<string, string>>
  readonly query: Query
  readonly upload: Upload
  /** The refusal for somebody who may write nothing of the kind, if they send much; null: they may write. */
  readonly denial: Refusal | null
  /** For long answers: throws once the caller has lost a right that they had when the answer began. */
  readonly stillAllowed: () => Promise<void>
}

type RequestHeader =
  | 'If-Match'
  | 'Idempotency-Key'
  | 'Berth-Reason'
  | 'Berth-Impact'
  | 'Content-Encoding'
  | 'Berth-Observed-At'
  | 'Berth-Report-Digest'
  | 'Last-Event-ID'

type OperationBody = {
  readonly schema: z.ZodType
  readonly types: readonly string[]
  /** What it may write. Somebody who may write none of it may send only small bodies. */
  readonly writes: readonly ResourceName[]
}

export type Operation = {
  readonly id: string
  readonly method: Method
  /** As OpenAPI writes it, under `/api/v1`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly query: z.ZodObject
  readonly headers: readonly RequestHeader[]
  readonly body: OperationBody | null
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  /** What its answer is, where that isn't JSON; the schema is of each event. */
  readonly answers?: 'text/event-stream' | 'application/yaml'
  /** Whether its answer has an `ETag`, where it is always answered. */
  readonly tagged?: true
  /** Whether it may be CSV instead. */
  readonly alsoCsv?: true
  /** Whether it may be JSON, too, where `answers` names something else. */
  readonly alsoJson?: true
  /** How it learns who asks, where the address says it; absent: by a token or a session. */
  readonly opens?: (services: Services, path: Received['path']) => Promise<Session>
  /** The use case that it asks. */
  readonly useCase: AttemptedEdit['useCase'] & Pick<UseCase<unknown, unknown>, 'oneIn'>
  readonly handle: (received: Received<QueryTexts>) => Promise<Response>
}

type Row<Query extends z.ZodObject> = Omit<Operation, 'query' | 'headers' | 'body' | 'handle'> &
  Partial<Pick<Operation, 'headers' | 'body'>> & {
    readonly query: Query
    readonly handle: (received: Received<z.output<Query>>) => Promise<Response>
  }

/** An operation that takes no body and no headers unless it says so, and receives the values of its parameters. */
export function operation<Query extends z.ZodObject>({
  headers = [],
  body = null,
  query,
  handle,
  ...row
}: Row<Query>): Operation {
  return {
    ...row,
    headers,
    body,
    query,
    handle: (received) => handle({ ...received, query: readValues(query, received.query) }),
  }
}

export const noParameters = z.object({})

/** A successful answer in JSON. No cache may store it, because it belongs to a tenant. */
export function jsonResponse(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return textResponse(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-store',
      ...headers,
    },
  })
}
