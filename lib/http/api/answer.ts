// From a request to an answer: who asks, what they ask for, and one mapping of everything that goes wrong.
import { type Actor, reachesAlike } from '#lib/domain/access/actor.ts'
import { type Action, canSomewhere } from '#lib/domain/access/permissions.ts'
import { isUnfinished } from '#lib/http/bodies/body-bytes.ts'
import { sentWith } from '#lib/http/bodies/sent-body.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import { requireSameOrigin } from '#lib/http/request/same-origin.ts'
import { openedBy } from '#lib/http/request/session-origin.ts'
import { notFound } from '#lib/usecases/define.ts'
import type { Session } from '#lib/usecases/session.ts'
import { currentProcess, type Process } from '#lib/usecases/process.ts'
import { admit, admitWrite } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import type { Upload } from '#lib/usecases/uploads.ts'
import { type AttemptedWrite, auditedError } from './audited-refusal.ts'
import { authenticate } from './authenticate.ts'
import type { Operation } from './operation.ts'
import { readTexts } from './query.ts'
import { problemOf, problemResponse } from './problem.ts'

/** Answers a request for an operation; every error becomes a problem document. */
export async function answer(
  operation: Operation,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const process = currentProcess()
  const origin = originOf(request.headers)
  const { requestId } = origin
  let session: Session | null = null
  let upload: Upload | null = null
  try {
    const authenticated = await authenticate(process, request)
    if (!authenticated) throw new Refusal('unauthenticated', 'Sign in, or send a token.')
    const opened = openedBy(authenticated, origin)
    session = opened
    await admit(process, opened)
    if (isWrite(operation, request)) admitWrite(process, opened)
    if (isOfBrowser(request)) requireSameOrigin(request.headers, process.environment)
    if (!Object.values(path).every(canBeName)) throw notFound()
    const query = readTexts(operation.query, new URL(request.url).searchParams)
    const stillAllowed = () => requireUnchanged(process, request, opened.actor)
    upload = process.uploads.begin(opened)
    const response = await operation.handle({
      process,
      session: opened,
      upload,
      denial: denialOf(opened.actor, operation),
      request,
      path,
      query,
      stillAllowed,
    })
    response.headers.set('X-Request-Id', requestId)
    return response
  } catch (thrown) {
    const error = isWrite(operation, request)
      ? await auditedError(process, session, attemptOf(operation, request, path), thrown)
      : thrown
    const { status, code } = problemOf(error)
    const told = { err: error, requestId, operation: operation.id }
    if (error instanceof Refusal && status === 503)
      process.log.warn({ code, requestId }, 'request put off')
    else if (status >= 500) process.log.error(told, 'request failed')
    if (isUnfinished(code)) process.log.debug(told, 'request not finished')
    return problemResponse(error, { 'X-Request-Id': requestId })
  } finally {
    upload?.end()
  }
}

/** What somebody is refused with who may write nothing of what an operation writes; null: they may write some of it. */
function denialOf(actor: Actor, { body }: Operation): Refusal | null {
  const may = (action: Action) => body?.writes.some((name) => canSomewhere(actor, action, name))
  if (body === null || may('write')) return null
  return may('read') ? new Refusal('forbidden', 'You may write none of this.') : notFound()
}

/** An answer that goes on for long must end when what it was begun with is taken away. */
async function requireUnchanged(process: Process, request: Request, before: Actor): Promise<void> {
  const session = await authenticate(process, request)
  if (session && reachesAlike(session.actor, before)) return
  throw new Refusal('unauthenticated', 'What you may see has changed since this answer began.')
}

function attemptOf({ useCase }: Operation, request: Request, ref: AttemptedWrite['ref']) {
  return { action: useCase, ref, sent: sentWith(request) }
}

/** Postgres takes no NUL, and no name holds one. */
function canBeName(text: string): boolean {
  return text.length <= 256 && text.isWellFormed() && !text.includes('\0')
}

/** Whether a cookie speaks for whoever asks, which a browser sends along whoever's page it shows. */
function isOfBrowser({ headers, method }: Request): boolean {
  return headers.get('authorization') === null && method !== 'GET'
}

/** Whether the audit hears of what was refused. */
function isWrite({ method, query }: Operation, { url }: Request): boolean {
  if (method === 'GET') return false
  return !('dryRun' in query.shape && new URL(url).searchParams.get('dryRun') === 'true')
}
