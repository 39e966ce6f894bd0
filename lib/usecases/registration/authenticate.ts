// Clusters that register themselves identify by the secret of a registration token.
import { createHash } from 'node:crypto'
import { findRegistration } from '#db/queries/registration-secrets.ts'
import type { RegistrationToken } from '#lib/domain/objects/objects.ts'
import { storedObject } from '../objects/stored-object.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { ownOrigin, type Session } from '../session.ts'

/** As other tokens, so that secret scanners know it, with a word that says what it is for. */
export const REGISTRATION_PREFIX = 'berth_register_'
const FORM = /^berth_register_[A-Za-z0-9_-]{43}$/

export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/** The session that the secret of a registration token opens: in it clusters are registered, and nothing else is done. */
export async function authenticateRegistration(
  services: Services,
  secret: string,
): Promise<Session> {
  const found = FORM.test(secret)
    ? await findRegistration(services.database, hashSecret(secret))
    : null
  if (!found) throw invalidRegistration()
  const { tenant, id, name, body } = found
  requireUsable(storedObject('registration-token', body), services)
  const actor = {
    kind: 'token',
    id,
    name,
    email: null,
    role: null,
    teams: new Map(),
    groups: [],
    cluster: null,
    registers: true,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  } as const
  return { tenant, actor, payer: `token:${id}`, origin: { ...ownOrigin, token: id }, notice: null }
}

/** Refuses as if there were none, because it may be nobody's any more who sends it. */
export function requireUsable(
  { suspended, expiresAt }: RegistrationToken,
  { clock }: Pick<Services, 'clock'>,
): void {
  if (suspended || expiresAt <= clock()) throw invalidRegistration()
}

export function invalidRegistration(): Refusal {
  return new Refusal('unauthenticated', 'The token is unknown, expired, suspended or replaced.', {
    code: 'token_invalid',
  })
}
