// The pull requests of branches, as people see them: what is in each, and that somebody wants it to be open again.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PROPOSED_BRANCHES_MAX } from '#lib/domain/git/branch-modes.ts'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { readRow, readRows } from '../rows.ts'
import { pullRequests } from '../schema/pull-request.ts'
import { isClosed } from './awaited-merges.ts'
import { dueNow } from './clock.ts'
import { holds } from './conditions.ts'
import { countRows } from './count-rows.ts'
import { lookAgain } from './pull-requests.ts'
import type { TenantScope } from './scope.ts'

/** So many of the changes that wait for a branch are counted. */
const WAITING_MAX = 1_000

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
  count: z.int(),
  /** Changes that wait for the branch, and aren't in it. */
  waiting: z.int(),
  waitsSince: z.date().nullable(),
})
export type PullRequestRow = Readonly<z.infer<typeof pullRequestRow>>

export type PullRequestQuery = {
  readonly branch: string | null
  /** Null: any in which changes wait. */
  readonly state: PullRequestState | null
  /** Only those into these branches; null: into any. */
  readonly branches: readonly string[] | null
  /** Only those that this change waits in. */
  readonly change: number | null
}

const columns = sql`q.branch, q.number, q.url, q.title, q.state, q.opened_at as "openedAt",
  q.closed_by as "closedBy", q.asked_at as "askedAt", q.reopen_asked_at as "reopenAskedAt", q.error,
  w.first as "from",
  case when w.count + w.waiting < ${WAITING_MAX} then w.last else (
    select p.change from publications p where p.tenant = q.tenant and p.branch = q.branch
      and p.change > b.published_change and p.state = 'proposed'
    order by p.change desc limit 1) end as "to",
  w.count, w.waiting, w.since as "waitsSince"`

/** What waits for each branch is looked at from its last published change on, and no further than it is counted. */
const source = sql`pull_requests q
  join branches b on b.tenant = q.tenant and b.name = q.branch
  cross join lateral (
    select min(change) filter (where state = 'proposed') as first,
      max(change) filter (where state = 'proposed') as last,
      (count(*) filter (where state = 'proposed'))::int as count,
      (count(*) filter (where state <> 'proposed'))::int as waiting,
      min(change) as earliest, max(change) as latest, min(created_at) as since
    from (select p.change, p.state, p.created_at from publications p
      where p.tenant = q.tenant and p.branch = q.branch and p.change > b.published_change
        and p.state <> 'published'
      order by p.change limit ${WAITING_MAX}) unpublished) w`

/** An open one without any was merged, or what was in it taken back, and the host wasn’t asked yet. */
const isPresent = sql`w.count > 0`

/** Somebody has to open it again or take its changes back, as `nextStep` of lib/domain says. */
const isHeld = sql`(${isClosed} and ${isPresent})`

/** By branch; `after` is the branch of the last one of the page before. */
export async function listPullRequests(
  scope: TenantScope,
  query: PullRequestQuery,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<PullRequestRow[]> {
  const beyond = after === null ? [] : [sql`q.branch > ${after}`]
  return readRows(scope.tx, pullRequestRow)`
    select ${columns} from ${source}
    where ${sql.join([...conditions(scope, query), ...beyond], sql` and `)}
    order by q.branch limit ${limit}`
}

export function countPullRequests(scope: TenantScope, query: PullRequestQuery): Promise<Total> {
  const matching = sql.join(conditions(scope, query), sql` and `)
  return countRows(scope, sql`select from ${source} where ${matching}`)
}

function conditions({ tenant }: TenantScope, query: PullRequestQuery): SQL[] {
  const { branch, state, branches, change } = query
  return [
    sql`q.tenant = ${tenant}`,
    state === null ? isPresent : sql`q.state = ${state}`,
    ...(branch === null ? [] : [sql`q.branch = ${branch}`]),
    ...(branches === null ? [] : [sql`q.branch = any(${sql.param(branches)}::text[])`]),
    ...(change === null
      ? []
      : [
          sql`exists (select from publications p where p.tenant = q.tenant and p.branch = q.branch
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
    select ${columns} from ${source} where q.tenant = ${tenant} and q.branch = ${branch}`
  return row ?? null
}

const presentCounts = z.strictObject({ open: z.int(), held: z.int() })
/** How many branches have an open pull request, and how many are held. */
export type PresentPullRequests = Readonly<z.infer<typeof presentCounts>>

export async function countPresentPullRequests(scope: TenantScope): Promise<PresentPullRequests> {
  const row = await readRow(scope.tx, presentCounts)`
    select (count(*) filter (where q.state = 'open'))::int as open,
      (count(*) filter (where ${isHeld}))::int as held
    from ${source}
    where q.tenant = ${scope.tenant} and q.state <> 'merged' and ${isPresent}`
  return row!
}

const heldRow = z.strictObject({
  branch: z.string(),
  number: z.int(),
  url: z.string(),
  closedBy: z.string().nullable(),
  /** The first and the last change that wait there, and how many do, of which no more than `WAITING_MAX` are counted. */
  from: z.int(),
  to: z.int(),
  changes: z.int(),
})
/** A branch that isn't published before somebody decides, as its pull request was closed. */
export type HeldBranch = z.infer<typeof heldRow>

/** Of which branches it is asked: all, some by their names, or those for which changes of somebody wait. */
type HeldQuery = { readonly branches?: readonly string[]; readonly actor?: string }

/** By name. */
export async function readHeldBranches(
  { tx, tenant }: TenantScope,
  { branches, actor }: HeldQuery,
): Promise<HeldBranch[]> {
  const isNamed = branches && sql`q.branch = any(${sql.param(branches)}::text[])`
  const isOf =
    actor &&
    sql`exists (select from publications p
    join changes c on c.tenant = p.tenant and c.id = p.change and c.actor_id = ${actor}
    where p.tenant = q.tenant and p.branch = q.branch and p.change > b.published_change
      and p.state <> 'published')`
  return readRows(tx, heldRow)`
    select q.branch, q.number, q.url, q.closed_by as "closedBy", w.earliest as "from",
      w.latest as "to", w.count + w.waiting as changes
    from ${source}
    where q.tenant = ${tenant} and ${isHeld} and ${isNamed || sql`true`} and ${isOf || sql`true`}
    order by q.branch limit ${PROPOSED_BRANCHES_MAX}`
}

const heldCount = z.strictObject({ held: z.int() })

/** What waits is looked at of closed ones alone, so that this costs next to nothing where none is. */
export async function countHeldBranches({ tx, tenant }: TenantScope): Promise<number> {
  const row = await readRow(tx, heldCount)`
    select count(*)::int as held from ${source} where q.tenant = ${tenant} and ${isHeld}`
  return row!.held
}

/** Keeps that somebody wants it to be open again, and has the publisher look at it as soon as the transaction commits. */
export async function askToReopen(scope: TenantScope, branch: string): Promise<void> {
  await scope.tx
    .update(pullRequests)
    .set({ reopenAskedAt: dueNow })
    .where(holds(pullRequests, { tenant: scope.tenant, branch }))
  await lookAgain(scope, branch)
}
