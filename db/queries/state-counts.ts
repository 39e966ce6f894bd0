// How many placements are in each state, by what they have in common.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { freshnessAt } from './cluster-freshness.ts'
import { shownState } from './observed-state.ts'
import { knownOf, type ObservedTime } from './pair-states.ts'
import { isPlacedAt, placedAt } from './placement-candidates.ts'
import type { TenantScope } from './scope.ts'
import { isNamed, isOfTeams } from './team-reach.ts'

type Side = 'cluster' | 'application'

/** What groups have in common: a value of the clusters, the team, or the object itself. */
export type Grouping =
  | { readonly by: 'cluster' | 'application' | 'team' }
  | { readonly by: 'label'; readonly key: string }

export type CountQuery = ObservedTime & {
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
  /** Only this team's, too; null: any. */
  readonly namespace: string | null
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
  const column = side === 'cluster' ? sql`cluster_id` : sql`application_id`
  const isMeant = ids === null ? sql`true` : sql`${column} = any(${sql.param(ids)}::int[])`
  return sql`select p.${column} as object, ${shownState(query.observedAt)} as state, count(*)::int as count
    from (${pairs(tenant, query, isMeant)}) p ${knownOf(tenant, query)}
    where ${ownBy(tenant, query)} group by 1, 2`
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
function pairs(tenant: number, { change, isPast }: ObservedTime, isMeant: SQL): SQL {
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

/** By the ids of what the groups of a grouping are made. */
export function sideOf({ by }: Grouping): Side {
  return by === 'cluster' || by === 'label' ? 'cluster' : 'application'
}

/** The key of the group of an object `s`. Names never change, nor does the team of an application. */
export function keyOf(
  tenant: number,
  { change }: Pick<ObservedTime, 'change'>,
  grouping: Grouping,
): SQL {
  const named = (columns: SQL, kind: Side) => sql`(select ${columns} from revisions n
    where n.tenant = ${tenant} and n.kind = ${kind} and n.object = s.object order by n.began limit 1)`
  switch (grouping.by) {
    case 'cluster':
      return named(sql`n.name`, 'cluster')
    case 'application':
      return named(sql`n.team || '/' || n.name`, 'application')
    case 'team':
      return named(sql`n.team`, 'application')
    case 'label':
      return sql`(select l.value from labels l where l.tenant = ${tenant} and l.kind = 'cluster'
        and l.object = s.object and l.key = ${grouping.key} and ${aliveAfter('l', change)})`
  }
}

const freshnessCount = z.strictObject({
  key: z.string().nullable(),
  state: z.enum(FRESHNESSES),
  count: z.int(),
})

type FreshnessCounts = Readonly<Partial<Record<(typeof FRESHNESSES)[number], number>>>

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
    left join cluster_reports c on c.tenant = ${tenant} and c.cluster = m.cluster group by 1, 2`
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
