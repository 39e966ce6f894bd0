// What a range of changes removed from a branch, according to the intervals. The publisher's own computation is compared
// with it before any file is removed.
import { typeName, typeOf } from './cluster-types.ts'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { isManaged, sourceAfter } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'

/** The changes after `from`, up to `to`. */
export type ChangeRange = { readonly from: number; readonly to: number }

/** One application and the clusters, by name, that it is or was placed on. */
export type PlacedNames = {
  readonly id: number
  readonly team: string
  readonly application: string
  readonly clusters: readonly string[]
}

const placedIds = z.strictObject({ application: z.int(), clusters: z.array(z.int()) })
const applicationName = z.strictObject({ object: z.int(), team: z.string(), name: z.string() })
const clusterName = z.strictObject({ object: z.int(), name: z.string() })

/** Placements on clusters of the branch that ended in the range and had begun before it. */
export async function endedPlacements(
  scope: TenantScope,
  branch: string,
  { from, to }: ChangeRange,
): Promise<PlacedNames[]> {
  const { tx, tenant } = scope
  const rows = await readRows(tx, placedIds)`
    select p.application_id as application, array_agg(p.cluster_id) as clusters
    from placements_past p
    join cluster_branches b on b.tenant = p.tenant and b.cluster = p.cluster_id
      and b.branch = ${branch} and b.began <= ${from} and (b.ended is null or b.ended > ${from})
      -- A cluster that went to another branch leaves its folder as it is.
      and (b.ended is null or b.ended > ${to} or b.vacated = b.ended)
    where p.tenant = ${tenant} and p.ended > ${from} and p.ended <= ${to} and p.began <= ${from}
    group by p.application_id`
  return withNames(scope, rows)
}

/** Placements on clusters of the branch that began in the range and still exist at its end. */
export async function begunPlacements(
  scope: TenantScope,
  branch: string,
  { from, to }: ChangeRange,
): Promise<PlacedNames[]> {
  const { tx, tenant } = scope
  const rows = await readRows(tx, placedIds)`
    select p.application_id as application, array_agg(p.cluster_id) as clusters
    from placements_all p
    join cluster_branches b on b.tenant = p.tenant and b.cluster = p.cluster_id
      and b.branch = ${branch} and b.began <= ${to} and (b.ended is null or b.ended > ${to})
    where p.tenant = ${tenant} and p.began > ${from} and p.began <= ${to}
      and (p.ended is null or p.ended > ${to})
    group by p.application_id`
  return withNames(scope, rows)
}

/**
 * Those of the placements of these applications that began in the range, still exist at its end, and then have no manifest: they
 * wait for a release.
 */
export async function waitingPlacements(
  scope: TenantScope,
  branch: string,
  { from, to }: ChangeRange,
  applications: readonly number[],
): Promise<PlacedNames[]> {
  const { tx, tenant } = scope
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const rows = await readRows(tx, placedIds)`
    select p.application_id as application, array_agg(p.cluster_id) as clusters
    from revisions a
    join placements_all p on p.tenant = ${tenant} and p.application_id = a.object
      and p.began > ${from} and p.began <= ${to} and (p.ended is null or p.ended > ${to})
    join cluster_branches b on b.tenant = ${tenant} and b.cluster = p.cluster_id
      and b.branch = ${branch} and ${aliveAfter('b', to)}
    where a.tenant = ${tenant} and a.kind = 'application' and ${aliveAfter('a', to)}
      and a.object = any(${sql.param(applications)}::int[]) and ${isManaged(sql`a.body`)}
      and not exists (${sourceAfter(tenant, pair, sql`${to}::bigint`)})
    group by p.application_id`
  return withNames(scope, rows)
}

