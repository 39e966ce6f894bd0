import { createHash } from 'node:crypto'
import { findToken } from '#db/queries/tokens.ts'
import { rightsOfGrant } from '#lib/domain/token-grant.ts'
import { ownOrigin, type Session } from '../define.ts'
import type { Process } from '../process.ts'
import { Refusal } from '../refusal.ts'

/** `berth_` and 32 random bytes, so that secret scanners can recognise one. */
const TOKEN_FORM = /^berth_[A-Za-z0-9_-]{43}$/

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** The session that a bearer token opens. A text that can't be one costs no query. */
export async function authenticateBearer(process: Process, token: string): Promise<Session> {
  if (token.startsWith('berth_')) return authenticateToken(process, token)
  throw refusedToken('token_foreign', 'This is neither a token of Berth nor an access token.')
}

/** The session that one of our own tokens opens. */
export async function authenticateToken(process: Process, token: string): Promise<Session> {
  const found = TOKEN_FORM.test(token) ? await findToken(process.database, hashToken(token)) : null
  if (!found) {
    throw refusedToken('token_invalid', 'The token is unknown, expired or revoked.')
  }
  process.tokenUse.note(found)
  const { tenant, id, name } = found
  const actor = { kind: 'token', id, name, email: null, ...rightsOfGrant(found) } as const
  return { tenant, actor, origin: { ...ownOrigin, token: id }, notice: null }
}

function refusedToken(code: string, message: string): Refusal {
  return new Refusal('unauthenticated', message, { code })
}
