// Branches that are to be looked at because their host told of them.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { PROPOSED_BRANCHES_MAX } from '#lib/domain/git/branch-modes.ts'
import { readRows } from '../rows.ts'
import { PUBLICATIONS_CHANNEL } from './publications.ts'
import type { TenantScope } from './scope.ts'

/** However often a host tells of a branch, it is looked at for that once in this time. */
const LOOKS_APART = sql`interval '5 seconds'`

const told = z.strictObject({ branch: z.string(), isAtOnce: z.boolean() })

/**
 * Has branches with a pull request looked at, in Git and at the host, at once or soon after the last time that it was for this. Null:
 * all whose pull request isn't merged. Answers with those that are, in order.
 */
export async function lookWhereTold(
  { tx, tenant }: TenantScope,
  branches: readonly string[] | null,
): Promise<string[]> {
  const isAsked =
    branches === null ? sql`state <> 'merged'` : sql`branch = any(${sql.param(branches)}::text[])`
  const rows = await readRows(tx, told)`
    with asked as (
      select branch, told_at, greatest(clock_timestamp(), told_at + ${LOOKS_APART}) as next
      from pull_requests where tenant = ${tenant} and ${isAsked}
      order by branch limit ${PROPOSED_BRANCHES_MAX} for update),
    touched as (
      update pull_requests p
      set told_at = a.next, due_at = least(p.due_at, a.next) from asked a
      -- Otherwise the look that is to come is for this, too.
      where p.tenant = ${tenant} and p.branch = a.branch
        and (a.told_at is null or a.told_at <= clock_timestamp())
      returning p.branch)
    select a.branch, t.branch is not null and a.next <= clock_timestamp() as "isAtOnce"
    from asked a
    left join touched t on t.branch = a.branch order by a.branch`
  if (rows.some(({ isAtOnce }) => isAtOnce)) {
    await tx.execute(sql`select pg_notify(${PUBLICATIONS_CHANNEL}, ${`${tenant}:`})`)
  }
  return rows.map(({ branch }) => branch)
}
