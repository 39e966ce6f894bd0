import { and, eq, gt, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { people } from '../schema/person.ts'
import type { TenantScope } from './scope.ts'

/** A person as their provider last told of them. */
export type PersonRow = Readonly<
  Omit<typeof people.$inferSelect, 'tenant' | 'refreshToken' | 'createdAt' | 'signedInAt'>
> & {
  /** Whether the provider can be asked without the person. */
  readonly isReadable: boolean
}

export async function findPerson(scope: TenantScope, subject: string): Promise<PersonRow | null> {
  const { name, email, groups, roles, rightsState, rightsMessage, readAt, triedAt } = people
  const told = { name, email, groups, roles, rightsState, rightsMessage, readAt, triedAt }
  const isReadable = sql<boolean>`${people.refreshToken} is not null`
  const [row] = await scope.tx
    .select({ subject: people.subject, ...told, isReadable })
    .from(people)
    .where(isPerson(scope, subject))
  return row ?? null
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
  const { at } = telling
  const told = { ...toldColumns(telling), triedAt: at, refreshToken, signedInAt: at }
  await tx
    .insert(people)
    .values({ tenant, subject: telling.subject, ...told })
    .onConflictDoUpdate({ target: [people.tenant, people.subject], set: told })
}

/** Keeps what an access token or the provider's directory told of a person, unless something newer is known. */
export async function keepTelling(
  { tx, tenant }: TenantScope,
  telling: Omit<TellingOfPerson, 'message'>,
): Promise<void> {
  const told = toldColumns({ ...telling, message: null })
  await tx
    .insert(people)
    .values({ tenant, subject: telling.subject, ...told, triedAt: telling.at })
    .onConflictDoUpdate({
      target: [people.tenant, people.subject],
      set: told,
      setWhere: lt(people.readAt, telling.at),
    })
}

/**
 * Sets out to ask the provider about a person, unless somebody did since `before`: of all replicas one is told what to ask
 * with, sealed. Null: somebody did, or there is nothing to ask with.
 */
export async function claimReading(
  scope: TenantScope,
  subject: string,
  { at, before }: { readonly at: Date; readonly before: Date },
): Promise<Uint8Array | null> {
  const isClaimed = and(
    isPerson(scope, subject),
    lte(people.triedAt, before),
    isNotNull(people.refreshToken),
  )
  const [row] = await scope.tx
    .update(people)
    .set({ triedAt: at })
    .where(isClaimed)
    .returning({ refreshToken: people.refreshToken })
  return row?.refreshToken ?? null
}

/** What the provider was asked with, and what it can be asked with next. */
type RefreshTokens = { readonly asked: Uint8Array; readonly next: Uint8Array }

/** Keeps what was read. Of somebody who signed in meanwhile, what they signed in with stays. */
export async function keepReading(
  scope: TenantScope,
  telling: TellingOfPerson,
  { asked, next }: RefreshTokens,
): Promise<void> {
  await scope.tx
    .update(people)
    .set({ ...toldColumns({ ...telling, message: null }), refreshToken: next })
    .where(and(isPerson(scope, telling.subject), eq(people.refreshToken, asked)))
}

/** Keeps that nothing could be read. What was read before `held` is too old to hold, and goes. */
export async function keepFailure(
  scope: TenantScope,
  subject: string,
  { message, held }: { readonly message: string; readonly held: Date },
  { asked, next }: RefreshTokens,
): Promise<void> {
  const isHeld = gt(people.readAt, held)
  await scope.tx
    .update(people)
    .set({
      rightsMessage: message,
      refreshToken: next,
      groups: sql`case when ${isHeld} then ${people.groups} else '{}' end`,
      roles: sql`case when ${isHeld} then ${people.roles} else '{}' end`,
      rightsState: sql`case when ${isHeld} then ${people.rightsState} else 'unavailable' end`,
    })
    .where(and(isPerson(scope, subject), eq(people.refreshToken, asked)))
}

/** What a person's row was like when something was found out about them. */
export type SeenPerson = { readonly asked: Uint8Array } | { readonly readAt: Date }

/** Keeps that the provider vouches for a person no longer; false: they have signed in anew meanwhile. */
export async function forgetRights(
  scope: TenantScope,
  subject: string,
  message: string,
  seen: SeenPerson,
): Promise<boolean> {
  const isAsSeen =
    'asked' in seen ? eq(people.refreshToken, seen.asked) : eq(people.readAt, seen.readAt)
  const { count } = await scope.tx
    .update(people)
    .set({
      groups: [],
      roles: [],
      rightsState: 'unavailable',
      rightsMessage: message,
      refreshToken: null,
    })
    .where(and(isPerson(scope, subject), isAsSeen))
  return count > 0
}

function isPerson({ tenant }: TenantScope, subject: string) {
  return and(eq(people.tenant, tenant), eq(people.subject, subject))
}

function toldColumns({ name, email, groups, roles, message, at }: TellingOfPerson) {
  return {
    name,
    email,
    groups: [...groups],
    roles: [...roles],
    rightsState: message === null ? ('read' as const) : ('unavailable' as const),
    rightsMessage: message,
    readAt: at,
  }
}
