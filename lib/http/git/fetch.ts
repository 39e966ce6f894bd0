// Serves the embedded repository over smart HTTP: to token holders, and to everybody while the demo answers only this
// machine.
import { attempt } from '#lib/http/api/attempt.ts'
import { readBearer, sessionOfToken } from '#lib/http/api/authenticate.ts'
import { problemOf, retryAfter } from '#lib/http/api/problem.ts'
import { readBytes } from '#lib/http/bodies/body-bytes.ts'
import { originOf } from '#lib/http/request/request-origin.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { readRepositoryUseCase } from '#lib/usecases/repository/read.ts'
import { demoReader } from '#lib/usecases/tokens/demo-reader.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="berth"' }

/** Answers `/git/REPOSITORY/…`. */
export async function answerGit(request: Request): Promise<Response> {
  const { headers, url } = request
  const [, , repository = '', ...rest] = new URL(url).pathname.split('/').map(decodeURIComponent)
  const asking = {
    operation: 'fetchRepository',
    requestId: originOf(headers).requestId,
    headers,
    isOfBrowser: false,
    open: (services: Services) => authenticateGit(services, request),
    write: null,
  }
  try {
    return await attempt(asking, async (services, session) => {
      const served = await readRepositoryUseCase.invoke(services, session, { repository })
      const upload = services.uploads.begin(session)
      try {
        return await served.serve(rest.join('/'), request, {
          readBody: (sent, bytesMax) => readBytes(sent, bytesMax, upload),
          takeTurn: () => services.fetches.take(session),
        })
      } finally {
        upload.end()
      }
    })
  } catch (error) {
    const { status, detail } = problemOf(error)
    // git sends no credential before it is asked for one, and the repository may belong to another tenant.
    const asks = status === 401 || (status === 404 && !request.headers.has('authorization'))
    return asks
      ? new Response('Send a token as the password.\n', { status: 401, headers: CHALLENGE })
      : new Response(`${detail}\n`, { status, headers: retryAfter(error, status) })
  }
}

/** git sends a token as the password of Basic authentication; the user name is ignored. */
async function authenticateGit(services: Services, request: Request): Promise<Session | null> {
  const header = request.headers.get('authorization')
  if (header === null) return demoReader(services)
  const password = basicPassword(header)
  return sessionOfToken(services, () => password ?? readBearer(header))
}

function basicPassword(header: string): string | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header)?.[1]
  if (encoded === undefined) return null
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return password ?? null
}
