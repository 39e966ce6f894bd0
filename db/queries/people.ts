import { sql, type SQL } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

/** A person as their provider last told of them. */
export type PersonRow = {
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly groups: readonly string[]
  readonly roles: readonly string[]
  /** `unavailable`: the provider could not be asked, so there are no groups and no roles. */
  readonly rightsState: 'read' | 'unavailable'
  /** Why the last try to read them failed; null: it didn't. */
  readonly rightsMessage: string | null
  readonly readAt: Date
  readonly triedAt: Date
  /** Whether the provider can be asked without the person. */
  readonly isReadable: boolean
}

export type PersonColumns = {
  subject: string
  name: string
  email: string | null
  groups: string[]
  roles: string[]
  rights_state: PersonRow['rightsState']
  rights_message: string | null
  read_at: string
  tried_at: string
  is_readable: boolean
}

export function personFrom(row: PersonColumns): PersonRow {
  const { subject, name, email, groups, roles } = row
  return {
    subject,
    name,
    email,
    groups,
    roles,
    rightsState: row.rights_state,
    rightsMessage: row.rights_message,
    readAt: new Date(row.read_at),
    triedAt: new Date(row.tried_at),
    isReadable: row.is_readable,
  }
}

export async function findPerson(
  { tx, tenant }: TenantScope,
  subject: string,
): Promise<PersonRow | null> {
  const [row] = await tx.execute<PersonColumns>(sql`
    select subject, name, email, to_json(groups) as groups, to_json(roles) as roles, rights_state,
      rights_message, read_at, tried_at, refresh_token is not null as is_readable
    from people where tenant = ${tenant} and subject = ${subject}`)
  return row ? personFrom(row) : null
}

/** What a provider told of a person, and when it was asked. A message: it could not tell what they may. */
export type TellingOfPerson = {
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly groups: readonly string[]
  readonly roles: readonly string[]
  readonly message: string | null
  readonly at: Date
}

/** Keeps who signed in, and what the provider can be asked with from now on; null: with nothing. */
export async function upsertPerson(
  { tx, tenant }: TenantScope,
  telling: TellingOfPerson,
  refreshToken: Uint8Array | null,
): Promise<void> {
  const at = instant(telling.at)
  await tx.execute(sql`
    insert into people (tenant, subject, name, email, groups, roles, rights_state, rights_message,
      read_at, tried_at, refresh_token, signed_in_at)
    values (${tenant}, ${telling.subject}, ${telling.name}, ${telling.email},
      ${texts(telling.groups)}, ${texts(telling.roles)}, ${stateOf(telling)}, ${telling.message},
      ${at}, ${at}, ${bytesOrNull(refreshToken)}, ${at})
    on conflict (tenant, subject) do update set name = excluded.name, email = excluded.email,
      groups = excluded.groups, roles = excluded.roles, rights_state = excluded.rights_state,
      rights_message = excluded.rights_message, read_at = excluded.read_at,
      tried_at = excluded.tried_at, refresh_token = excluded.refresh_token,
      signed_in_at = excluded.signed_in_at`)
}

/** Keeps what an access token or the provider's directory told of a person, unless something newer is known. */
export async function keepTelling(
  { tx, tenant }: TenantScope,
  telling: Omit<TellingOfPerson, 'message'>,
): Promise<void> {
  const at = instant(telling.at)
  await tx.execute(sql`
    insert into people as known (tenant, subject, name, email, groups, roles, rights_state, read_at,
      tried_at)
    values (${tenant}, ${telling.subject}, ${telling.name}, ${telling.email},
      ${texts(telling.groups)}, ${texts(telling.roles)}, 'read', ${at}, ${at})
    on conflict (tenant, subject) do update set name = excluded.name, email = excluded.email,
      groups = excluded.groups, roles = excluded.roles, rights_state = 'read',
      rights_message = null, read_at = excluded.read_at
    where known.read_at < excluded.read_at`)
}

/**
 * Sets out to ask the provider about a person, unless somebody did since `before`: of all replicas one is told what to ask
 * with, sealed. Null: somebody did, or there is nothing to ask with.
 */
export async function claimReading(
  { tx, tenant }: TenantScope,
  subject: string,
  { at, before }: { readonly at: Date; readonly before: Date },
): Promise<Uint8Array | null> {
  const [row] = await tx.execute<{ refresh_token: Uint8Array }>(sql`
    update people set tried_at = ${instant(at)}
    where tenant = ${tenant} and subject = ${subject} and tried_at <= ${instant(before)}
      and refresh_token is not null
    returning refresh_token`)
  return row?.refresh_token ?? null
}

/** Keeps what was read. Of somebody who signed in meanwhile, what they signed in with stays. */
export async function keepReading(
  { tx, tenant }: TenantScope,
  telling: TellingOfPerson,
  { asked, next }: { readonly asked: Uint8Array; readonly next: Uint8Array },
): Promise<void> {
  await tx.execute(sql`
    update people set name = ${telling.name}, email = ${telling.email},
      groups = ${texts(telling.groups)}, roles = ${texts(telling.roles)},
      rights_state = 'read', rights_message = null, read_at = ${instant(telling.at)},
      refresh_token = ${Buffer.from(next)}
    where tenant = ${tenant} and subject = ${telling.subject} and ${askedWith(asked)}`)
}

/** Keeps that nothing could be read. What was read before `held` is too old to hold, and goes. */
export async function keepFailure(
  { tx, tenant }: TenantScope,
  subject: string,
  { message, held }: { readonly message: string; readonly held: Date },
  { asked, next }: { readonly asked: Uint8Array; readonly next: Uint8Array },
): Promise<void> {
  const isHeld = sql`read_at > ${instant(held)}`
  await tx.execute(sql`
    update people set rights_message = ${message}, refresh_token = ${Buffer.from(next)},
      groups = case when ${isHeld} then groups else '{}' end,
      roles = case when ${isHeld} then roles else '{}' end,
      rights_state = case when ${isHeld} then rights_state else 'unavailable' end
    where tenant = ${tenant} and subject = ${subject} and ${askedWith(asked)}`)
}

/** What a person's row was like when something was found out about them. */
export type SeenPerson = { readonly asked: Uint8Array } | { readonly readAt: Date }

/** Keeps that the provider vouches for a person no longer; false: they have signed in anew meanwhile. */
export async function forgetRights(
  { tx, tenant }: TenantScope,
  subject: string,
  message: string,
  seen: SeenPerson,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update people set groups = '{}', roles = '{}', rights_state = 'unavailable',
      rights_message = ${message}, refresh_token = null
    where tenant = ${tenant} and subject = ${subject}
      and ${'asked' in seen ? askedWith(seen.asked) : sql`read_at = ${instant(seen.readAt)}`}
    returning 1`)
  return rows.length > 0
}

function askedWith(sealed: Uint8Array): SQL {
  return sql`refresh_token = ${Buffer.from(sealed)}`
}

function stateOf({ message }: TellingOfPerson): PersonRow['rightsState'] {
  return message === null ? 'read' : 'unavailable'
}

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

const bytesOrNull = (value: Uint8Array | null) => (value === null ? null : Buffer.from(value))
