// Serves the embedded repository over smart HTTP: to token holders, and to everybody while the demo answers only this
// machine.
import { readBearer, sessionOfToken } from '#lib/http/api/authenticate.ts'
import { problemOf, retryAfter } from '#lib/http/api/problem.ts'
import { readBytes } from '#lib/http/bodies/body-bytes.ts'
import type { Session } from '#lib/usecases/session.ts'
import { currentServices, type Services } from '#lib/usecases/services.ts'
import { admit } from '#lib/usecases/rate-limit.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { readRepositoryUseCase } from '#lib/usecases/repository/read.ts'
import { demoReader } from '#lib/usecases/tokens/demo-reader.ts'
import type { Upload } from '#lib/usecases/uploads.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="berth"' }

type GitContext = { readonly params: Promise<{ readonly path: readonly string[] }> }

export async function answerGit(request: Request, { params }: GitContext): Promise<Response> {
  const services = currentServices()
  let upload: Upload | null = null
  try {
    const [repository = '', ...rest] = (await params).path
    const session = await authenticateGit(services, request)
    if (session === null) throw new Refusal('unauthenticated', 'Send a token as the password.')
    await admit(services, session)
    const served = await readRepositoryUseCase.invoke(services, session, { repository })
    const begun = services.uploads.begin(session)
    upload = begun
    return await served.serve(rest.join('/'), request, {
      readBody: (sent, bytesMax) => readBytes(sent, bytesMax, begun),
      takeTurn: () => services.fetches.take(session),
    })
  } catch (error) {
    const { status, detail } = problemOf(error)
    if (error instanceof Refusal && status === 503) services.log.warn('git request put off')
    else if (status >= 500) services.log.error({ err: error }, 'git request failed')
    // git sends no credential before it is asked for one, and the repository may belong to another tenant.
    const asks = status === 401 || (status === 404 && !request.headers.has('authorization'))
    return asks
      ? new Response('Send a token as the password.\n', { status: 401, headers: CHALLENGE })
      : new Response(`${detail}\n`, { status, headers: retryAfter(error, status) })
  } finally {
    upload?.end()
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
