import { and, eq, gt, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { people } from '../schema/person.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** A person, as last described by their provider. */
export type PersonRow = Readonly<
  Omit<typeof people.$inferSelect, 'tenant' | 'refreshToken' | 'createdAt' | 'signedInAt'>
> & {
  /** Whether the provider can be asked in the person's absence. */
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

/** What a provider said of a person, and when it was asked. A message: their rights could not be read. */
export type TellingOfPerson = {
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly groups: readonly string[]
  readonly roles: readonly string[]
  readonly message: string | null
  readonly at: Date
}

/** Stores who signed in, and the token for asking the provider later; null: there is none. */
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

/** Stores what an access token or the provider's directory said of a person, unless something newer is known. */
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
 * Claims the task of asking the provider about a person, unless somebody did since `before`: one of the replicas gets the
 * sealed token to ask with. Null: another one did, or there is nothing to ask with.
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

/** The token that was used, and the one for the next time. */
type RefreshTokens = { readonly asked: Uint8Array; readonly next: Uint8Array }

/** Stores what was read. If somebody has signed in again in the meantime, the token of that sign-in stays. */
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

/** Notes that reading failed. Rights that were read before `held` are too old, and are removed. */
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

/** The state of a person's row when something was found out about them. */
export type SeenPerson = { readonly asked: Uint8Array } | { readonly readAt: Date }

/** Notes that the provider no longer vouches for a person; false: they have signed in again in the meantime. */
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
  return holds(people, { tenant, subject })
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
