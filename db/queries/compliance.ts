// How far what changes moved has come on clusters: so many placements of which the same is known, by what they have in
// common. What that makes of them says lib/domain/observed/compliance.ts.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Grouping, sideOf } from '#lib/domain/fleet/grouping.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { toldOf } from './deployment-outcomes.ts'
import { begunTogether, versions } from './deployment-sources.ts'
import { isSilent, shownState, silentSince, toldState } from './observed-state.ts'
import { readVarying } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'
import { keyOf } from './state-groups.ts'
import { isOfTeams } from './team-reach.ts'

export type ComplianceQuery = {
  readonly now: Date
  readonly by: Grouping
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
}

/** What one or several changes moved together. */
export type Moved = {
  readonly first: number
  readonly last: number
  readonly changes: readonly number[]
  /** Only clusters of this branch; null: of all. */
  readonly branch: string | null
}

const flag = z.boolean()
const state = z.enum(STATES).nullable()
export const ofGroup = {
  key: z.string().nullable(),
  count: z.int(),
  /** Since when the cluster of them that was heard of longest ago is silent, if it is; null: none ever was heard of. */
  silentSince: z.date().nullable(),
}

const begunFacts = {
  isPulled: flag,
  wasHealthy: flag,
  last: state,
  hasEnded: flag,
  wasPassed: flag,
  isSilent: flag,
  isClusterGone: flag,
}
const begunRow = z.strictObject({ ...ofGroup, ...begunFacts })

const KNOWN_NOW = { upTo: null }

/**
 * Of what changes began and what stayed after the last of them. Where it is healthy now, or its cluster hasn't pulled it, that
 * is all that there is to know; only of the others the history is read.
 */
export async function readBegun(
  scope: TenantScope,
  moved: Moved,
  { now, by, teams }: ComplianceQuery,
): Promise<z.infer<typeof begunRow>[]> {
  const { tx, tenant } = scope
  const varying = await readVarying(scope)
  const time = { change: null, observedAt: now, isPast: false }
  const isSettled = sql`ended is null and (not "isPulled" or "isHealthy")`
  const begun = begunTogether(tenant, idsOf(moved), varying)
  const kept = ['stateNow', 'isPulled', 'isClusterGone', 'silent_since']
  const rows = sql`
    select application_id, cluster_id, "isPulled", "isHealthy" as "wasHealthy", null as last,
      false as "hasEnded", false as "wasPassed", "isSilent", "isClusterGone", silent_since
    from reached where ${isSettled}
    union all
    select application_id, cluster_id, "pulledAt" is not null or (ended is null and "isPulled"),
      "healthyAt" is not null, coalesce("stateNow", last), ended is not null, "wasPassed",
      "isSilent", "isClusterGone", silent_since
    from (${toldOf(tenant, sql`select * from reached where not (${isSettled})`, time, kept)}) told`
  return readRows(tx, begunRow)`
    with ${versions(tenant, KNOWN_NOW, null, varying)},
    moved as materialized (
      select * from (
        select d.object as application_id, d.cluster_id, d.start,
          least(d.ended, d.placement_ended) as ended
        from (${begun}) d where ${ownBy(tenant, teams, sql`d.namespace`, sql`d.began`)}
      ) m where (m.ended is null or m.ended > ${moved.last}) and ${isOnBranch(tenant, moved)}
    ),
    reached as materialized (
      select a.application_id, m.cluster_id, m.start, m.ended, k.*,
        case when m.ended is null then ${toldState(now)} end as "stateNow",
        coalesce(m.ended is null and k."isPulled" and o.unwanted_since is null
          and ${toldState(now)} = 'healthy', false) as "isHealthy"
      from (
        select cluster_id, start, ended, array_agg(application_id) as applications from moved
        group by cluster_id, start, ended
      ) m ${placeOf(tenant, moved, now)}
      cross join lateral unnest(m.applications) a(application_id)
      left join lateral (select * from observations o where o.tenant = ${tenant}
        and o.cluster_id = m.cluster_id and o.application_id = a.application_id offset 0) o on true
    )
    ${grouped(tenant, by, Object.keys(begunFacts), rows)}`
}

const endFacts = { isPulled: flag, state, isSilent: flag, isPlaced: flag, isClusterGone: flag }
const endRow = z.strictObject({ ...ofGroup, ...endFacts })

