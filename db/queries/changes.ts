import { and, desc, eq, getTableColumns, lt, lte, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import { readRow } from '../rows.ts'
import { changes } from '../schema/change.ts'
import { recordedAt } from './clock.ts'
import { isAnyOf } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type NewChange = {
  readonly id: number
  readonly actor: Actor
  readonly action: string
  readonly reason: string | null
  readonly removed: number
  readonly added: number
  readonly changed: number
  /** Whether the actor gave the exact number of removals. */
  readonly confirmed: boolean
  /** Absent: it moved no placements. */
  readonly environments?: string[]
  readonly placementsTotal: number
  readonly impact: unknown
  /** The change that it takes back. */
  readonly reverts?: number | undefined
  readonly digest: string
}

/** Writes a change and answers when it was accepted; times never run backwards within a tenant. */
export async function insertChange(
  { tx, tenant }: TenantScope,
  { actor, ...change }: NewChange,
): Promise<Date> {
  const newest = tx
    .select({ at: changes.at })
    .from(changes)
    .where(and(eq(changes.tenant, tenant), lt(changes.id, change.id)))
    .orderBy(desc(changes.id))
    .limit(1)
  const [row] = await tx
    .insert(changes)
    .values({
      ...change,
      tenant,
      at: sql`greatest(${recordedAt}, ${newest})`,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      actorEmail: actor.email,
    })
    .returning({ at: changes.at })
  return row!.at
}

const unconfirmed = z.strictObject({ removed: z.int() })

/** How many placements were removed without confirmation in the last minutes, by everybody who counts as the payer. */
export async function countUnconfirmedRemovals(
  { tx, tenant }: TenantScope,
  payer: string,
  minutes: number,
): Promise<number> {
  const row = await readRow(tx, unconfirmed)`
    select coalesce(sum(c.removed), 0)::int as removed from changes c
    left join tokens k on k.tenant = c.tenant and k.id = case
      when c.actor_kind = 'token' and c.actor_id ~ '^[0-9a-f-]{36}$' then c.actor_id::uuid end
    where c.tenant = ${tenant} and c.at > clock_timestamp() - make_interval(mins => ${minutes})
      and c.removed > 0 and not c.confirmed
      and coalesce('person:' || k.person, k.payer, c.actor_kind || ':' || c.actor_id) = ${payer}`
  return row?.removed ?? 0
}

/** The number of the newest change that was accepted up to an instant; 0: none was. */
export async function changeAt({ tx, tenant }: TenantScope, at: Date): Promise<number> {
  const [row] = await tx
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.tenant, tenant), lte(changes.at, at)))
    .orderBy(desc(changes.at), desc(changes.id))
    .limit(1)
  return row?.id ?? 0
}

const { id, at, action, reason, actorKind, actorId, actorName } = getTableColumns(changes)
const summary = {
  id,
  at,
  action,
  actor: { kind: actorKind, id: actorId, name: actorName },
  reason,
}

/** A change in one line, as other answers name it. */
export type ChangeSummary = Awaited<ReturnType<typeof readChangeSummaries>>[number]

export function readChangeSummaries({ tx, tenant }: TenantScope, ids: readonly number[]) {
  return tx
    .select(summary)
    .from(changes)
    .where(and(eq(changes.tenant, tenant), isAnyOf(changes.id, ids)))
    .orderBy(changes.id)
}

export async function othersMadeChanges(
  { tx, tenant }: TenantScope,
  actor: Pick<Actor, 'kind' | 'id'>,
): Promise<boolean> {
  const [row] = await tx
    .select({ id })
    .from(changes)
    .where(and(eq(changes.tenant, tenant), or(ne(actorKind, actor.kind), ne(actorId, actor.id))))
    .limit(1)
  return row !== undefined
}
