// The states of pairs that can be in any other than most are in: each placement is unknown where its cluster is silent, and
// healthy elsewhere, unless its cluster said otherwise or may lack what is wanted. Only those are looked at.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isSilentWhen } from '#lib/domain/observed/freshness.ts'
import type { Exception } from '#lib/domain/observed/ordinary.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { NEWEST_PAIRS, type Standing } from './cluster-standings.ts'
import { isSilent, shownState } from './observed-state.ts'
import { knownOfFew } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { type CountQuery, teamsOf } from './state-counts.ts'
import { type Grouping, keyOf, type Side, sideColumn, sideOf } from './state-groups.ts'
import { isNamed } from './team-reach.ts'

const exception = z.strictObject({
  isSilent: z.boolean(),
  state: z.enum(STATES),
  /** How many there are, and how many of them are placed: the others are left over. */
  count: z.int(),
  placed: z.int(),
})
const objectException = z.strictObject({ ...exception.shape, object: z.int() })
const groupException = z.strictObject({ ...exception.shape, key: z.string().nullable() })

/** Of some clusters, whose standings these are, or of some applications on all clusters. */
export async function countExceptions(
  scope: TenantScope,
  query: CountQuery,
  standings: readonly Standing[],
  side: Side,
  ids: readonly number[],
): Promise<(Exception & { readonly object: number })[]> {
  return readRows(scope.tx, objectException)`
    ${exceptionsBy(scope.tenant, query, standings, { side, ids })}`
}

/** Of everything, by group; `standings` are those of all clusters. */
export async function countExceptionsByGroup(
  scope: TenantScope,
  query: CountQuery,
  standings: readonly Standing[],
  grouping: Grouping,
): Promise<(Exception & { readonly key: string | null })[]> {
  const { tenant } = scope
  const among: Among = { side: sideOf(grouping), ids: null }
  return readRows(scope.tx, groupException)`
    select ${keyOf(tenant, { change: null }, grouping)} as key, "isSilent", state,
      sum(count)::int as count, sum(placed)::int as placed
    from (${exceptionsBy(tenant, query, standings, among)}) s group by 1, 2, 3`
}

/** `ids` null: every one. */
type Among = { readonly side: Side; readonly ids: readonly number[] | null }

function exceptionsBy(
  tenant: number,
  query: CountQuery,
  standings: readonly Standing[],
  among: Among,
): SQL {
  const { observedAt } = query
  const teams = teamsOf(query)
  const column = sideColumn(among.side)
  const owns = teams === null ? sql`true` : isNamed(sql`r.team`, teams)
  return sql`select p.${column} as object, ${isSilent(observedAt)} as "isSilent",
      ${shownState(observedAt)} as state, count(*)::int as count, count(p.began)::int as placed
    from (select pair.*, placed.began from (${exceptionalPairs(tenant, standings, among)}) pair
      left join lateral (select began from placements where tenant = ${tenant}
        and application_id = pair.application_id and cluster_id = pair.cluster_id offset 0) placed
        on true) p
    ${knownOfFew(tenant)}
    where (p.began is not null or o.state is not null) and ${owns} group by 1, 2, 3`
}

/** Pairs of which each can be an exception, each once. */
function exceptionalPairs(tenant: number, standings: readonly Standing[], among: Among): SQL {
  const far = standings.filter(({ standing }) => standing === 'far')
  const close = standings.filter(({ standing }) => standing === 'close')
  const parts = [toldPairs(tenant, among)]
  if (close.length > 0) parts.push(...pairsSince(tenant, close, among))
  if (far.length > 0) {
    parts.push(leftPairs(tenant, far, among))
    parts.push(placedPairs(tenant, far.filter(isHeard), among))
  }
  return sql.join(parts, sql` union `)
}

/** Those of which a cluster said that they are in another state than most. */
function toldPairs(tenant: number, among: Among): SQL {
  // Of applications by the index of states, which names the state first.
  const states = STATES.filter((state) => state !== 'healthy')
  const isAnother =
    among.side === 'application' && among.ids !== null
      ? sql`state = any(${sql.param(states)}::text[])`
      : sql`true`
  return sql`select application_id, cluster_id from observations
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
          and ended is null and source_began > ${since})) and ${isOn(close)} and ${isAmong(among)}`,
  ]
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
