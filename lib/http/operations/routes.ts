// What Next.js calls for an address of the API: the operation of the table, or what it answers where there is none.
import { answer } from '#lib/http/api/answer.ts'
import { observeRequest } from '#lib/http/api/health.ts'
import type { Method, Operation } from '#lib/http/api/operation.ts'
import { problemResponse } from '#lib/http/api/problem.ts'
import { notFound } from '#lib/usecases/define.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { operations } from './operations.ts'

/** Next.js gives a path without parameters none at all. */
type RouteContext = { readonly params: Promise<Readonly<Record<string, string>> | undefined> }
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>

/** The handlers of a path of the table, by method; Next.js takes them as a route's exports. */
export function routesOf(path: string): Readonly<Record<Method, RouteHandler>> {
  const handler = (method: Method) => {
    const operation = operations.find((row) => row.path === path && row.method === method)
    return operation ? handlerOf(operation) : refuseMethod(path)
  }
  return {
    GET: handler('GET'),
    POST: handler('POST'),
    PUT: handler('PUT'),
    PATCH: handler('PATCH'),
    DELETE: handler('DELETE'),
  }
}

function handlerOf(operation: Operation): RouteHandler {
  return async (request, { params }) => {
    const start = performance.now()
    const response = await answer(operation, request, (await params) ?? {})
    observeRequest(operation.id, response.status, (performance.now() - start) / 1000)
    return response
  }
}

/** Under /api/v1, but of no operation. */
export async function refuseUnknownPath(): Promise<Response> {
  return problemResponse(notFound())
}

function refuseMethod(path: string): RouteHandler {
  const allowed = operations.filter((row) => row.path === path).map((row) => row.method)
  return async () =>
    problemResponse(
      new Refusal('method_not_allowed', `Only ${allowed.join(', ')} can be done here.`),
      { Allow: allowed.join(', ') },
    )
}
