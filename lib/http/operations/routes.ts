// What Next.js calls for an address of the API: the operation from the table, or the answer for an address without one.
import { answer } from '#lib/http/api/answer.ts'
import { observeRequest } from '#lib/http/api/health.ts'
import type { Method, Operation } from '#lib/http/api/operation.ts'
import { problemResponse } from '#lib/http/api/problem.ts'
import { apiRoot } from '#lib/schemas/paths.ts'
import { notFound } from '#lib/usecases/define.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { operations } from './operations.ts'

type RouteHandler = (request: Request) => Promise<Response>
type Parameters = Readonly<Record<string, string>>
type Match = { readonly operation: Operation; readonly parameters: Parameters }

/** For everything under the API's root, as the exports of a Next.js route. */
export const apiRoutes: Readonly<Record<Method, RouteHandler>> = {
  GET: (request) => answerAs('GET', request),
  POST: (request) => answerAs('POST', request),
  PUT: (request) => answerAs('PUT', request),
  PATCH: (request) => answerAs('PATCH', request),
  DELETE: (request) => answerAs('DELETE', request),
}

/** Next.js has the handler of GET answer a HEAD, so the request's own method is ignored. */
async function answerAs(method: Method, request: Request): Promise<Response> {
  const start = performance.now()
  const matches = matchPath(new URL(request.url).pathname)
  const match = matches.find(({ operation }) => operation.method === method)
  if (!match) return refuse(matches)
  const response = await answer(match.operation, request, match.parameters)
  observeRequest(match.operation.id, response.status, (performance.now() - start) / 1000)
  return response
}

function refuse(matches: readonly Match[]): Response {
  if (matches.length === 0) return problemResponse(notFound())
  const allowed = matches.map(({ operation }) => operation.method).join(', ')
  const refusal = new Refusal('method_not_allowed', `Only ${allowed} can be done here.`)
  return problemResponse(refusal, { Allow: allowed })
}

const patterns = operations.map((operation) => ({
  operation,
  parts: `${apiRoot}${operation.path}`.split('/'),
}))

/**
 * The operations of an address, one for each of its methods, with the parameters of the path. Where a word of one path stands
 * for a name in another, as `register` does among clusters, the word is meant.
 */
export function matchPath(pathname: string): readonly Match[] {
  const given = pathname.split('/')
  const matches = patterns.flatMap(({ operation, parts }) => {
    const parameters = parametersOf(parts, given)
    return parameters === null ? [] : [{ operation, parameters }]
  })
  const namesIn = ({ parameters }: Match) => Object.keys(parameters).length
  const fewest = Math.min(...matches.map(namesIn))
  return matches.filter((match) => namesIn(match) === fewest)
}

function parametersOf(wanted: readonly string[], given: readonly string[]): Parameters | null {
  if (wanted.length !== given.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const value = given[index]!
    if (name === undefined ? value !== part : value === '') return null
    if (name !== undefined) parameters[name] = decodeURIComponent(value)
  }
  return parameters
}
