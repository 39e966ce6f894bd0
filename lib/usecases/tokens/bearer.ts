// Access tokens of an identity provider, as sessions of their subjects: a person with what the provider said of them in the
// last ten minutes, or a program with its app roles.
import { createHash } from 'node:crypto'
import { inTenant } from '#db/client.ts'
import { readAccessVersion } from '#db/queries/access.ts'
import { findPerson, keepTelling, type PersonRow } from '#db/queries/people.ts'
import { findTenant } from '#db/queries/tenants.ts'
import type { FoundTenant } from '#db/queries/tokens.ts'
import type { Caller } from '#lib/adapters/identity/access-token-caller.ts'
import { rightsOf } from '#lib/domain/access/access.ts'
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'
import { type Identity, subjectId } from '#lib/domain/access/identity.ts'
import { accessDirectory } from '../access/directory.ts'
import { ownOrigin, type Session } from '../session.ts'
import { holds, RIGHTS_BOUND_MS } from '../people/rights-age.ts'
import { personActor, rightsOfKnown } from '../people/rights.ts'
import type { Services } from '../services.ts'
import { Refusal } from '../refusal.ts'

/** The session that an access token opens. Throws the one thing that is wrong with it. */
export async function authenticateAccessToken(services: Services, token: string): Promise<Session> {
  const verdict = await services.accessTokens.verify(token)
  if (!verdict.ok) {
    const { code, reason } = verdict
    const kind = code === 'keys_unavailable' ? 'unavailable' : 'unauthenticated'
    throw new Refusal(kind, reason, { code })
  }
  const { caller } = verdict
  const tenant = await tenantOf(services, caller)
  // It distinguishes tokens in the audit, and opens nothing.
  const origin = { ...ownOrigin, token: `sha256:${hashOf(token).slice(0, 32)}` }
  if (caller.kind === 'service') {
    const actor = await programOf(services, tenant, caller)
    return { tenant, actor, payer: principalOf(actor), origin, notice: null }
  }
  const { actor, notice } = await personOf(services, tenant, caller)
  return { tenant, actor, payer: principalOf(actor), origin, notice }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

async function tenantOf(services: Services, { identity }: Caller): Promise<FoundTenant> {
  const name = services.accessTokens.tenantOf(identity.subject)
  const tenant = name === null ? null : await findTenant(services.database, name)
  if (!tenant) {
    throw new Refusal('unauthenticated', 'The token is of no tenant here.', {
      code: 'token_tenant',
    })
  }
  const accessVersion = await inTenant(
    services.database,
    tenant.id,
    (tx) => readAccessVersion({ tx, tenant: tenant.id }),
    { readOnly: true },
  )
  return { ...tenant, accessVersion }
}

/** App roles, and groups if the token names them. */
async function programOf(
  services: Services,
  tenant: FoundTenant,
  { identity }: Caller,
): Promise<Actor> {
  const id = subjectId(identity.subject)
  const groups = identity.groups.kind === 'known' ? identity.groups.ids : []
  const directory = await accessDirectory(services, tenant)
  const { role, teams } = rightsOf({ groups, roles: identity.roles }, directory)
  return {
    kind: 'token',
    id,
    name: nameOf(identity),
    email: null,
    role,
    teams,
    groups,
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  }
}

async function personOf(
  services: Services,
  tenant: FoundTenant,
  caller: Caller,
): Promise<Pick<Session, 'actor' | 'notice'>> {
  const id = subjectId(caller.identity.subject)
  const person = await tellOf(services, tenant, caller)
  const found = person && (await rightsOfKnown(services, tenant, person))
  if (!found) throw stale()
  return { actor: personActor({ ...found, id }, found.rights), notice: found.notice }
}

/**
 * The newest description of the person: from this token, from Microsoft Graph, or from when they signed in. Null: all of
 * them are too old.
 */
async function tellOf(
  services: Services,
  tenant: FoundTenant,
  caller: Caller,
): Promise<PersonRow | null> {
  const subject = subjectId(caller.identity.subject)
  const known = await inTenant(
    services.database,
    tenant.id,
    (tx) => findPerson({ tx, tenant: tenant.id }, subject),
    { readOnly: true },
  )
  const now = services.clock()
  const saidAt = issuedAt(caller, now)
  const { groups } = caller.identity
  const saysAll = saidAt !== null && groups.kind === 'known'
  if (saysAll && (!known || known.readAt < saidAt)) {
    return keep(services, tenant, caller.identity, {
      groups: groups.ids,
      at: saidAt,
      keepsRoles: true,
    })
  }
  if (known && (known.isReadable || holds(known, now))) return known
  const asked = await askGraph(services, caller)
  if (asked === null) return null
  const telling = { groups: asked, at: now, keepsRoles: saidAt !== null }
  return keep(services, tenant, caller.identity, telling)
}

/** When the token was issued, if that is recent; null: it isn't, or the token doesn't say. */
function issuedAt({ issuedAt }: Caller, now: Date): Date | null {
  if (issuedAt === null) return null
  const age = now.getTime() - issuedAt * 1000
  return age < RIGHTS_BOUND_MS ? new Date(Math.min(issuedAt * 1000, now.getTime())) : null
}

/** Null: the provider has no Graph, or it can't be asked now. */
async function askGraph(
  { accessTokens }: Services,
  { identity: { subject } }: Caller,
): Promise<readonly string[] | null> {
  if (subject.provider !== 'entra') return null
  const reading = await accessTokens.groupsOf(subject.tenant)?.readGroups(subject)
  return reading?.outcome === 'read' ? reading.ids : null
}

type Telling = {
  readonly groups: readonly string[]
  readonly at: Date
  /** App roles are only in the token, so those of an old token don't count. */
  readonly keepsRoles: boolean
}

async function keep(
  services: Services,
  tenant: FoundTenant,
  identity: Identity,
  { groups, at, keepsRoles }: Telling,
): Promise<PersonRow | null> {
  const subject = subjectId(identity.subject)
  return inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    const roles = keepsRoles ? identity.roles : []
    const { email } = identity
    await keepTelling(scope, { subject, name: nameOf(identity), email, groups, roles, at })
    return findPerson(scope, subject)
  })
}

function nameOf({ subject, name, email }: Identity): string {
  return name ?? email ?? subjectId(subject)
}

function stale(): Refusal {
  return new Refusal(
    'unauthenticated',
    'The token was issued more than ten minutes ago, and what you may do could not be read again. Get a new one.',
    { code: 'token_stale' },
  )
}