async function withNames(
  { tx, tenant }: TenantScope,
  rows: readonly z.infer<typeof placedIds>[],
): Promise<PlacedNames[]> {
  if (rows.length === 0) return []
  const applications = rows.map(({ application }) => application)
  const clusters = [...new Set(rows.flatMap((row) => row.clusters))]
  const applicationNames = await readRows(tx, applicationName)`
    select distinct object, team, name from revisions where tenant = ${tenant}
      and kind = 'application' and object = any(${sql.param(applications)}::int[])`
  const clusterNames = await readRows(tx, clusterName)`
    select distinct object, name from revisions where tenant = ${tenant}
      and kind = 'cluster' and object = any(${sql.param(clusters)}::int[])`
  const byApplication = new Map(applicationNames.map((row) => [row.object, row]))
  const byCluster = new Map(clusterNames.map((row) => [row.object, row.name]))
  return rows.map(({ application, clusters }) => ({
    id: application,
    team: byApplication.get(application)!.team,
    application: byApplication.get(application)!.name,
    clusters: clusters.map((cluster) => byCluster.get(cluster)!),
  }))
}

const departedCluster = z.strictObject({
  name: z.string(),
  /** Whether its folder is removed too; a cluster that moved leaves it. */
  folder: z.boolean(),
})
export type DepartedCluster = z.infer<typeof departedCluster>

/** The clusters that left the branch in the range, if no cluster of the same name is there at its end. */
export async function departedClusters(
  { tx, tenant }: TenantScope,
  branch: string,
  { from, to }: ChangeRange,
): Promise<DepartedCluster[]> {
  return readRows(tx, departedCluster)`
    with left_it(name, folder) as (
      select (select name from revisions r where r.tenant = b.tenant and r.kind = 'cluster'
          and r.object = b.cluster limit 1),
        coalesce(b.vacated <= ${to}, false)
      from cluster_branches b
      where b.tenant = ${tenant} and b.branch = ${branch} and b.ended is not null
        and ((b.ended > ${from} and b.ended <= ${to})
          or (b.vacated > ${from} and b.vacated <= ${to})))
    select name, bool_or(folder) as folder from left_it
    where not exists (
      select from (${aliveAt(tenant, 'cluster', sql`name = left_it.name`, to)}) r
      join cluster_branches b on b.tenant = ${tenant} and b.cluster = r.object
        and b.branch = ${branch} and b.began <= ${to} and (b.ended is null or b.ended > ${to}))
    group by name`
}

const editedName = z.strictObject({ name: z.string() })

/** The names of the teams or clusters that were edited in the range. */
export async function editedNames(
  { tx, tenant }: TenantScope,
  kind: 'team' | 'cluster' | 'cluster-type',
  { from, to }: ChangeRange,
): Promise<string[]> {
  const rows = await readRows(tx, editedName)`
    select distinct name from revisions where tenant = ${tenant} and kind = ${kind}
      and began > ${from} and began <= ${to}
    union select name from revisions where tenant = ${tenant} and kind = ${kind}
      and ended > ${from} and ended <= ${to}`
  return rows.map(({ name }) => name)
}

const editedTeller = z.strictObject({
  kind: z.enum(['application', 'config', 'config-schema']),
  /** Null: the platform's. */
  team: z.string().nullable(),
  name: z.string(),
})
export type EditedTeller = z.infer<typeof editedTeller>

/** The applications, configs and schemas that were edited in the range: what applications are told may be another by them. */
export async function editedTellers(
  { tx, tenant }: TenantScope,
  { from, to }: ChangeRange,
): Promise<EditedTeller[]> {
  const kinds = sql`kind in ('application', 'config', 'config-schema')`
  return readRows(tx, editedTeller)`
    select distinct kind, team, name from revisions where tenant = ${tenant} and ${kinds}
      and began > ${from} and began <= ${to}
    union select kind, team, name from revisions where tenant = ${tenant} and ${kinds}
      and ended > ${from} and ended <= ${to}`
}

/** `type`: the body of its type then; null: as nobody had edited it. */
const clusterBody = z.strictObject({ name: z.string(), body: z.unknown(), type: z.unknown() })

