// Lists of placements, now or after any past change.
import { type SQL, sql } from 'drizzle-orm'
import type { Selector } from '#lib/domain/selector.ts'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'
import { selectedObjects } from './selector-filter.ts'

export type PlacementRow = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly applicationId: number
  readonly clusterId: number
  /** The change that began it, and when that was accepted. */
  readonly change: number
  readonly since: Date
}

export type PlacementCursor = Pick<PlacementRow, 'namespace' | 'application' | 'cluster'>

export type PlacementQuery = {
  /** As it was after this change; null: now. */
  readonly change: number | null
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** What a policy selects: only pairs that both selectors match, of this team's applications where it names one. */
  readonly selectedBy: {
    readonly app: Selector
    readonly cluster: Selector
    readonly team: string | null
  } | null
  readonly clusterSelector: Selector | null
  readonly text: string | null
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
  readonly descending: boolean
}

export async function listPlacements(
  scope: TenantScope,
  query: PlacementQuery,
  page: { readonly after: PlacementCursor | null; readonly limit: number },
): Promise<PlacementRow[]> {
  const direction = query.descending ? sql`desc` : sql`asc`
  const rows = await scope.tx.execute<Omit<PlacementRow, 'since'> & { since: string }>(sql`
    select a.team as namespace, a.name as application, c.name as cluster,
      p.application_id as "applicationId", p.cluster_id as "clusterId",
      p.began as change, ch.at as since
    from ${joined(query)} join changes ch on ch.tenant = p.tenant and ch.id = p.began
    where ${filter(scope, query)} and ${beyond(query, page.after)}
    order by a.team ${direction}, a.name ${direction}, c.name ${direction}
    limit ${page.limit}`)
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** How many placements a query keeps. All of them are not counted but known: each change is kept with their number. */
export async function countPlacements(scope: TenantScope, query: PlacementQuery): Promise<number> {
  const [row] = await scope.tx.execute<{ total: number }>(
    keepsAll(query)
      ? totalAfter(scope, query.change)
      : sql`select count(*)::int as total from ${joined(query)} where ${filter(scope, query)}`,
  )
  return row?.total ?? 0
}

function keepsAll(query: PlacementQuery): boolean {
  return Object.entries(query).every(
    ([key, value]) => value === null || key === 'change' || key === 'descending',
  )
}

function totalAfter({ tenant }: TenantScope, change: number | null): SQL {
  return sql`select placements_total as total from changes
    where tenant = ${tenant} and ${change === null ? sql`true` : sql`id <= ${change}`}
    order by id desc limit 1`
}

function joined({ change }: PlacementQuery): SQL {
  const table = change === null ? sql`placements p` : sql`placements_all p`
  return sql`${table}
    join revisions a on a.tenant = p.tenant and a.kind = 'application' and a.object = p.application_id
      and ${aliveAfter('a', change)}
    join revisions c on c.tenant = p.tenant and c.kind = 'cluster' and c.object = p.cluster_id
      and ${aliveAfter('c', change)}`
}

function beyond(query: PlacementQuery, after: PlacementCursor | null): SQL {
  if (after === null) return sql`true`
  const comparison = query.descending ? sql`<` : sql`>`
  return sql`(a.team, a.name, c.name) ${comparison}
    (${after.namespace}, ${after.application}, ${after.cluster})`
}

function filter({ tenant }: TenantScope, query: PlacementQuery): SQL {
  const { change, selectedBy, clusterSelector, text, teams } = query
  const isSelected = (kind: 'cluster' | 'application', selector: Selector) => {
    const id = kind === 'cluster' ? sql`p.cluster_id` : sql`p.application_id`
    return sql`${id} in (${selectedObjects(selector, { tenant, kind, change })})`
  }
  const conditions = [
    sql`p.tenant = ${tenant}`,
    ...(change === null ? [] : [aliveAfter('p', change)]),
    ...(query.namespace === null ? [] : [sql`a.team = ${query.namespace}`]),
    ...(query.application === null ? [] : [sql`a.name = ${query.application}`]),
    ...(query.cluster === null ? [] : [sql`c.name = ${query.cluster}`]),
    ...(teams === null ? [] : [sql`a.team = any(${sql.param(teams)}::text[])`]),
    ...(text === null
      ? []
      : [sql`strpos(a.team || '/' || a.name || ' ' || c.name, lower(${text})) > 0`]),
    ...(clusterSelector === null ? [] : [isSelected('cluster', clusterSelector)]),
    ...(selectedBy === null
      ? []
      : [
          isSelected('application', selectedBy.app),
          isSelected('cluster', selectedBy.cluster),
          selectedBy.team === null ? sql`true` : sql`a.team = ${selectedBy.team}`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The change that last began or ended a pair's placement, up to a change; null: it never was placed. */
export async function readPairDecision(
  { tx, tenant }: TenantScope,
  applicationId: number,
  clusterId: number,
  change: number | null,
): Promise<number | null> {
  const upTo = (column: string) =>
    change === null ? sql`true` : sql`${sql.raw(column)} <= ${change}`
  const [row] = await tx.execute<{ decision: number | null }>(sql`
    select max(decision) as decision from (
      select began as decision from placements_all where tenant = ${tenant}
        and application_id = ${applicationId} and cluster_id = ${clusterId} and ${upTo('began')}
      union all
      select ended from placements_past where tenant = ${tenant}
        and application_id = ${applicationId} and cluster_id = ${clusterId} and ${upTo('ended')}
    ) decisions`)
  return row?.decision ?? null
}
