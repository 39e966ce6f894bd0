// How many placements are in each state, by what they have in common: told by looking at each of them, which is the only way
// for any time but now.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Grouping, type Side, sideOf } from '#lib/domain/fleet/grouping.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { type State, type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { freshnessAt, seenOf } from './cluster-freshness.ts'
import { columnOf, isBetween, type MatrixPlace, type MatrixSides, rowOf } from './matrix-places.ts'
import { shownState } from './observed-state.ts'
import { knownOf, type ObservedTime } from './pair-states.ts'
import { isPlacedAt, placedAt } from './placement-candidates.ts'
import type { TenantScope } from './scope.ts'
import { keyOf, sideColumn } from './state-groups.ts'
import { isNamed, isOfTeams } from './team-reach.ts'

export type CountQuery = ObservedTime & {
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
  /** Only this team's, too; null: any. */
  readonly namespace: string | null
}

/** The teams of the applications that a query asks of; null: all. */
export function teamsOf({
  teams,
  namespace,
}: Pick<CountQuery, 'teams' | 'namespace'>): readonly string[] | null {
  if (namespace === null) return teams
  return teams === null || teams.includes(namespace) ? [namespace] : []
}

const objectCount = z.strictObject({ object: z.int(), state: z.enum(STATES), count: z.int() })

/** The states of what is placed on some clusters, or of some applications, by their ids. What is there without being placed counts, too. */
export async function countStatesOf(
  scope: TenantScope,
  query: CountQuery,
  side: Side,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StateCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(scope.tx, objectCount)`${statesBy(scope, query, side, ids)}`
  return countsBy(rows, ({ object }) => object)
}

/** Rows of `object`, `state` and `count`; `ids` null: of every one. */
function statesBy(
  { tenant }: TenantScope,
  query: CountQuery,
  side: Side,
  ids: readonly number[] | null,
): SQL {
  const column = sideColumn(side)
  const isMeant = ids === null ? sql`true` : sql`${column} = any(${sql.param(ids)}::int[])`
  return sql`select p.${column} as object, ${shownState(query.observedAt)} as state, count(*)::int as count
    from (${pairsAt(tenant, query, isMeant)}) p ${knownOf(tenant, query)}
    where ${ownBy(tenant, query)} group by 1, 2`
}

const cellCount = z.strictObject({
  row: z.int(),
  column: z.int(),
  state: z.enum(STATES),
  count: z.int(),
})

/** The states of what the applications of some rows have on the clusters of some columns, by their places. */
export async function countStatesBetween(
  { tx, tenant }: TenantScope,
  time: ObservedTime,
  { rows, columns }: MatrixSides,
): Promise<(MatrixPlace & { readonly state: State; readonly count: number })[]> {
  return readRows(tx, cellCount)`
    select ${rowOf(rows)} as row, ${columnOf(columns)} as "column",
      ${shownState(time.observedAt)} as state, count(*)::int as count
    from (${pairsAt(tenant, time, isBetween({ rows, columns }))}) p ${knownOf(tenant, time)}
    group by 1, 2, 3`
}

/** Whether the application `r` may be seen. */
function ownBy(tenant: number, { change, teams, namespace }: CountQuery): SQL {
  const isNamespace = namespace === null ? sql`true` : sql`r.team = ${namespace}`
  if (teams === null) return isNamespace
  const owner = { team: sql`r.team`, began: sql`r.began` }
  const isReadable = change === null ? isNamed(owner.team, teams) : isOfTeams(tenant, owner, teams)
  return sql`${isNamespace} and ${isReadable}`
}

/** What is placed and, of now, what clusters have besides. */
export function pairsAt(tenant: number, { change, isPast }: ObservedTime, isMeant: SQL): SQL {
  const placed = sql`select application_id, cluster_id, began from ${placedAt(change)} p
    where tenant = ${tenant} and ${isPlacedAt(change)} and ${isMeant}`
  if (isPast) return placed
  return sql`${placed} union all
    select application_id, cluster_id, null from observations o
    where tenant = ${tenant} and ${isMeant} and not exists (select from ${placedAt(change)} p
      where p.tenant = ${tenant} and p.application_id = o.application_id
        and p.cluster_id = o.cluster_id and ${isPlacedAt(change)})`
}

const groupCount = z.strictObject({
  /** Null: those that have no such label. */
  key: z.string().nullable(),
  state: z.enum(STATES),
  count: z.int(),
})

/** The states of everything, by group. */
export async function countStatesByGroup(
  scope: TenantScope,
  query: CountQuery,
  grouping: Grouping,
): Promise<ReadonlyMap<string | null, StateCounts>> {
  const { tenant } = scope
  const side = sideOf(grouping)
  const rows = await readRows(scope.tx, groupCount)`
    select ${keyOf(tenant, query, grouping)} as key, s.state, sum(s.count)::int as count
    from (${statesBy(scope, query, side, null)}) s group by 1, 2`
  return countsBy(rows, ({ key }) => key)
}

const freshnessCount = z.strictObject({
  key: z.string().nullable(),
  state: z.enum(FRESHNESSES),
  count: z.int(),
})

export type FreshnessCounts = Readonly<Partial<Record<(typeof FRESHNESSES)[number], number>>>

/**
 * How many clusters are how fresh, by group: of clusters all, with or without placements, and of applications and teams those
 * on which they are placed. Of one team's applications only those on which they are.
 */
export async function countFreshnessByGroup(
  scope: TenantScope,
  query: CountQuery,
  grouping: Grouping,
): Promise<ReadonlyMap<string | null, FreshnessCounts>> {
  const { tenant } = scope
  const object = sideOf(grouping) === 'cluster' ? sql`p.cluster_id` : sql`p.application_id`
  const members =
    sideOf(grouping) === 'cluster' && query.namespace === null
      ? sql`select k.object, k.object as cluster from revisions k
          where k.tenant = ${tenant} and k.kind = 'cluster' and ${aliveAfter('k', query.change)}`
      : sql`select ${object} as object, p.cluster_id as cluster
          from ${placedAt(query.change)} p cross join lateral (
            select n.team, n.began from revisions n where n.tenant = ${tenant}
              and n.kind = 'application' and n.object = p.application_id order by n.began limit 1) r
          where p.tenant = ${tenant} and ${isPlacedAt(query.change)} and ${ownBy(tenant, query)}`
  const rows = await readRows(scope.tx, freshnessCount)`
    select key, ${freshnessAt(query.observedAt)} as state, count(*)::int as count
    from (select distinct ${keyOf(tenant, query, grouping)} as key, s.cluster from (${members}) s) m
    ${seenOf(tenant, sql`m.cluster`, query)} group by 1, 2`
  return countsBy(rows, ({ key }) => key)
}

function countsBy<Row extends { readonly state: string; readonly count: number }, Key>(
  rows: readonly Row[],
  keyOfRow: (row: Row) => Key,
): ReadonlyMap<Key, { [State in Row['state']]?: number }> {
  const counts = new Map<Key, { [State in Row['state']]?: number }>()
  for (const row of rows) {
    const key = keyOfRow(row)
    counts.set(key, { ...counts.get(key), [row.state]: row.count })
  }
  return counts
}
