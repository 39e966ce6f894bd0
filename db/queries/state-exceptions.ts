// The states of pairs that can be in any other than most are in: each placement is unknown where its cluster is silent, and
// healthy elsewhere, unless its cluster said otherwise or may lack what is wanted. Only those are looked at.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Grouping, type Side, sideOf } from '#lib/domain/fleet/grouping.ts'
import type { Unreleased } from '#lib/domain/fleet/unreleased.ts'
import { isSilentWhen } from '#lib/domain/observed/freshness.ts'
import type { Exception } from '#lib/domain/observed/ordinary.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { NEWEST_PAIRS, type Standing } from './cluster-standings.ts'
import { columnOf, type MatrixPlace, type MatrixSides, placeOf, rowOf } from './matrix-places.ts'
import { instant, isSilent, shownSince, shownState } from './observed-state.ts'
import { applicationOf, clusterOfEach, observationOfEach } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { type CountQuery, teamsOf } from './state-counts.ts'
import { keyOf, sideColumn } from './state-groups.ts'
import { isNamed } from './team-reach.ts'
import { isOther, movedSince, retargetedSince } from './unreleased.ts'

const exception = z.strictObject({
  isSilent: z.boolean(),
  state: z.enum(STATES),
  /** How many there are, and how many of them are placed: the others are left over. */
  count: z.int(),
  placed: z.int(),
})
const lastingException = z.strictObject({ ...exception.shape, isLasting: z.boolean() })
const objectException = z.strictObject({ ...exception.shape, object: z.int() })
const groupException = z.strictObject({ ...exception.shape, key: z.string().nullable() })
const cellException = z.strictObject({ ...exception.shape, row: z.int(), column: z.int() })

/** Of some clusters, whose standings these are, or of some applications on all clusters. */
export async function countExceptions(
  scope: TenantScope,
  query: CountQuery,
  standings: readonly Standing[],
  side: Side,
  ids: readonly number[],
  unreleased: Unreleased | null,
): Promise<(Exception & { readonly object: number })[]> {
  return readRows(scope.tx, objectException)`
    ${exceptionsBy(scope.tenant, query, standings, { side, ids, unreleased })}`
}

/** Of everything, by group; `standings` are those of all clusters. */
export async function countExceptionsByGroup(
  scope: TenantScope,
  query: CountQuery,
  standings: readonly Standing[],
  grouping: Grouping,
  unreleased: Unreleased | null,
): Promise<(Exception & { readonly key: string | null })[]> {
  const { tenant } = scope
  const among: Among = { side: sideOf(grouping), ids: null, unreleased }
  return readRows(scope.tx, groupException)`
    select ${keyOf(tenant, { change: null }, grouping)} as key, "isSilent", state,
      sum(count)::int as count, sum(placed)::int as placed
    from (${exceptionsBy(tenant, query, standings, among)}) s group by 1, 2, 3`
}

/** Of the applications of some rows on the clusters of some columns, by their places; `standings` are those of these clusters at least. */
export async function countExceptionsBetween(
  scope: TenantScope,
  observedAt: Date,
  standings: readonly Standing[],
  { rows, columns }: MatrixSides,
  unreleased: Unreleased | null,
): Promise<(Exception & MatrixPlace)[]> {
  const applications = rows.flat()
  const clusters = columns.flat()
  const query = { change: null, observedAt, isPast: false, teams: null, namespace: null }
  const among: Among =
    clusters.length < applications.length
      ? { side: 'cluster', ids: clusters, unreleased }
      : { side: 'application', ids: applications, unreleased }
  return readRows(scope.tx, cellException)`
    select * from (
      select ${rowOf(rows)} as row, ${columnOf(columns)} as "column",
        ${isSilent(observedAt)} as "isSilent", ${shownState(observedAt)} as state, ${COUNTS}
      ${exceptionsAmong(scope.tenant, query, standings, among)} group by 1, 2, 3, 4) counted
    where row > 0 and "column" > 0`
}

