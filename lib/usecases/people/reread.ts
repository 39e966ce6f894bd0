// Rereads from the provider what people may do, so that rights that were withdrawn there are withdrawn here within ten
// minutes. Any failure leaves fewer rights, never more.
import { setTimeout as pause } from 'node:timers/promises'
import { inTenant } from '#db/client.ts'
import {
  claimReading,
  findPerson,
  forgetRights,
  keepFailure,
  keepReading,
  type PersonRow,
  type SeenPerson,
  type TellingOfPerson,
} from '#db/queries/people.ts'
import { endSessionsOf } from '#db/queries/sessions.ts'
import type { FoundTenant } from '#db/queries/tokens.ts'
import type { IdentityProvider, Rereading } from '#lib/adapters/identity/identity-provider.ts'
import { SealedUnreadable } from '#lib/secrets/sealed.ts'
import type { Services } from '../services.ts'
import { providerOf } from './providers.ts'
import { openRefreshToken, sealRefreshToken } from './refresh-token.ts'
import { holds, RIGHTS_BOUND_MS } from './rights-age.ts'

/** After this they are reread in the background. */
const FRESH_MS = 5 * 60_000
/** Between two attempts; longer than one attempt takes. */
const TRY_MS = 30_000
const LOOK_MS = 200

const ANOTHER = 'Your identity provider answered about somebody else: sign out, and in again.'
const UNREADABLE =
  'Berth can no longer ask your identity provider about you: sign out, and in again.'
const GONE = 'The identity provider vouches for this person no longer.'

/**
 * A person with groups and roles that were read in the last ten minutes, or with none and the reason in `rightsMessage`.
 * Null: nobody vouches for them any more, and their sessions have ended.
 */
export async function freshPerson(
  services: Services,
  tenant: FoundTenant,
  person: PersonRow,
): Promise<PersonRow | null> {
  const provider = providerOf(services.identityProviders, tenant, person.subject)
  const now = services.clock()
  const isHeld = holds(person, now)
  if (provider === null || (!isHeld && !person.isReadable)) {
    await forget(services, tenant, person.subject, person)
    return null
  }
  const isFresh = isHeld && now.getTime() - person.readAt.getTime() < FRESH_MS
  if (isFresh || !person.isReadable) return person
  const wasTried = now.getTime() - person.triedAt.getTime() < TRY_MS
  if (isHeld) {
    if (!wasTried) inBackground(services, readOnce(services, tenant, person.subject, provider))
    return person
  }
  // The last attempt failed, and it is too early for another.
  if (wasTried && person.rightsMessage !== null) return withoutRights(person)
  return readOnce(services, tenant, person.subject, provider)
}

function withoutRights(person: PersonRow): PersonRow {
  return { ...person, groups: [], roles: [], rightsState: 'unavailable' }
}

function inBackground({ log }: Services, reading: Promise<unknown>): void {
  reading.catch((error: unknown) => log.error({ err: error }, 'rights could not be read'))
}

/** While this process already asks about a person, further callers wait for the same answer. */
async function readOnce(
  services: Services,
  tenant: FoundTenant,
  subject: string,
  provider: IdentityProvider,
): Promise<PersonRow | null> {
  const key = `${tenant.id} ${subject}`
  const running = services.rereadings.get(key)
  if (running) return running
  const reading = readOrAwait(services, tenant, subject, provider).finally(() =>
    services.rereadings.delete(key),
  )
  services.rereadings.set(key, reading)
  return reading
}

/** One of the replicas asks the provider; the others wait for what it finds. */
async function readOrAwait(
  services: Services,
  tenant: FoundTenant,
  subject: string,
  provider: IdentityProvider,
): Promise<PersonRow | null> {
  for (;;) {
    const now = services.clock()
    const times = { at: now, before: new Date(now.getTime() - TRY_MS) }
    const asked = await inTenant(services.database, tenant.id, (tx) =>
      claimReading({ tx, tenant: tenant.id }, subject, times),
    )
    if (asked !== null) return ask(services, tenant, { subject, provider, asked, now })
    const person = await look(services, tenant, subject)
    if (person === null || !person.isReadable) return null
    if (holds(person, now)) return person
    if (person.rightsMessage !== null) return withoutRights(person)
    await pause(LOOK_MS)
  }
}

type Asking = {
  readonly subject: string
  readonly provider: IdentityProvider
  /** The refresh token, sealed. */
  readonly asked: Uint8Array
  readonly now: Date
}

async function ask(
  services: Services,
  tenant: FoundTenant,
  asking: Asking,
): Promise<PersonRow | null> {
  const { subject, asked, now } = asking
  const told = await tell(services, tenant, asking)
  if (told.outcome === 'gone') return forget(services, tenant, subject, { asked })
  const next =
    told.refreshToken === null
      ? asked
      : sealRefreshToken(services.sealing, told.refreshToken, { tenant: tenant.id, subject })
  await inTenant(services.database, tenant.id, (tx) => {
    const scope = { tx, tenant: tenant.id }
    if (told.outcome === 'read') {
      return keepReading(scope, tellingOf(told, now), { asked, next })
    }
    const held = new Date(now.getTime() - RIGHTS_BOUND_MS)
    return keepFailure(scope, subject, { message: told.message, held }, { asked, next })
  })
  const person = await look(services, tenant, subject)
  return person === null || holds(person, now) ? person : withoutRights(person)
}

type Told =
  | Exclude<Rereading, { readonly outcome: 'unavailable' }>
  /** Without a refresh token, the one that was used stays. */
  | {
      readonly outcome: 'unavailable'
      readonly message: string
      readonly refreshToken: string | null
    }

async function tell(
  services: Services,
  tenant: FoundTenant,
  { subject, provider, asked }: Asking,
): Promise<Told> {
  const log = services.log.child({ tenant: tenant.name, subject })
  try {
    const of = { tenant: tenant.id, subject }
    const told = await provider.reread(openRefreshToken(services.sealing, asked, of))
    if (told.outcome === 'unavailable') log.warn({ reason: told.message }, 'rights not read')
    // An answer about another person doesn't count.
    const isAnother = told.outcome === 'read' && told.person.subject !== subject
    if (!isAnother) return told
    log.error('the identity provider answered about somebody else')
    return { outcome: 'unavailable', message: ANOTHER, refreshToken: null }
  } catch (error) {
    if (!(error instanceof SealedUnreadable)) throw error
    log.error({ err: error }, 'rights not read')
    return { outcome: 'unavailable', message: UNREADABLE, refreshToken: null }
  }
}

function tellingOf(told: Extract<Told, { outcome: 'read' }>, at: Date): TellingOfPerson {
  const { subject, name, email } = told.person
  return { subject, name: name ?? email ?? subject, email, ...told.memberships, message: null, at }
}

/** Ends all access of a person, except for one who has signed in again in the meantime. */
async function forget(
  services: Services,
  tenant: FoundTenant,
  subject: string,
  seen: SeenPerson,
): Promise<PersonRow | null> {
  return inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    if (!(await forgetRights(scope, subject, GONE, seen))) {
      return findPerson(scope, subject)
    }
    await endSessionsOf(scope, subject)
    return null
  })
}

function look({ database }: Services, tenant: FoundTenant, subject: string) {
  return inTenant(database, tenant.id, (tx) => findPerson({ tx, tenant: tenant.id }, subject), {
    readOnly: true,
  })
}
