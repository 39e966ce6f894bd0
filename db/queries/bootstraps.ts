// The clusters on which somebody has to apply the bootstrap again because of a change, and the branch that each was on
// then.
import { type SQL, sql } from 'drizzle-orm'
import { aliveAfter } from './alive.ts'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

export const bootstrapCluster = z.strictObject({ cluster: z.string(), branch: z.string() })
export type BootstrapCluster = z.infer<typeof bootstrapCluster>

export type BootstrapWindow = {
  /** The last of the page before; null: this is the first. */
  readonly after: BootstrapCluster | null
  readonly limit: number
}

/** Every cluster that existed after a change, by name: settings are in all bootstraps. */
export function listClustersAfter(
  scope: TenantScope,
  change: number,
  page: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  return listClusters(scope, change, aliveAfter('r', change), page)
}

/** The clusters, by name, of which a change edited something that only the bootstrap contains. */
export function listRebootstrapped(
  scope: TenantScope,
  change: number,
  page: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  const edited = sql`r.began = ${change} and exists (select from revisions o
    where o.tenant = r.tenant and o.kind = r.kind and o.object = r.object and o.ended = ${change}
      and ${appliedByHand('o')} is distinct from ${appliedByHand('r')})`
  return listClusters(scope, change, edited, page)
}

/** Computes from a revision's body what `isBootstrapAnother` compares. */
function appliedByHand(alias: string): SQL {
  const body = sql.raw(`${alias}.body`)
  return sql`(coalesce(${body}->>'confinement', 'account') = 'project', ${body}->>'argocd_namespace')`
}

async function listClusters(
  { tx, tenant }: TenantScope,
  change: number,
  which: SQL,
  { after, limit }: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  const beyond = after ? sql`(r.name, b.branch) > (${after.cluster}, ${after.branch})` : sql`true`
  return readRows(tx, bootstrapCluster)`
    select r.name as cluster, b.branch from revisions r
    join cluster_branches b on b.tenant = r.tenant and b.cluster = r.object
      and ${aliveAfter('b', change)}
    where r.tenant = ${tenant} and r.kind = 'cluster' and ${which} and ${beyond}
    order by r.name, b.branch limit ${limit}`
}
