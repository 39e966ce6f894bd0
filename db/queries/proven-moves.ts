// Folders that clusters left, and that nothing reads any more: the cluster said that it pulled from where it went.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const provenRow = z.strictObject({
  cluster: z.int(),
  /** The branch that it left, and the one that it is on. */
  branch: z.string(),
  home: z.string(),
})
export type ProvenMove = z.infer<typeof provenRow>

const MOVES_MAX = 20

/**
 * Moves away from a branch that are in Git, where the newest word of the cluster's root is a commit of its present branch that
 * holds what it has since it came there. A cluster that is back left nothing. `cluster` null: of every one.
 */
export async function provenMoves(
  { tx, tenant }: TenantScope,
  cluster: number | null,
): Promise<ProvenMove[]> {
  return readRows(tx, provenRow)`
    select distinct l.cluster, l.branch, h.branch as home
    from cluster_branches l
    join cluster_branches h on h.tenant = l.tenant and h.cluster = l.cluster and h.ended is null
    join cluster_reports c on c.tenant = l.tenant and c.cluster = l.cluster
    where l.tenant = ${tenant} and l.ended is not null and l.vacated is null
      and l.branch <> h.branch and ${cluster === null ? sql`true` : sql`l.cluster = ${cluster}`}
      and not exists (select from cluster_branches later where later.tenant = l.tenant
        and later.cluster = l.cluster and later.branch = l.branch and later.began > l.began)
      and exists (select from publications p where p.tenant = l.tenant and p.branch = l.branch
        and p.change = l.ended and p.state = 'published')
      and exists (select from publications p where p.tenant = l.tenant and p.branch = h.branch
        and p.commit = c.pulled_commit and p.change >= h.began and p.state = 'published')
    order by l.cluster, l.branch limit ${MOVES_MAX}`
}
