// Answers every address under the API's root: by the operation from the table, or by what there is instead of one.
import { answer } from '#lib/http/api/answer.ts'
import { observeRequest } from '#lib/http/api/health.ts'
import type { Operation } from '#lib/http/api/operation.ts'
import { problemResponse } from '#lib/http/api/problem.ts'
import { apiRoot } from '#lib/schemas/paths.ts'
import { notFound } from '#lib/usecases/define.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { answerOpenApi } from './docs.ts'
import { operations } from './operations.ts'

type Parameters = Readonly<Record<string, string>>
type Match = { readonly operation: Operation; readonly parameters: Parameters }

const DOCUMENT = `${apiRoot}/openapi.json`

export async function answerApi(request: Request): Promise<Response> {
  const start = performance.now()
  // RFC 9110, 9.3.2: answered like GET, and only its body isn't sent.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const { pathname } = new URL(request.url)
  if (pathname === DOCUMENT) return method === 'GET' ? answerOpenApi() : refuse(['GET'])
  const matches = matchPath(pathname)
  const match = matches.find(({ operation }) => operation.method === method)
  if (!match) return refuse(matches.map(({ operation }) => operation.method))
  const response = await answer(match.operation, request, match.parameters)
  observeRequest(match.operation.id, response.status, (performance.now() - start) / 1000)
  return response
}

/** `allowed`: the methods that the address takes; without any there is nothing. */
function refuse(allowed: readonly string[]): Response {
  if (allowed.length === 0) return problemResponse(notFound())
  const methods = allowed.join(', ')
  const refusal = new Refusal('method_not_allowed', `Only ${methods} can be done here.`)
  return problemResponse(refusal, { Allow: methods })
}

type Part = { readonly text: string; readonly isName: boolean }
type Pattern = { readonly operation: Operation; readonly parts: readonly Part[] }

/** By how many parts their addresses have. */
const patterns = Map.groupBy(operations.map(patternOf), ({ parts }) => parts.length)

function patternOf(operation: Operation): Pattern {
  const parts = `${apiRoot}${operation.path}`.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return { text: name ?? part, isName: name !== undefined }
  })
  return { operation, parts }
}

/**
 * The operations of an address, one for each of its methods, with the parameters of the path. Where a word of one path stands
 * for a name in another, as `register` does among clusters, the word is meant.
 */
export function matchPath(pathname: string): readonly Match[] {
  const given = pathname.split('/')
  const matches = (patterns.get(given.length) ?? []).flatMap(({ operation, parts }) => {
    const parameters = parametersOf(parts, given)
    return parameters === null ? [] : [{ operation, parameters }]
  })
  const namesIn = ({ parameters }: Match) => Object.keys(parameters).length
  const fewest = Math.min(...matches.map(namesIn))
  return matches.filter((match) => namesIn(match) === fewest)
}

/** `given` has as many parts as are wanted. */
function parametersOf(wanted: readonly Part[], given: readonly string[]): Parameters | null {
  const parameters: Record<string, string> = {}
  for (const [index, { text, isName }] of wanted.entries()) {
    const value = given[index]!
    if (isName ? value === '' : value !== text) return null
    if (isName) parameters[text] = decodeURIComponent(value)
  }
  return parameters
}