/** Of some clusters or some applications, by whether they have been so for some seconds; `standings` are those of all clusters. */
export async function countLastingExceptions(
  scope: TenantScope,
  query: CountQuery,
  standings: readonly Standing[],
  among: Omit<Among, 'isDated'>,
  lastingS: number,
): Promise<(Exception & { readonly isLasting: boolean })[]> {
  const { tenant } = scope
  const { observedAt } = query
  const since = shownSince(tenant, observedAt, { isPast: false })
  return readRows(scope.tx, lastingException)`
    select ${isSilent(observedAt)} as "isSilent", ${shownState(observedAt)} as state,
      coalesce(${since} <= ${instant(observedAt)} - make_interval(secs => ${lastingS}), false)
        as "isLasting", ${COUNTS}
    ${exceptionsAmong(tenant, query, standings, { ...among, isDated: true })} group by 1, 2, 3`
}

/** `ids` null: every one. */
export type Among = {
  readonly side: Side
  readonly ids: readonly number[] | null
  /** What isn't looked at, because it waits for a release; null: no application follows versions. */
  readonly unreleased: Unreleased | null
  /** Whether it is asked since when they are so, too. */
  readonly isDated?: boolean
}

function exceptionsBy(
  tenant: number,
  query: CountQuery,
  standings: readonly Standing[],
  among: Among,
): SQL {
  const { observedAt } = query
  return sql`select p.${sideColumn(among.side)} as object, ${isSilent(observedAt)} as "isSilent",
      ${shownState(observedAt)} as state, ${COUNTS}
    ${exceptionsAmong(tenant, query, standings, among)} group by 1, 2, 3`
}

const COUNTS = sql`count(*)::int as count, count(p.began)::int as placed`

function exceptionsAmong(
  tenant: number,
  query: CountQuery,
  standings: readonly Standing[],
  among: Among,
): SQL {
  const teams = teamsOf(query)
  const owns = teams === null ? sql`true` : isNamed(sql`r.team`, teams)
  const began = (pair: SQL) => sql`(select began from placements where tenant = ${tenant}
    and application_id = ${pair}.application_id and cluster_id = ${pair}.cluster_id)`
  const others = untoldPairs(tenant, standings, among)
  const areComplete = others.length === 0
  const known = areComplete
    ? // All have everything and told of it: what they don't know to be unwanted is placed, and they pulled what it is.
      sql`(${toldOf(tenant, among, sql`*`)}) o cross join lateral (
          select o.application_id, o.cluster_id,
            case when o.unwanted_since is null then 0 else ${began(sql`o`)} end as began) p`
    : sql`(select pair.*, ${began(sql`pair`)} as began from (
          ${sql.join([toldOf(tenant, among, PAIR), ...others], sql` union `)}) pair offset 0) p
        ${observationOfEach(tenant)}`
  const places =
    areComplete && teams === null && among.isDated !== true
      ? completePlaces(standings)
      : sql`${clusterOfEach(tenant)} ${applicationOf(tenant, null)}`
  return sql`from ${known} ${places}
    where (p.began is not null or o.state is not null) and ${owns} and ${isOther(among.unreleased)}`
}

/** `c` and `r` of pairs on clusters that pulled all that is wanted, whenever that began: only their silence decides what is seen. */
function completePlaces(standings: readonly Standing[]): SQL {
  const silent = standings.filter((each) => !isHeard(each)).flatMap(({ clusters }) => clusters)
  const seenAt = sql`case ${placeOf([silent], sql`p.cluster_id`)} when 1 then '-infinity' else 'infinity' end`
  return sql`cross join lateral (select (${seenAt})::timestamptz as seen_at, 0 as interval_s,
      0::bigint as pulled_change) c
    cross join (select 0::bigint as source_began, 0::bigint as manifest_began) r`
}

const PAIR = sql`application_id, cluster_id`

