// Finds out whom a request's credentials belong to. Text that can't be a credential is refused before anything is looked
// up.
import { sessionOf } from '#lib/http/sign-in/session.ts'
import type { Session } from '#lib/usecases/session.ts'
import type { Services } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { authenticateBearer } from '#lib/usecases/tokens/authenticate.ts'
import { countRefusedCredentials } from './health.ts'

/** The session of a request's token or cookie; null: it has neither. A token takes precedence over a cookie. */
export async function authenticate(services: Services, request: Request): Promise<Session | null> {
  const header = request.headers.get('authorization')
  if (header === null) return sessionOf(request.headers)
  return sessionOfToken(services, () => readBearer(header))
}

/** The session of the token that `read` finds in a request. A refused one is counted, and only its code is answered. */
export async function sessionOfToken(services: Services, read: () => string): Promise<Session> {
  try {
    return await authenticateBearer(services, read())
  } catch (error) {
    if (error instanceof Refusal) countRefusedCredentials(error.code)
    throw error
  }
}

/** The characters of a token, for Berth and for https://datatracker.ietf.org/doc/html/rfc6750#section-2.1. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/
/** An access token of Microsoft Entra ID with 200 groups has about 11,000. */
const TOKEN_CHARACTERS_MAX = 16_384

/** The token of `Bearer TOKEN`. Throws what is wrong with the header. */
export function readBearer(header: string): string {
  const [scheme = '', ...rest] = header.split(' ')
  // Node.js joins two headers of the same name with a comma.
  if (/,\s*[A-Za-z]+(?: |$)/.test(header)) {
    throw refusal('authorization_repeated', 'Send one Authorization header.')
  }
  if (scheme.toLowerCase() !== 'bearer') {
    throw refusal('authorization_scheme', 'Send `Authorization: Bearer TOKEN`.')
  }
  const token = rest.join(' ')
  if (token === '') throw refusal('authorization_empty', 'There is no token after `Bearer`.')
  if (token.length > TOKEN_CHARACTERS_MAX) {
    throw refusal('token_too_long', `The token is longer than ${TOKEN_CHARACTERS_MAX} characters.`)
  }
  if (TOKEN.test(token)) return token
  throw refusal('authorization_malformed', 'What stands after `Bearer` is no token.')
}

function refusal(code: string, message: string): Refusal {
  return new Refusal('unauthenticated', message, { code })
}
