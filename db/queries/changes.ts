import { sql } from 'drizzle-orm'
import type { Actor } from '#lib/domain/access/actor.ts'
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
  readonly placementsTotal: number
  readonly impact: unknown
  readonly digest: string
}

/** Writes a change and answers when it was accepted; times never run backwards within a tenant. */
export async function insertChange({ tx, tenant }: TenantScope, change: NewChange): Promise<Date> {
  const { actor } = change
  const [row] = await tx.execute<{ at: string }>(sql`
    insert into changes (tenant, id, at, actor_kind, actor_id, actor_name, actor_email, action, reason,
      removed, added, changed, confirmed, placements_total, impact, digest)
    select ${tenant}, ${change.id}, greatest(clock_timestamp(),
        (select at from changes where tenant = ${tenant} and id < ${change.id}
          order by id desc limit 1)),
      ${actor.kind}, ${actor.id}, ${actor.name}, ${actor.email}, ${change.action}, ${change.reason},
      ${change.removed}, ${change.added}, ${change.changed}, ${change.confirmed},
      ${change.placementsTotal}, ${JSON.stringify(change.impact)}::jsonb, ${change.digest}
    returning at`)
  return new Date(row!.at)
}

/** How many placements were removed in the last minutes, unconfirmed, by all whose requests count for the payer. */
export async function countUnconfirmedRemovals(
  { tx, tenant }: TenantScope,
  payer: string,
  minutes: number,
): Promise<number> {
  const [row] = await tx.execute<{ removed: number }>(sql`
    select coalesce(sum(c.removed), 0)::int as removed from changes c
    left join tokens k on k.tenant = c.tenant and k.id = case
      when c.actor_kind = 'token' and c.actor_id ~ '^[0-9a-f-]{36}$' then c.actor_id::uuid end
    where c.tenant = ${tenant} and c.at > clock_timestamp() - make_interval(mins => ${minutes})
      and c.removed > 0 and not c.confirmed
      and coalesce('person:' || k.person, k.payer, c.actor_kind || ':' || c.actor_id) = ${payer}`)
  return row?.removed ?? 0
}

/** The number of the newest change that was accepted at an instant or before; 0: none was. */
export async function changeAt({ tx, tenant }: TenantScope, at: Date): Promise<number> {
  const [row] = await tx.execute<{ id: number }>(sql`
    select id from changes where tenant = ${tenant} and at <= ${at.toISOString()}
    order by at desc, id desc limit 1`)
  return row?.id ?? 0
}

/** A change in a line: what of it other answers name. */
export type ChangeSummary = {
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly actor: { readonly kind: Actor['kind']; readonly id: string; readonly name: string }
  readonly reason: string | null
}

type SummaryRow = {
  id: number
  at: string
  action: string
  actor_kind: Actor['kind']
  actor_id: string
  actor_name: string
  reason: string | null
}

export async function readChangeSummaries(
  { tx, tenant }: TenantScope,
  ids: readonly number[],
): Promise<ChangeSummary[]> {
  const rows = await tx.execute<SummaryRow>(sql`
    select id, at, action, actor_kind, actor_id, actor_name, reason from changes
    where tenant = ${tenant} and id = any(${sql.param(ids)}::bigint[]) order by id`)
  return rows.map(summaryOf)
}

function summaryOf(row: SummaryRow): ChangeSummary {
  const { id, at, action, reason } = row
  const actor = { kind: row.actor_kind, id: row.actor_id, name: row.actor_name }
  return { id, at: new Date(at), action, actor, reason }
}

/** Whether anybody but this actor has made a change. */
export async function othersMadeChanges(
  { tx, tenant }: TenantScope,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
): Promise<boolean> {
  const [row] = await tx.execute(sql`
    select 1 from changes where tenant = ${tenant}
      and (actor_kind, actor_id) is distinct from (${kind}, ${id}) limit 1`)
  return row !== undefined
}
