// What isn't in Git yet because people have to merge a pull request, or have to decide about one that was closed.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PROPOSED_BRANCHES_MAX } from '#lib/domain/git/branch-modes.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** Of a pull request `q`, whether it is or was to be merged; once it is, what it carries is as good as in Git. */
const isUnmerged: SQL<boolean> = sql`q.state <> 'merged'`

/** Of a pull request `q`, whether it was closed unmerged, and nobody asked since that it be open again. */
export const isClosed: SQL<boolean> = sql`q.state = 'closed' and q.reopen_asked_at is null`

/** Whether some pull request was closed: asked first, so that all else costs nothing where none was. */
export const isAnyClosed: SQL<boolean> = sql`exists (select from pull_requests q where ${isClosed})`

/** Whether the change of a wave `w` of a rollout can't go on, because a pull request that it waits for was closed. */
export function isHeldBack(w: SQL): SQL<boolean> {
  return sql`exists (select from publications p
    join pull_requests q on q.tenant = p.tenant and q.branch = p.branch and ${isClosed}
    where p.tenant = ${w}.tenant and p.change = ${w}.change and p.state <> 'published')`
}

/** A pull request, as people are led to it. */
export const linkedRow = z.strictObject({ number: z.int(), url: z.string() })

/**
 * The pull request that a change waits in, or behind, on its way into the branch that a cluster is on now. It has `branch`, `number`
 * and `url`; without a row, it waits in none.
 */
export function awaitedOnCluster(tenant: number, change: SQL, cluster: SQL): SQL {
  return sql`select q.branch, q.number, q.url from pull_requests q
    join publications u on u.tenant = ${tenant} and u.branch = q.branch and u.change = ${change}
      and u.state in ('pending', 'proposed')
    where q.tenant = ${tenant} and ${isUnmerged} and q.branch = (
      select b.branch from cluster_branches b
      where b.tenant = ${tenant} and b.cluster = ${cluster} and b.ended is null)`
}

/** Whether there is such a pull request. Where a tenant has none that isn’t merged, it is asked but once in a statement. */
export function isAwaitedOnCluster(tenant: number, change: SQL, cluster: SQL): SQL<boolean> {
  return sql`(exists (select from pull_requests q where q.tenant = ${tenant} and ${isUnmerged})
    and exists (${awaitedOnCluster(tenant, change, cluster)}))`
}

const awaitedRow = z.strictObject({
  branch: z.string(),
  number: z.int(),
  url: z.string(),
  isClosed: z.boolean(),
  closedBy: z.string().nullable(),
})
export type AwaitedRow = z.infer<typeof awaitedRow>

/** The pull requests of the branches that don't have a change yet, by branch. */
export async function readAwaitedMerges(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<AwaitedRow[]> {
  return readRows(tx, awaitedRow)`
    select q.branch, q.number, q.url, ${isClosed} as "isClosed", q.closed_by as "closedBy"
    from publications p
    join pull_requests q on q.tenant = ${tenant} and q.branch = p.branch and ${isUnmerged}
    where p.tenant = ${tenant} and p.change = ${change} and p.state <> 'published'
    order by q.branch limit ${PROPOSED_BRANCHES_MAX}`
}
