import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** The branch of a cluster after a change; `branch` null: the cluster is gone. */
export type ClusterBranch = { readonly cluster: number; readonly branch: string | null }

const leftBranch = z.strictObject({ branch: z.string(), vacated: z.boolean() })

/**
 * Records which branches clusters are on from a change on. When a cluster moves, the old branch keeps its folder until that
 * is vacated; a deleted cluster leaves every branch at once. Answers the branches that are to lose a folder.
 */
export async function placeClustersOnBranches(
  { tx, tenant }: TenantScope,
  change: number,
  clusters: readonly ClusterBranch[],
): Promise<string[]> {
  if (clusters.length === 0) return []
  const ids = sql.param(clusters.map(({ cluster }) => cluster))
  const wanted = sql`unnest(${ids}::int[],
    ${sql.param(clusters.map(({ branch }) => branch))}::text[]) as wanted(cluster, branch)`
  const left = await readRows(tx, leftBranch)`
    update cluster_branches b set ended = coalesce(b.ended, ${change}),
      vacated = case when wanted.branch is null then ${change}::bigint end
    from ${wanted} where b.tenant = ${tenant} and b.cluster = any(${ids}::int[])
      and b.cluster = wanted.cluster and b.vacated is null
      and (wanted.branch is null or (b.ended is null and b.branch <> wanted.branch))
    returning b.branch, b.vacated is not null as vacated`
  await tx.execute(sql`
    insert into cluster_branches (tenant, cluster, branch, began)
    select ${tenant}, wanted.cluster, wanted.branch, ${change} from ${wanted}
    where wanted.branch is not null and wanted.cluster not in (select cluster from cluster_branches
      where tenant = ${tenant} and cluster = any(${ids}::int[]) and ended is null)`)
  return [...new Set(left.filter(({ vacated }) => vacated).map(({ branch }) => branch))]
}
