// From a request to an answer: maps what an operation returns, and every error, to a response.
import { type Actor, reachesAlike } from '#lib/domain/access/actor.ts'
import { type Action, canSomewhere } from '#lib/domain/access/permissions.ts'
import { sentWith } from '#lib/http/bodies/sent-body.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import { openedBy } from '#lib/http/request/session-origin.ts'
import { notFound } from '#lib/usecases/define.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { Uploads } from '#lib/usecases/uploads.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { attempt } from './attempt.ts'
import { authenticate } from './authenticate.ts'
import type { Operation } from './operation.ts'
import { problemResponse } from './problem.ts'
import { readTexts } from './query.ts'

type Path = Readonly<Record<string, string>>

/** Answers a request for an operation; every error becomes a problem document. */
export async function answer(
  operation: Operation,
  request: Request,
  path: Path,
): Promise<Response> {
  const { headers, method } = request
  const origin = originOf(headers)
  const { requestId } = origin
  const asking = {
    operation: operation.id,
    requestId,
    headers,
    isOfBrowser: !operation.opens && headers.get('authorization') === null && method !== 'GET',
    open: async (services: Services) => {
      const session = await (operation.opens?.(services, path) ?? authenticate(services, request))
      return session && openedBy(session, origin)
    },
    write: isAudited(operation, request)
      ? () => ({ useCase: operation.useCase, ref: path, sent: sentWith(request) })
      : null,
    record: recordOf(operation),
  }
  try {
    const response = await attempt(asking, (services, session) =>
      handle(operation, request, path, services, session),
    )
    response.headers.set('X-Request-Id', requestId)
    return response
  } catch (error) {
    return problemResponse(error, { 'X-Request-Id': requestId })
  }
}

async function handle(
  operation: Operation,
  request: Request,
  path: Path,
  services: Services,
  session: Session,
): Promise<Response> {
  if (!Object.values(path).every(canBeName)) throw notFound()
  const query = readTexts(operation.query, new URL(request.url).searchParams)
  const upload = uploadsOf(operation, services).begin(session)
  try {
    return await operation.handle({
      services,
      session,
      upload,
      denial: denialOf(session.actor, operation),
      request,
      path,
      query,
      stillAllowed: () => requireUnchanged(services, request, session.actor),
    })
  } finally {
    upload.end()
  }
}

/** The refusal for somebody who may write none of the things that an operation writes; null: they may write some. */
function denialOf(actor: Actor, { body }: Operation): Refusal | null {
  const may = (action: Action) => body?.writes.some((name) => canSomewhere(actor, action, name))
  if (body === null || may('write')) return null
  return may('read') ? new Refusal('forbidden', 'You may write none of this.') : notFound()
}

/** A long answer must stop when the rights that it began with are withdrawn. */
async function requireUnchanged(
  services: Services,
  request: Request,
  before: Actor,
): Promise<void> {
  const session = await authenticate(services, request)
  if (session && reachesAlike(session.actor, before)) return
  throw new Refusal('unauthenticated', 'What you may see has changed since this answer began.')
}

/** Postgres stores no NUL, so no name contains one. */
function canBeName(text: string): boolean {
  return text.length <= 256 && text.isWellFormed() && !text.includes('\0')
}

function recordOf({ useCase: { name, oneIn } }: Operation) {
  return oneIn === null ? null : { name, oneIn }
}

/** What clusters send takes none of the room for what people send. */
function uploadsOf(operation: Operation, { uploads, recordUploads }: Services): Uploads {
  return recordOf(operation) ? recordUploads : uploads
}

/** Whether a refusal of this operation goes into the audit. */
function isAudited(operation: Operation, { url }: Request): boolean {
  const { method, query } = operation
  if (method === 'GET' || recordOf(operation) !== null) return false
  return !('dryRun' in query.shape && new URL(url).searchParams.get('dryRun') === 'true')
}
