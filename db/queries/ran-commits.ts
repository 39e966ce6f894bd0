// Which commits of its own repository an application ran, by what clusters reported; and to which one a roll back pinned it.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { TenantScope } from './scope.ts'
import { sourceOfBody } from './source-of-body.ts'

/** The time that is asked about: of an instant, or when a change took effect. */
export type RanTime =
  | { readonly kind: 'at'; readonly at: Date; readonly change: number }
  | { readonly kind: 'change'; readonly change: number }

const ranRow = z.strictObject({
  commit: z.string(),
  /** On how many clusters, of how many that told of any. */
  clusters: z.int(),
  of: z.int(),
})
export type Ran = z.infer<typeof ranRow>

/** So many clusters are asked. */
const CLUSTERS_MAX = 1000

/** The commit that most clusters ran, of those on which it was placed; null: none told. */
export async function findRan(
  { tx, tenant }: TenantScope,
  application: number,
  time: RanTime,
): Promise<Ran | null> {
  const placed = sql`select cluster_id, began from placements_all
    where tenant = ${tenant} and application_id = ${application}
      and began <= ${time.change} and (ended is null or ended > ${time.change})
    order by cluster_id limit ${CLUSTERS_MAX}`
  const revision =
    time.kind === 'at'
      ? ranAt(tenant, application, sql`${time.at.toISOString()}::timestamptz`)
      : ranWith(tenant, application, time.change)
  return readMost(tx, sql`select ${revision} as revision from (${placed}) p`)
}

/** The same of now. */
export async function findRunning(
  { tx, tenant }: TenantScope,
  application: number,
): Promise<Ran | null> {
  return readMost(
    tx,
    sql`select o.revision from (
        select cluster_id from placements
        where tenant = ${tenant} and application_id = ${application}
        order by cluster_id limit ${CLUSTERS_MAX}
      ) p join observations o on o.tenant = ${tenant} and o.cluster_id = p.cluster_id
        and o.application_id = ${application}`,
  )
}

/** Of equally many, the one with the least digits, so that the answer is always the same. */
async function readMost(tx: TenantScope['tx'], revisions: SQL): Promise<Ran | null> {
  const row = await readRow(tx, ranRow)`
    select revision as commit, count(*)::int as clusters, (sum(count(*)) over ())::int as of
    from (${revisions}) told where revision ~ '^([0-9a-f]{40}|[0-9a-f]{64})$'
    group by revision order by count(*) desc, revision limit 1`
  return row ?? null
}

/** What it ran at an instant on the cluster of a placement `p`: what had last been synced, or else what was observed. */
function ranAt(tenant: number, application: number, at: SQL): SQL {
  const ofPair = sql`tenant = ${tenant} and cluster_id = p.cluster_id
    and application_id = ${application}`
  return sql`coalesce(
    (select revision from observed_syncs where ${ofPair} and deployed_at <= ${at}
      order by deployed_at desc limit 1),
    (select revision from observed_turns where ${ofPair} and at <= ${at}
      order by at desc limit 1),
    (select revision_before from observed_turns where ${ofPair} and at > ${at}
      order by at limit 1),
    (select revision from observations where ${ofPair} and state_since <= ${at}))`
}

/** A root tells that it synced as much later as it has other things to apply. */
const PULL_TAKES = sql`interval '1 minute'`

/**
 * What it ran there with a change: where that gave the placement its source, the first sync once the cluster had pulled it, and
 * else what it ran when the change was accepted.
 */
function ranWith(tenant: number, application: number, change: number): SQL {
  const revised = (column: SQL) => sql`exists (select from revisions r
    where r.tenant = ${tenant} and r.kind = 'application' and r.object = ${application}
      and ${column} = ${change})`
  const targeted = (isMeant: SQL) => sql`exists (select from placement_targets t
    where t.tenant = ${tenant} and t.application_id = ${application}
      and t.cluster_id = p.cluster_id and ${isMeant})`
  const isNew = sql`(p.began = ${change} or ${revised(sql`r.source_began`)}
    or ${targeted(sql`(t.began = ${change} or t.ended = ${change})`)}
    or ${revised(sql`r.targets_began`)} and ${targeted(sql`t.began <= ${change}
      and (t.ended is null or t.ended > ${change})`)})`
  const synced = sql`(select revision from observed_syncs s where s.tenant = ${tenant}
    and s.cluster_id = p.cluster_id and s.application_id = ${application}
    and s.deployed_at >= pulled.at - ${PULL_TAKES} order by s.deployed_at limit 1)`
  const accepted = sql`(select at from changes where tenant = ${tenant} and id = ${change})`
  return sql`case when ${isNew} then (
      select coalesce(${synced}, ${ranAt(tenant, application, sql`pulled.at`)})
      from (select u.at from observed_pulls u where u.tenant = ${tenant}
        and u.cluster = p.cluster_id and u.change >= ${change} order by u.change, u.at limit 1) pulled
    ) else ${ranAt(tenant, application, accepted)} end`
}

const pinRow = z.strictObject({
  change: z.int(),
  at: z.date(),
  actor: z.string(),
  commit: z.string(),
  follows: z.string(),
})
export type Pin = z.infer<typeof pinRow>

/** The roll back that pinned an application to the commit that it names now; null: none did. */
export async function readPin(
  { tx, tenant }: TenantScope,
  application: number,
): Promise<Pin | null> {
  const row = await readRow(tx, pinRow)`
    select c.id as change, c.at, c.actor_name as actor, c.impact->'rollback'->>'commit' as commit,
      c.impact->'rollback'->>'follows' as follows
    from revisions r join changes c on c.tenant = ${tenant} and c.id = r.source_began
    where r.tenant = ${tenant} and r.kind = 'application' and r.object = ${application}
      and r.ended is null and c.action = 'applications.rollback'
      and c.impact->'rollback'->>'commit' = ${sourceOfBody(sql`r.body`).revision}`
  return row ?? null
}
