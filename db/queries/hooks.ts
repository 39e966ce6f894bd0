// Webhooks that Git hosts call: of teams, and of the tenant’s repository. With its team, a hook is gone.
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Total } from '#lib/domain/lists/total.ts'
import { type Database, outsideTenants } from '../client.ts'
import { readRow } from '../rows.ts'
import { hooks } from '../schema/hook.ts'
import { revisions } from '../schema/revision.ts'
import { holds, isAnyOf } from './conditions.ts'
import { countRows, countUpTo } from './count-rows.ts'
import type { TenantScope } from './scope.ts'
import { foundTenant, foundTenantJson } from './tokens.ts'

const foundHook = z.strictObject({
  tenant: foundTenant,
  id: z.uuid(),
  name: z.string(),
  /** Null: it is of the tenant’s repository. */
  team: z.string().nullable(),
})
export type FoundHook = Readonly<z.infer<typeof foundHook>>

/** The hook with an id, in any tenant; null: there is none. */
export async function findHook(db: Database, id: string): Promise<FoundHook | null> {
  const row = await outsideTenants(
    db,
    (tx) => readRow(tx, foundHook)`
    select ${foundTenantJson} as tenant, id, name, team from find_hook(${id})`,
  )
  return row ?? null
}

type Stored = typeof hooks.$inferSelect

/** `team` is its name; null: it is of the tenant’s repository. */
export type HookRow = Readonly<
  Omit<Stored, 'tenant' | 'sealed' | 'team'> & {
    readonly team: string | null
  }
>

const { id, name, host, createdAt, createdBy, createdByName, lastDeliveryAt } = hooks
const shown = {
  id,
  name,
  team: revisions.name,
  host,
  createdAt,
  createdBy,
  createdByName,
  lastDeliveryAt,
}

/** The team whose it is, as it is now. */
const itsTeam = and(
  eq(revisions.tenant, hooks.tenant),
  eq(revisions.kind, 'team'),
  eq(revisions.object, hooks.team),
  isNull(revisions.ended),
)

/** The hook of a team that is no more is none. */
const isOfSomebody = or(isNull(hooks.team), isNotNull(revisions.name))

export type HookQuery = {
  /** Those of these teams; null: of every team. */
  readonly teams: readonly string[] | null
  /** Whether those of the tenant’s repository are among them. */
  readonly ofRepository: boolean
}

export type HookPosition = { readonly name: string; readonly id: string }

/** By name. */
export async function listHooks(
  scope: TenantScope,
  query: HookQuery,
  { after, limit }: { readonly after: HookPosition | null; readonly limit: number },
): Promise<HookRow[]> {
  const beyond = after && sql`(${name}, ${id}) > (${after.name}::text, ${after.id}::uuid)`
  return scope.tx
    .select(shown)
    .from(hooks)
    .leftJoin(revisions, itsTeam)
    .where(and(matching(scope, query), beyond ?? undefined))
    .orderBy(asc(name), asc(id))
    .limit(limit)
}

export function countHooks(scope: TenantScope, query: HookQuery): Promise<Total> {
  return countRows(
    scope,
    sql`select from ${hooks} left join ${revisions} on ${itsTeam} where ${matching(scope, query)}`,
  )
}

function matching({ tenant }: TenantScope, { teams, ofRepository }: HookQuery) {
  const ofTeam = teams === null ? isNotNull(revisions.name) : isAnyOf(revisions.name, teams)
  const isAsked = ofRepository ? or(ofTeam, isNull(hooks.team)) : ofTeam
  return and(eq(hooks.tenant, tenant), isAsked)
}

/** Null: there is none with the id. */
export async function readHook({ tx, tenant }: TenantScope, id: string): Promise<HookRow | null> {
  const [row] = await tx
    .select(shown)
    .from(hooks)
    .leftJoin(revisions, itsTeam)
    .where(and(holds(hooks, { tenant, id }), isOfSomebody))
  return row ?? null
}

/** By what the host of a hook proves its deliveries; null: there is none with the id. */
export async function readHookSecret(
  { tx, tenant }: TenantScope,
  id: string,
): Promise<Pick<Stored, 'host' | 'sealed'> | null> {
  const [row] = await tx
    .select({ host, sealed: hooks.sealed })
    .from(hooks)
    .where(holds(hooks, { tenant, id }))
  return row ?? null
}

/** How many a team has, or the tenant’s repository, up to a limit. */
export function countHooksOf(
  scope: TenantScope,
  team: number | null,
  limit: number,
): Promise<number> {
  const isIts = holds(hooks, { tenant: scope.tenant, team })
  return countUpTo(scope, sql`select from ${hooks} where ${isIts}`, limit)
}

export async function insertHook(
  { tx, tenant }: TenantScope,
  hook: Omit<Stored, 'tenant' | 'createdAt' | 'lastDeliveryAt'>,
): Promise<void> {
  await tx.insert(hooks).values({ tenant, ...hook })
}

export async function deleteHook({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx.delete(hooks).where(holds(hooks, { tenant, id }))
}

/** Written once a minute at most. */
export async function writeDelivery({ tx, tenant }: TenantScope, id: string): Promise<void> {
  const minute = sql`date_trunc('minute', now())`
  const isOlder = or(isNull(lastDeliveryAt), lt(lastDeliveryAt, minute))
  await tx
    .update(hooks)
    .set({ lastDeliveryAt: minute })
    .where(and(holds(hooks, { tenant, id }), isOlder))
}
