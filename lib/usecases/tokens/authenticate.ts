import { createHash } from 'node:crypto'
import { findToken, type FoundToken } from '#db/queries/tokens.ts'
import { intersectRights } from '#lib/domain/access/access.ts'
import { mayGrant, rightsOfGrant } from '#lib/domain/access/token-grant.ts'
import { authenticateRegistration, REGISTRATION_PREFIX } from '../registration/authenticate.ts'
import { ownOrigin, type Session } from '../session.ts'
import { nameOfScheduler } from '#lib/domain/access/actor.ts'
import { rightsOfPerson } from '../people/rights.ts'
import type { Services } from '../services.ts'
import { Refusal } from '../refusal.ts'
import { authenticateAccessToken } from './bearer.ts'

/** `berth_` and 32 random bytes, so that secret scanners can recognise one. */
const TOKEN_FORM = /^berth_[A-Za-z0-9_-]{43}$/

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** The session that a bearer token opens. Text that can't be a token costs no query. */
export async function authenticateBearer(services: Services, token: string): Promise<Session> {
  if (token.startsWith(REGISTRATION_PREFIX)) return authenticateRegistration(services, token)
  if (token.startsWith('berth_')) return authenticateToken(services, token)
  if (token.includes('.')) return authenticateAccessToken(services, token)
  throw refusedToken('token_foreign', 'This is neither a token of Berth nor an access token.')
}

/** The session that one of our own tokens opens. */
export async function authenticateToken(services: Services, token: string): Promise<Session> {
  const found = TOKEN_FORM.test(token) ? await findToken(services.database, hashToken(token)) : null
  if (!found) {
    throw refusedToken('token_invalid', 'The token is unknown, expired or revoked.')
  }
  services.tokenUse.note(found)
  const { tenant, id } = found
  const { rights, notice } = await rightsNow(services, found)
  const name = rights.schedules === null ? found.name : nameOfScheduler(rights.schedules)
  const others = { registers: false, tellsOfRepository: false }
  const actor = { kind: 'token', id, name, email: null, ...rights, ...others } as const
  // There are no more of these payers than clusters, however many tokens each has.
  const payer = rights.cluster === null ? found.payer : `cluster:${rights.cluster}`
  return { tenant, actor, payer, origin: { ...ownOrigin, token: id }, notice }
}

/** What a token allows, as far as its maker may still do that. */
async function rightsNow(services: Services, { tenant, person, ...grant }: FoundToken) {
  const granted = rightsOfGrant(grant)
  if (person === null) return { rights: { ...granted, groups: [] }, notice: null }
  const maker = await rightsOfPerson(services, tenant, person)
  if (!maker) {
    throw refusedToken(
      'token_maker_gone',
      'Nobody vouches any more for the person who made this token, or they have to sign in again.',
    )
  }
  const { role, teams } = intersectRights({ ...granted, because: [] }, maker.rights)
  // Only an admin can make a cluster's token.
  const cluster = maker.rights.role === 'admin' ? granted.cluster : null
  const announces = mayGrant(maker.rights, grant) ? granted.announces : null
  const schedules = mayGrant(maker.rights, grant) ? granted.schedules : null
  const rights = { role, teams, groups: maker.groups, cluster, announces, schedules }
  return { rights, notice: maker.notice }
}

function refusedToken(code: string, message: string): Refusal {
  return new Refusal('unauthenticated', message, { code })
}
