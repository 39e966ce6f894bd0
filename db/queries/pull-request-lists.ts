// The pull requests of branches, as people see them: what is in each, and that somebody wants it to be open again.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { readRow, readRows } from '../rows.ts'
import { pullRequests } from '../schema/pull-request.ts'
import { dueNow } from './clock.ts'
import { holds } from './conditions.ts'
import { countRows } from './count-rows.ts'
import { lookAgain } from './pull-requests.ts'
import type { TenantScope } from './scope.ts'

/** So many of the changes that wait for a branch are counted. */
const WAITING_COUNTED_MAX = 1000

const pullRequestRow = z.strictObject({
  branch: z.string(),
  number: z.int(),
  url: z.string(),
  title: z.string(),
  state: z.enum(pullRequests.state.enumValues),
  openedAt: z.date(),
  closedBy: z.string().nullable(),
  askedAt: z.date().nullable(),
  reopenAskedAt: z.date().nullable(),
  error: z.string().nullable(),
  /** The first and the last change that are in it and not in the branch; null: none is. */
  from: z.int().nullable(),
  to: z.int().nullable(),
  proposed: z.int(),
  /** Changes that wait for the branch, and aren't in it. */
  later: z.int(),
  waitsSince: z.date().nullable(),
})
export type PullRequestRow = Readonly<z.infer<typeof pullRequestRow>>

export type PullRequestQuery = {
  readonly branch: string | null
  /** Null: those that are open, and those that something waits for. */
  readonly state: PullRequestState | null
  /** Only those into these branches; null: into any. */
  readonly branches: readonly string[] | null
  /** Only those that this change waits in. */
  readonly change: number | null
}

const columns = sql`r.branch, r.number, r.url, r.title, r.state, r.opened_at as "openedAt",
  r.closed_by as "closedBy", r.asked_at as "askedAt", r.reopen_asked_at as "reopenAskedAt", r.error,
  w.first as "from",
  case when w.proposed + w.later < ${WAITING_COUNTED_MAX} then w.last else (
    select p.change from publications p where p.tenant = r.tenant and p.branch = r.branch
      and p.change > b.published_change and p.state = 'proposed'
    order by p.change desc limit 1) end as "to",
  w.proposed, w.later, w.since as "waitsSince"`

/** What waits for each branch is looked at from its last published change on, and no further than it is counted. */
const source = sql`pull_requests r
  join branches b on b.tenant = r.tenant and b.name = r.branch
  cross join lateral (
    select min(change) filter (where state = 'proposed') as first,
      max(change) filter (where state = 'proposed') as last,
      (count(*) filter (where state = 'proposed'))::int as proposed,
      (count(*) filter (where state <> 'proposed'))::int as later,
      min(created_at) as since
    from (select p.change, p.state, p.created_at from publications p
      where p.tenant = r.tenant and p.branch = r.branch and p.change > b.published_change
        and p.state <> 'published'
      order by p.change limit ${WAITING_COUNTED_MAX}) waiting) w`

const isPresent = sql`(r.state = 'open' or w.proposed > 0)`

/** By branch; `after` is the branch of the last one of the page before. */
export async function listPullRequests(
  scope: TenantScope,
  query: PullRequestQuery,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<PullRequestRow[]> {
  const beyond = after === null ? [] : [sql`r.branch > ${after}`]
  return readRows(scope.tx, pullRequestRow)`
    select ${columns} from ${source}
    where ${sql.join([...conditions(scope, query), ...beyond], sql` and `)}
    order by r.branch limit ${limit}`
}

export function countPullRequests(scope: TenantScope, query: PullRequestQuery): Promise<Total> {
  const matching = sql.join(conditions(scope, query), sql` and `)
  return countRows(scope, sql`select from ${source} where ${matching}`)
}

function conditions({ tenant }: TenantScope, query: PullRequestQuery): SQL[] {
  const { branch, state, branches, change } = query
  return [
    sql`r.tenant = ${tenant}`,
    state === null ? isPresent : sql`r.state = ${state}`,
    ...(branch === null ? [] : [sql`r.branch = ${branch}`]),
    ...(branches === null ? [] : [sql`r.branch = any(${sql.param(branches)}::text[])`]),
    ...(change === null
      ? []
      : [
          sql`exists (select from publications p where p.tenant = r.tenant and p.branch = r.branch
            and p.change = ${change} and p.state = 'proposed')`,
        ]),
  ]
}

/** Of a branch, whatever became of it; null: it has none. */
export async function findPullRequest(
  { tx, tenant }: TenantScope,
  branch: string,
): Promise<PullRequestRow | null> {
  const row = await readRow(tx, pullRequestRow)`
    select ${columns} from ${source} where r.tenant = ${tenant} and r.branch = ${branch}`
  return row ?? null
}

const presentCounts = z.strictObject({ open: z.int(), held: z.int() })
/** How many branches have an open pull request, and on how many changes wait although theirs was closed unmerged. */
export type PresentPullRequests = Readonly<z.infer<typeof presentCounts>>

export async function countPresentPullRequests(scope: TenantScope): Promise<PresentPullRequests> {
  const row = await readRow(scope.tx, presentCounts)`
    select (count(*) filter (where r.state = 'open'))::int as open,
      (count(*) filter (where r.state = 'closed'))::int as held
    from ${source}
    where r.tenant = ${scope.tenant} and r.state <> 'merged' and ${isPresent}`
  return row!
}

/** Keeps that somebody wants it to be open again, and has the publisher look at it as soon as the transaction commits. */
export async function askToReopen(scope: TenantScope, branch: string): Promise<void> {
  await scope.tx
    .update(pullRequests)
    .set({ reopenAskedAt: dueNow })
    .where(holds(pullRequests, { tenant: scope.tenant, branch }))
  await lookAgain(scope, branch)
}
