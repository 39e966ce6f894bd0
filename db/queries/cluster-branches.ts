import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

/** Where a cluster lives after a change; `branch` null: the cluster is gone. */
export type ClusterBranch = { readonly cluster: number; readonly branch: string | null }

/**
 * Records where clusters live from a change on. A branch that a cluster left for another keeps its folder until that is
 * vacated; a cluster that is gone leaves its branch at once.
 */
export async function placeClustersOnBranches(
  { tx, tenant }: TenantScope,
  change: number,
  clusters: readonly ClusterBranch[],
): Promise<void> {
  if (clusters.length === 0) return
  const wanted = sql`unnest(${sql.param(clusters.map(({ cluster }) => cluster))}::int[],
    ${sql.param(clusters.map(({ branch }) => branch))}::text[]) as wanted(cluster, branch)`
  await tx.execute(sql`
    update cluster_branches b set ended = coalesce(b.ended, ${change}),
      vacated = case when wanted.branch is null then ${change}::bigint end
    from ${wanted} where b.tenant = ${tenant} and b.cluster = wanted.cluster and b.vacated is null
      and (wanted.branch is null or (b.ended is null and b.branch <> wanted.branch))`)
  await tx.execute(sql`
    insert into cluster_branches (tenant, cluster, branch, began)
    select ${tenant}, wanted.cluster, wanted.branch, ${change} from ${wanted}
    where wanted.branch is not null and not exists (select 1 from cluster_branches b
      where b.tenant = ${tenant} and b.cluster = wanted.cluster and b.ended is null)`)
}
