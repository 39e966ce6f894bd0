// What isn't in Git yet because people have to merge a pull request, and what nobody may expect to be: that of a branch whose pull
// request was closed.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PROPOSED_BRANCHES_MAX } from '#lib/domain/git/branch-modes.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** Of a pull request `q`, whether it is or was to be merged; once it is, what it carries is as good as in Git. */
export const isUnmerged: SQL<boolean> = sql`q.state <> 'merged'`

/** Of a pull request `q`, whether it was closed unmerged, and nobody asked since that it be open again. */
const isClosed: SQL<boolean> = sql`q.state = 'closed' and q.reopen_asked_at is null`

/** Whether some pull request was closed: asked first, so that all else costs nothing where none was. */
export const isAnyClosed: SQL<boolean> = sql`exists (select from pull_requests q where ${isClosed})`

/** Whether the change of a wave `w` of a rollout can't go on, because a pull request that it waits for was closed. */
export function isHeldBack(w: SQL): SQL<boolean> {
  return sql`exists (select from publications p
    join pull_requests q on q.tenant = p.tenant and q.branch = p.branch and ${isClosed}
    where p.tenant = ${w}.tenant and p.change = ${w}.change and p.state <> 'published')`
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
