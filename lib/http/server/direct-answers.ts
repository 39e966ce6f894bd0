// What the server answers itself: everything but pages and signing in. Next.js would take several times as long for it as
// the answer does.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerHealth, answerMetrics, answerReadiness } from '#lib/http/api/health.ts'
import { problemResponse } from '#lib/http/api/problem.ts'
import { answerGit } from '#lib/http/git/fetch.ts'
import { answerDocs, answerDocsScript, answerProblems } from '#lib/http/operations/docs.ts'
import { answerApi } from '#lib/http/operations/routes.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { isReading } from './reading.ts'
import { sendAnswer } from './web-answer.ts'
import { webRequestOf } from './web-request.ts'

type Answerer = (request: Request) => Response | Promise<Response>

/** By the beginning of their addresses; they know the rest, and which methods there are. */
const FOLDERS: readonly (readonly [string, Answerer])[] = [
  ['/api/v1/', answerApi],
  ['/git/', answerGit],
]
const FILES: Readonly<Record<string, Answerer>> = {
  '/api/docs': answerDocs,
  '/api/docs/problems': answerProblems,
  '/api/docs/scalar.js': answerDocsScript,
  '/healthz': answerHealth,
  '/metrics': answerMetrics,
  '/readyz': answerReadiness,
}

/** What answers a target in origin-form; null: Next.js does. */
export function directAnswererOf(target: string): Answerer | null {
  const path = target.split('?', 1)[0]!
  if (Object.hasOwn(FILES, path)) return readingOnly(FILES[path]!)
  return FOLDERS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? null
}

function readingOnly(answerer: Answerer): Answerer {
  return (request) =>
    isReading(request.method)
      ? answerer(request)
      : new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}

/** Always ends the answer; whatever fails is in the log. `origin`: where the portal is. */
export async function answerDirectly(
  answerer: Answerer,
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<void> {
  const asked = webRequestOf(request, response, origin)
  try {
    await sendAnswer(await answerer(asked), request, response)
  } catch (error) {
    // Also an answer that nobody waits for any more.
    if (isGone(error)) return
    const { requestId } = originOf(asked.headers)
    currentServices().log.error({ err: error, requestId }, 'an answer broke off')
    if (response.headersSent) response.destroy()
    else await sendAnswer(problemResponse(error), request, response)
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
