// The clusters on which somebody has to apply the bootstrap again because of a change, and the branch that each was on
// then.
import { typeName, typeOf } from './cluster-types.ts'
import { type SQL, sql } from 'drizzle-orm'
import { aliveAfter } from './alive.ts'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

export const bootstrapCluster = z.strictObject({ cluster: z.string(), branch: z.string() })
export type BootstrapCluster = z.infer<typeof bootstrapCluster>

const editedCluster = bootstrapCluster.extend({
  before: z.unknown(),
  after: z.unknown(),
  /** Their types before and after it; null: as nobody had edited it. */
  typeBefore: z.unknown(),
  typeAfter: z.unknown(),
})
export type EditedCluster = z.infer<typeof editedCluster>

export type BootstrapWindow = {
  /** The last of the page before; null: this is the first. */
  readonly after: BootstrapCluster | null
  readonly limit: number
}

/** Every cluster that existed after a change, by name: settings are in all bootstraps. */
export function listClustersAfter(
  { tx, tenant }: TenantScope,
  change: number,
  page: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  return readRows(tx, bootstrapCluster)`
    select r.name as cluster, b.branch from ${clustersOnBranches(change)}
    where r.tenant = ${tenant} and r.kind = 'cluster' and ${aliveAfter('r', change)} and ${within(page)}`
}

/** The clusters, by name, of which a change edited one of these fields, or the type, as they are stored before and after it. */
export function listEditedClusters(
  { tx, tenant }: TenantScope,
  change: number,
  fields: readonly string[],
  page: BootstrapWindow,
): Promise<EditedCluster[]> {
  const before = sql`coalesce(o.body, r.body)`
  return readRows(tx, editedCluster)`
    with types as (
      select name from revisions where tenant = ${tenant} and kind = 'cluster-type' and began = ${change}
    )
    select r.name as cluster, b.branch, ${before} as before, r.body as after,
      ${typeOf(tenant, before, aliveAfter('t', change - 1))} as "typeBefore",
      ${typeOf(tenant, sql`r.body`, aliveAfter('t', change))} as "typeAfter"
    from ${clustersOnBranches(change)}
    left join revisions o on o.tenant = r.tenant and o.kind = r.kind and o.object = r.object
      and o.ended = ${change} and r.began = ${change}
    where r.tenant = ${tenant} and r.kind = 'cluster' and ${aliveAfter('r', change)}
      and (r.began < ${change} or o.body is not null)
      and (${typeName(sql`r.body`)} in (select name from types)
        or r.began = ${change} and exists (select from unnest(${sql.param(fields)}::text[]) field
          where o.body->field is distinct from r.body->field))
      and ${within(page)}`
}

function clustersOnBranches(change: number): SQL {
  return sql`revisions r join cluster_branches b on b.tenant = r.tenant and b.cluster = r.object
    and ${aliveAfter('b', change)}`
}

function within({ after, limit }: BootstrapWindow): SQL {
  const beyond = after ? sql`(r.name, b.branch) > (${after.cluster}, ${after.branch})` : sql`true`
  return sql`${beyond} order by r.name, b.branch limit ${limit}`
}