/** Pairs that can be exceptions although nobody said so. */
function untoldPairs(tenant: number, standings: readonly Standing[], among: Among): SQL[] {
  const far = standings.filter(({ standing }) => standing === 'far')
  const close = standings.filter(({ standing }) => standing === 'close')
  const parts: SQL[] = []
  if (close.length > 0) parts.push(...pairsSince(tenant, close, among))
  if (far.length > 0) {
    parts.push(leftPairs(tenant, far, among))
    parts.push(placedPairs(tenant, far.filter(isHeard), among))
  }
  return parts
}

/** Those of which a cluster said that they are in another state than most. */
function toldOf(tenant: number, among: Among, columns: SQL): SQL {
  // Of applications by the index of states, which names the state first.
  const states = STATES.filter((state) => state !== 'healthy')
  const isAnother =
    among.side === 'application' && among.ids !== null
      ? sql`state = any(${sql.param(states)}::text[])`
      : sql`true`
  return sql`select ${columns} from observations
    where tenant = ${tenant} and state <> 'healthy' and ${isAnother} and ${isAmong(among)}`
}

/**
 * What changes moved or gave another source after the newest one that all of these clusters have. Those that moved are few, so
 * they are looked at wherever they are.
 */
function pairsSince(tenant: number, close: readonly Standing[], among: Among): SQL[] {
  const since = Math.min(...close.map((standing) => standing.since!))
  // There are no more of them, but only a limit leads the planner through the index however little it knows of the tenant.
  const moved = (table: SQL, column: SQL) => sql`select application_id, cluster_id
    from (select * from ${table} where tenant = ${tenant} and ${column} > ${since}
      order by ${column} desc limit ${NEWEST_PAIRS}) moved where ${isAmong(among)}`
  return [
    moved(sql`placements`, sql`began`),
    moved(sql`placements_past`, sql`ended`),
    sql`select application_id, cluster_id from placements
      where tenant = ${tenant} and application_id = any(array(
        select object from revisions where tenant = ${tenant} and kind = 'application'
          and ended is null and greatest(source_began, managed_until) > ${since})) and ${isOn(close)} and ${isAmong(among)}`,
    sql`select application_id, cluster_id from (${retargetedSince(tenant, since)}) moved
      where ${isOn(close)} and ${isAmong(among)}`,
    ...(among.unreleased === null ? [] : releasedPairs(tenant, since, close, among)),
  ]
}

/** What releases gave another source after a change. */
function releasedPairs(
  tenant: number,
  since: number,
  close: readonly Standing[],
  among: Among,
): SQL[] {
  const { applications, clusters } = movedSince(tenant, since)
  return [
    sql`application_id = any(array(${applications}))`,
    sql`cluster_id = any(array(${clusters}))`,
  ].map(
    (isMoved) => sql`select application_id, cluster_id from placements
      where tenant = ${tenant} and ${isMoved} and ${isOn(close)} and ${isAmong(among)}`,
  )
}

function placedPairs(tenant: number, standings: readonly Standing[], among: Among): SQL {
  return sql`select application_id, cluster_id from placements
    where tenant = ${tenant} and ${isOn(standings)} and ${isAmong(among)}`
}

/** What clusters have without its being placed there. */
function leftPairs(tenant: number, standings: readonly Standing[], among: Among): SQL {
  return sql`select application_id, cluster_id from observations o
    where tenant = ${tenant} and ${isOn(standings)} and ${isAmong(among)}
      and not exists (select from placements p where p.tenant = ${tenant}
        and p.application_id = o.application_id and p.cluster_id = o.cluster_id)`
}

function isHeard({ freshness }: Standing): boolean {
  return !isSilentWhen(freshness)
}

function isOn(standings: readonly Standing[]): SQL {
  const ids = standings.flatMap(({ clusters }) => clusters)
  return sql`cluster_id = any(${sql.param(ids)}::int[])`
}

function isAmong({ side, ids }: Among): SQL {
  return ids === null ? sql`true` : sql`${sideColumn(side)} = any(${sql.param(ids)}::int[])`
}
