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
    from (${toldOf(tenant, asked, time)}) told order by place`
}

/** What became of a deployment, of the rows `t` of `toldOf`. It says the same as lib/domain/observed/outcome.ts. */
export const outcomeOfTold: SQL<Outcome> = sql`case
  when t."healthyAt" is not null then 'succeeded'
  when t."pulledAt" is not null and t.last = any(${sql.param(STATES.filter(isBad))}::text[]) then 'failed'
  when t.ended is null then case when t."isSilent" then 'unknown' else 'in_progress' end
  when t."pulledAt" is not null or t."wasPassed" then 'superseded'
  else 'unknown' end`

/**
 * What clusters told of deployments, given as rows of `application_id`, `cluster_id`, `start` and `ended`: these rows, with
 * what the schema of `readDeploymentOutcomes` has.
 */
export function toldOf(tenant: number, deployments: SQL, time: ObservedTime): SQL {
  const { observedAt, isPast } = time
  const isKnown = (at: SQL) =>
    isPast ? sql`${at} <= ${observedAt.toISOString()}::timestamptz` : sql`true`
  const pull = (isMeant: SQL) => sql`select u.at, u.change from observed_pulls u
    where u.tenant = ${tenant} and u.cluster = d.cluster_id and ${isMeant} and ${isKnown(sql`u.at`)}`
  const ofPair = sql`tenant = ${tenant} and cluster_id = d.cluster_id and application_id = d.application_id`
  const isBefore = (at: SQL) => sql`(ender.at is null or ${at} < ender.at) and ${isKnown(at)}`
  const turn = (isMeant: SQL, direction: SQL) => sql`select state, at from observed_turns t
    where ${ofPair} and ${isMeant} and ${isKnown(sql`t.at`)} order by t.at ${direction} limit 1`
  return sql`
    select d.*, pulled.at as "pulledAt", synced.at as "syncedAt", case
        when pulled.at is null then null
        when first.at is null then case when held.state = 'healthy' then begun.at end
        else healthy.at end as "healthyAt",
      case when pulled.at is not null then coalesce(last.state, held.state) end as last,
      ender.at is not null and exists (${pull(sql`u.change < d.start`)}) as "wasPassed",
      ${isSilent(observedAt)} as "isSilent"
    from (${deployments}) d
    ${seenOf(tenant, sql`d.cluster_id`, time)}
    left join lateral (${pull(sql`u.change >= d.ended`)} order by u.change, u.at limit 1) ender on true
    left join lateral (
      select arrived.at from (${pull(sql`u.change >= d.start`)} order by u.change, u.at limit 1) arrived
      where d.ended is null or arrived.change < d.ended
    ) pulled on true
    left join lateral (
      select deployed_at as at from observed_syncs where ${ofPair}
        and deployed_at >= pulled.at - ${PULL_TAKES} and ${isBefore(sql`deployed_at`)}
      order by deployed_at limit 1
    ) synced on true
    cross join lateral (select greatest(pulled.at, synced.at) as at) begun
    left join lateral (
      select state from (
        select state, 1 as place from (${turn(sql`t.at <= begun.at`, sql`desc`)}) before
        union all
        (select state_before, 2 from observed_turns where ${ofPair} and at > begun.at order by at limit 1)
        union all
        select written_state, 3 from observations where ${ofPair}
      ) kept order by place limit 1
    ) held on true
    left join lateral (${turn(sql`t.at > begun.at and ${isBefore(sql`t.at`)}`, sql`asc`)}) first on true
    left join lateral (${turn(sql`t.at > begun.at and ${isBefore(sql`t.at`)} and t.state = 'healthy'`, sql`asc`)}) healthy on true
    left join lateral (${turn(sql`t.at > begun.at and ${isBefore(sql`t.at`)}`, sql`desc`)}) last on true`
}