/** Of what was placed before changes, and no more after the last of them. */
export async function readEnds(
  { tx, tenant }: TenantScope,
  moved: Moved,
  { now, by, teams }: ComplianceQuery,
): Promise<z.infer<typeof endRow>[]> {
  const ofPair = (alias: SQL, application: SQL) => sql`${alias}.tenant = ${tenant}
    and ${alias}.application_id = ${application} and ${alias}.cluster_id = m.cluster_id`
  const cameBack = sql`exists (select from placements_all a where ${ofPair(sql`a`, sql`m.application_id`)}
    and a.began <= ${moved.last} and (a.ended is null or a.ended > ${moved.last}))`
  const own =
    teams === null
      ? sql`true`
      : sql`exists (select from revisions n where n.tenant = ${tenant} and n.kind = 'application'
          and n.object = m.application_id
          and ${isOfTeams(tenant, { team: sql`n.team`, began: sql`n.began` }, teams)})`
  const rows = sql`
    select e.application_id, m.cluster_id, k."isPulled",
      case when o.state is not null then ${shownState(now)} end as state, k."isSilent",
      exists (select from placements a where ${ofPair(sql`a`, sql`e.application_id`)}) as "isPlaced",
      k."isClusterGone", k.silent_since
    from (
      select cluster_id, array_agg(application_id) as applications from moved group by cluster_id
    ) m ${placeOf(tenant, moved, now)}
    left join cluster_reports c on c.tenant = ${tenant} and c.cluster = m.cluster_id
    cross join lateral unnest(m.applications) e(application_id)
    cross join (select null::bigint as began) p
    cross join (select null::bigint as source_began, null::bigint as manifest_began) r
    left join lateral (select * from observations o
      where ${ofPair(sql`o`, sql`e.application_id`)} offset 0) o on true`
  return readRows(tx, endRow)`
    with moved as materialized (
      select m.application_id, m.cluster_id from placements_past m
      where m.tenant = ${tenant} and m.ended = any(${idsOf(moved)}) and m.began < ${moved.first}
        and ${own} and ${isOnBranch(tenant, moved)}
        and ${moved.changes.length === 1 ? sql`true` : sql`not ${cameBack}`}
    )
    ${grouped(tenant, by, Object.keys(endFacts), rows)}`
}

const idsOf = ({ changes }: Moved) => sql`${sql.param(changes)}::bigint[]`

/** Whether a team owns what is named so since a change; `teams` null: everybody may see it. */
function ownBy(tenant: number, teams: readonly string[] | null, team: SQL, began: SQL): SQL {
  return teams === null ? sql`true` : isOfTeams(tenant, { team, began }, teams)
}

/** Whether the cluster of a row `m` was on the branch. */
function isOnBranch(tenant: number, { branch, first, last }: Moved): SQL {
  if (branch === null) return sql`true`
  // Not as a join, which without statistics would be quadratic.
  return sql`(m.cluster_id in (select b.cluster from cluster_branches b where b.tenant = ${tenant}
    and b.branch = ${branch} and b.began <= ${last}
    and (b.ended is null or b.ended >= ${first}))) is true`
}

/**
 * The cluster `k` of a row `m`, and whether it has what was changed; of older pulls only the newest is kept. Looked up for each
 * row, so these are of many placements together: without statistics, as right after an import, a join would be quadratic.
 */
function placeOf(tenant: number, { last }: Moved, now: Date): SQL {
  return sql`cross join lateral (
      select ${silentSince()} as silent_since, ${isSilent(now)} as "isSilent",
        coalesce(c.pulled_change >= ${last}, false) or exists (select from observed_pulls u
          where u.tenant = ${tenant} and u.cluster = m.cluster_id and u.change >= ${last}) as "isPulled",
        coalesce((select bool_and(r.ended is not null) from revisions r where r.tenant = ${tenant}
          and r.kind = 'cluster' and r.object = m.cluster_id), true) as "isClusterGone"
      from (select) nothing
      left join cluster_reports c on c.tenant = ${tenant} and c.cluster = m.cluster_id
    ) k`
}

/** Rows of pairs, facts and `silent_since` as counts by group and facts. Names of groups are looked up once for each object. */
export function grouped(tenant: number, by: Grouping, facts: readonly string[], pairs: SQL): SQL {
  const columns = sql.join(
    facts.map((fact) => sql.identifier(fact)),
    sql`, `,
  )
  const object = sideOf(by) === 'cluster' ? sql`cluster_id` : sql`application_id`
  return sql`
    select ${keyOf(tenant, { change: null }, by)} as key, ${columns}, sum(s.count)::int as count,
      min(s.silent_since) as "silentSince"
    from (
      select ${object} as object, ${columns}, count(*) as count, min(silent_since) as silent_since from (${pairs}) pairs
      group by ${object}, ${columns}
    ) s group by 1, ${columns}`
}
