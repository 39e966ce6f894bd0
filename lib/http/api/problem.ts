// Every answer that isn't a success, as RFC 9457 problem details. https://www.rfc-editor.org/rfc/rfc9457
import type { Issue } from '#lib/domain/text/issue.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import {
  DatabaseBusy,
  DatabaseUnavailable,
  isStorageFull,
  Refusal,
  type RefusalKind,
  StatementTooLong,
} from '#lib/usecases/refusal.ts'
import { retrySoonS } from '#lib/usecases/retry.ts'
import { textResponse } from './text-response.ts'

const statusOf: Readonly<Record<RefusalKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  impact_changed: 409,
  removals_need_confirmation: 409,
  changes_need_confirmation: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  precondition_required: 428,
  too_many_requests: 429,
  unavailable: 503,
}

export const titleOf: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly { pointer: string; code: string; message: string }[]
}

/** How an error is told to the person who asked; anything unexpected is a 500 that reveals nothing of its cause. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) {
    return problem(statusOf[error.kind], error.code, error.message, error.issues, error.members)
  }
  if (error instanceof DatabaseBusy) {
    return problem(503, 'busy', 'There is too much to do just now; try again shortly.')
  }
  if (error instanceof DatabaseUnavailable) {
    return problem(503, 'unavailable', 'The database is not available; try again shortly.')
  }
  if (error instanceof StatementTooLong) {
    return problem(503, 'too_heavy', 'This took too long and was ended: ask for less at once.')
  }
  if (isStorageFull(error)) {
    return problem(
      503,
      'storage_full',
      'There is no room left to store anything; nothing was kept.',
    )
  }
  return problem(500, 'internal', 'Something went wrong on our side; it was logged.')
}

function problem(
  status: number,
  code: string,
  detail: string,
  issues: readonly Issue[] = [],
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  return {
    type: `/api/docs/problems#${code}`,
    title: titleOf[status] ?? 'Error',
    status,
    code,
    detail,
    errors: issues.map((issue) => ({
      pointer: pointerOf(issue.path),
      code: issue.code,
      message: issue.reason,
      ...(issue.members && { members: issue.members }),
      ...issue.details,
    })),
    ...members,
  }
}

/** RFC 9110, 10.2.3: in how many seconds a retry makes sense. */
export function retryAfter(error: unknown, status: number): Record<string, string> {
  if (status === 503) return { 'Retry-After': String(retrySoonS()) }
  const seconds = error instanceof Refusal ? error.members['retryAfterSeconds'] : undefined
  return typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {}
}

export function problemResponse(error: unknown, headers: Record<string, string> = {}): Response {
  const { status, ...rest } = problemOf(error)
  return textResponse(JSON.stringify({ ...rest, status }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'private, no-store',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="berth"' }),
      ...retryAfter(error, status),
      ...headers,
    },
  })
}
