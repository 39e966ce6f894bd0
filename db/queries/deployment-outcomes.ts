// What clusters told of deployments: when they pulled them, synced them, and found them healthy.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isBad, type Outcome } from '#lib/domain/observed/outcome.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { seenOf } from './cluster-freshness.ts'
import { isSilent } from './observed-state.ts'
import type { ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { toldBy } from './told-by.ts'

const instant = z.date().nullable()

const told = z.strictObject({
  /** When its change was pulled, unless its end was pulled with it. */
  pulledAt: instant,
  /** The first sync from then on, until the end was pulled. */
  syncedAt: instant,
  healthyAt: instant,
  last: z.enum(STATES).nullable(),
  wasPassed: z.boolean(),
  isSilent: z.boolean(),
})

export type DeploymentRef = {
  readonly applicationId: number
  readonly clusterId: number
  /** The change that began it, and the one that ended it. */
  readonly change: number
  readonly endedBy: number | null
}

/** The root tells that it synced as much later as it has other things to apply. */
const PULL_TAKES = sql`interval '1 minute'`

/** What is known of some deployments, in their order. */
export async function readDeploymentOutcomes(
  { tx, tenant }: TenantScope,
  deployments: readonly DeploymentRef[],
  time: ObservedTime,
): Promise<z.infer<typeof told>[]> {
  if (deployments.length === 0) return []
  const asked = sql`select application_id, cluster_id, start, nullif(ended, 0) as ended, place
    from unnest(${sql.param(deployments.map(({ applicationId }) => applicationId))}::int[],
        ${sql.param(deployments.map(({ clusterId }) => clusterId))}::int[],
        ${sql.param(deployments.map(({ change }) => change))}::bigint[],
        ${sql.param(deployments.map(({ endedBy }) => endedBy ?? 0))}::bigint[])
      with ordinality as asked(application_id, cluster_id, start, ended, place)`
  return readRows(tx, told)`
    select "pulledAt", "syncedAt", "healthyAt", last, "wasPassed", "isSilent"
    from (${toldOf(tenant, asked, time, ['place'])}) told order by place`
}

/** What became of a deployment, of the rows `t` of `toldOf`. It says the same as lib/domain/observed/outcome.ts. */
export const outcomeOfTold: SQL<Outcome> = sql`case
  when t."healthyAt" is not null then 'succeeded'
  when t."pulledAt" is not null and t.last = any(${sql.param(STATES.filter(isBad))}::text[]) then 'failed'
  when t.ended is null then case when t."isSilent" then 'unknown' else 'in_progress' end
  when t."pulledAt" is not null or t."wasPassed" then 'superseded'
  else 'unknown' end`

/**
 * What clusters told of deployments, given as rows of `application_id`, `cluster_id`, `start` and `ended`: these, the columns
 * that are `kept`, and what the schema of `readDeploymentOutcomes` has. What a cluster pulled is looked up once for all that
 * began and ended there together, and of each placement only what that leaves open. All of these are lookups: without
 * statistics, as right after an import, joins would be quadratic.
 */
export function toldOf(
  tenant: number,
  deployments: SQL,
  time: ObservedTime,
  kept: readonly string[] = [],
): SQL {
  const columns = ['application_id', ...kept].map((name) => sql`${sql.identifier(name)}`)
  const ofPair = sql`tenant = ${tenant} and cluster_id = g.cluster_id and application_id = d.application_id`
  const isKnown = knownBy(time)
  const isTold = toldBy(time.knownAt, sql`received_at`)
  const isBefore = (at: SQL, receivedAt: SQL) =>
    sql`(g.ender_at is null or ${at} < g.ender_at) and ${isKnown(at, receivedAt)}`
  const turnWithin = (isMeant: SQL, direction: SQL) => sql`select state, at from observed_turns t
    where ${ofPair} and t.at > begun.at and ${isBefore(sql`t.at`, sql`t.received_at`)} and ${isMeant}
    order by t.at ${direction} limit 1`
  // Its history ends with what is written.
  const isOpen = time.isPast ? sql`false` : sql`g.ended is null`
  return sql`
    select g.cluster_id, g.start, g.ended, d.*, g.pulled_at as "pulledAt", synced.at as "syncedAt", case
        when g.pulled_at is null then null
        when not turned.is_within then case when held.state = 'healthy' then begun.at end
        else healthy.at end as "healthyAt",
      case when g.pulled_at is not null then coalesce(last.state, held.state) end as last,
      g."wasPassed", g."isSilent"
    from (${pulledTogether(tenant, deployments, time, columns)}) g
    cross join lateral unnest(${listOf(columns, (column) => sql`g.${column}`)})
      d(${listOf(columns, (column) => column)})
    left join lateral (
      select deployed_at as at from observed_syncs where ${ofPair}
        and deployed_at >= g.pulled_at - ${PULL_TAKES} and ${isBefore(sql`deployed_at`, sql`received_at`)}
      order by deployed_at limit 1
    ) synced on true
    cross join lateral (select greatest(g.pulled_at, synced.at) as at) begun
    left join lateral (
      select state_before as before, at, received_at from observed_turns
      where ${ofPair} and (at > begun.at or not ${isTold}) order by at limit 1
    ) next on true
    cross join lateral (
      select next.at is not null and ${isBefore(sql`next.at`, sql`next.received_at`)} as is_within
    ) turned
    left join lateral (
      select written_state as state from observations
      where ${ofPair} and begun.at is not null offset 0
    ) written on true
    cross join lateral (
      select case when next.at is null then written.state else next.before end as state
    ) held
    left join lateral (${turnWithin(sql`turned.is_within and t.state = 'healthy'`, sql`asc`)}) healthy on true
    left join lateral (
      select written.state where turned.is_within and ${isOpen}
      union all
      select ended.state from (${turnWithin(sql`turned.is_within and not ${isOpen}`, sql`desc`)}) ended
    ) last on true`
}

/** Groups of deployments that began and ended together on a cluster, with when it pulled that, and columns of each as arrays. */
function pulledTogether(
  tenant: number,
  deployments: SQL,
  time: ObservedTime,
  columns: readonly SQL[],
): SQL {
  const isKnown = knownBy(time)
  const pull = (isMeant: SQL) => sql`select u.at, u.change from observed_pulls u
    where u.tenant = ${tenant} and u.cluster = g.cluster_id and ${isMeant}
      and ${isKnown(sql`u.at`, sql`u.received_at`)}`
  return sql`
    select g.*, ender.at as ender_at, pulled.at as pulled_at,
      ender.at is not null and exists (${pull(sql`u.change < g.start`)}) as "wasPassed",
      ${isSilent(time.observedAt)} as "isSilent"
    from (
      select cluster_id, start, ended,
        ${listOf(columns, (column) => sql`array_agg(${column}) as ${column}`)}
      from (${deployments}) d group by cluster_id, start, ended
    ) g
    ${seenOf(tenant, sql`g.cluster_id`, time)}
    left join lateral (${pull(sql`u.change >= g.ended`)} order by u.change, u.at limit 1) ender on true
    left join lateral (
      select arrived.at from (${pull(sql`u.change >= g.start`)} order by u.change, u.at limit 1) arrived
      where g.ended is null or arrived.change < g.ended
    ) pulled on true`
}

/** Whether something that happened at an instant, and was received at another, belongs to the time that is asked about. */
function knownBy({ observedAt, isPast, knownAt }: ObservedTime) {
  return (at: SQL, receivedAt: SQL) =>
    isPast
      ? sql`${at} <= ${observedAt.toISOString()}::timestamptz and ${toldBy(knownAt, receivedAt)}`
      : sql`true`
}

function listOf(columns: readonly SQL[], write: (column: SQL) => SQL): SQL {
  return sql.join(columns.map(write), sql`, `)
}