/** The clusters with these names that were on the branch after a change, as they were then. */
export async function clustersOn(
  { tx, tenant }: TenantScope,
  branch: string,
  names: readonly string[],
  change: number,
): Promise<z.infer<typeof clusterBody>[]> {
  if (names.length === 0) return []
  return readRows(tx, clusterBody)`
    select r.name, r.body, ${typeOf(tenant, sql`r.body`, aliveAfter('t', change))} as type
    from revisions r
    join cluster_branches b on b.tenant = r.tenant and b.cluster = r.object
      and b.branch = ${branch} and ${aliveAfter('b', change)}
    where r.tenant = ${tenant} and r.kind = 'cluster'
      and r.name = any(${sql.param(names)}::text[]) and ${aliveAfter('r', change)}`
}

/** The clusters of some types on a branch after a change. Costs by the clusters of the tenant. */
export async function clustersOfTypes(
  { tx, tenant }: TenantScope,
  branch: string,
  types: readonly string[],
  change: number,
): Promise<string[]> {
  if (types.length === 0) return []
  const rows = await readRows(tx, editedName)`
    select r.name from revisions r
    join cluster_branches b on b.tenant = r.tenant and b.cluster = r.object
      and b.branch = ${branch} and ${aliveAfter('b', change)}
    where r.tenant = ${tenant} and r.kind = 'cluster' and ${aliveAfter('r', change)}
      and ${typeName(sql`r.body`)} = any(${sql.param(types)}::text[])`
  return rows.map(({ name }) => name)
}

const teamOnCluster = z.strictObject({ team: z.string(), cluster: z.string() })
export type TeamOnCluster = z.infer<typeof teamOnCluster>

/** Up to so many pairs are looked up one by one; beyond that, all placements of the named teams and clusters are read. */
const PAIRS_LOOKED_UP = 100

/** Those of the pairs where the team has a placement on the cluster after a change. */
export async function teamsPresent(
  { tx, tenant }: TenantScope,
  pairs: readonly TeamOnCluster[],
  change: number,
): Promise<TeamOnCluster[]> {
  if (pairs.length === 0) return []
  const teams = pairs.map(({ team }) => team)
  const clusters = pairs.map(({ cluster }) => cluster)
  const isThere = sql`p.tenant = ${tenant} and p.began <= ${change}
    and (p.ended is null or p.ended > ${change})`
  const present =
    pairs.length > PAIRS_LOOKED_UP
      ? sql`select distinct a.team, c.name as cluster
          from placements_all p join applications a on a.object = p.application_id
            join clusters c on c.object = p.cluster_id
          where ${isThere}`
      : // "offset 0" keeps the planner from reading all that an application or a cluster has.
        sql`select distinct asked.team, asked.cluster
          from asked join applications a on a.team = asked.team
            join clusters c on c.name = asked.cluster
          where exists (select from placements_all p
            where p.application_id = a.object and p.cluster_id = c.object and ${isThere} offset 0)`
  return readRows(tx, teamOnCluster)`
    with asked(team, cluster) as (
      select * from unnest(${sql.param(teams)}::text[], ${sql.param(clusters)}::text[])),
      applications as materialized (${aliveAt(tenant, 'application', among('team', teams), change)}),
      clusters as materialized (${aliveAt(tenant, 'cluster', among('name', clusters), change)}),
      present as (${present})
    select team, cluster from asked join present using (team, cluster)`
}

/** The objects after a change, as two queries: those that still exist and those that ended since have an index each. */
function aliveAt(tenant: number, kind: Kind, condition: SQL, change: number): SQL {
  const alive = (interval: SQL) => sql`select object, team, name from revisions
    where tenant = ${tenant} and kind = ${kind} and ${condition} and began <= ${change} and ${interval}`
  return sql`${alive(sql`ended is null`)} union all ${alive(sql`ended > ${change}`)}`
}

function among(column: 'team' | 'name', values: readonly string[]): SQL {
  return sql`${sql.raw(column)} = any(${sql.param([...new Set(values)])}::text[])`
}
