// The pull requests through which branches are published: the present one of each branch, and the commits proposed there.
import { and, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ProposedHead } from '#lib/domain/git/pull-request.ts'
import { readRow, readRows } from '../rows.ts'
import { branches } from '../schema/branch.ts'
import { publications } from '../schema/publication.ts'
import { proposedHeads, pullRequests } from '../schema/pull-request.ts'
import { dueNow, recordedAt } from './clock.ts'
import { holds } from './conditions.ts'
import { PUBLICATIONS_CHANNEL } from './publications.ts'
import { waitFor } from './publishing.ts'
import type { TenantScope } from './scope.ts'

/** Of older ones it is forgotten that they were proposed: what is in them is then seen as anybody's. */
const HEADS_MAX = 100

/** The pull request of a branch, as Berth last knew it. */
export type PullRequestRow = Omit<typeof pullRequests.$inferSelect, 'tenant'>

/** Has a branch with a pull request looked at again, in Git and at the host, as soon as the transaction commits. */
export async function lookAgain(scope: TenantScope, branch: string): Promise<void> {
  const { tx, tenant } = scope
  await doubtPullRequest(scope, branch)
  await tx.execute(sql`select pg_notify(${PUBLICATIONS_CHANNEL}, ${`${tenant}:0`})`)
}

/** What the publisher knows of how a branch is proposed. */
export type Proposals = {
  /** Whether people merge what is published there. */
  readonly isProposed: boolean
  readonly pullRequest: PullRequestRow | null
  /** The newest first. */
  readonly heads: readonly ProposedHead[]
}

export async function readProposals(scope: TenantScope, branch: string): Promise<Proposals> {
  const { tx, tenant } = scope
  const [pullRequest = null] = await tx
    .select(columns)
    .from(pullRequests)
    .where(holds(pullRequests, { tenant, branch }))
  return {
    isProposed: await readIsProposed(scope, branch),
    pullRequest,
    heads: await readHeads(scope, branch),
  }
}

const columns = {
  branch: pullRequests.branch,
  number: pullRequests.number,
  url: pullRequests.url,
  title: pullRequests.title,
  state: pullRequests.state,
  openedAt: pullRequests.openedAt,
  head: pullRequests.head,
  closedBy: pullRequests.closedBy,
  dueAt: pullRequests.dueAt,
  seenChange: pullRequests.seenChange,
  askedAt: pullRequests.askedAt,
  toldAt: pullRequests.toldAt,
  reopenAskedAt: pullRequests.reopenAskedAt,
  error: pullRequests.error,
}

const headRow = z.strictObject({
  commit: z.string(),
  base: z.string(),
  owned: z.string(),
  upTo: z.int(),
})

function readHeads({ tx, tenant }: TenantScope, branch: string): Promise<ProposedHead[]> {
  return readRows(tx, headRow)`
    select commit, base, owned, up_to as "upTo" from proposed_heads
    where tenant = ${tenant} and branch = ${branch}
    order by proposed_at desc, up_to desc limit ${HEADS_MAX}`
}

const modeRow = z.strictObject({ isProposed: z.boolean() })

/**
 * Whether the environments of a branch's clusters, as they are now, want pull requests. Where no cluster lives any more, that of
 * the clusters that left it last decides: that their files go must be reviewed, too.
 */
async function readIsProposed({ tx, tenant }: TenantScope, branch: string): Promise<boolean> {
  const row = await readRow(tx, modeRow)`
    with proposed as materialized (
      select name from revisions where tenant = ${tenant} and kind = 'environment' and ended is null
        and body->>'publish' = 'pull-request')
    select case
      when not exists (select from proposed) then false
      when exists (
        select from proposed p
        join labels l on l.tenant = ${tenant} and l.kind = 'cluster' and l.key = 'environment'
          and l.value = p.name and l.ended is null
        join cluster_branches b on b.tenant = ${tenant} and b.cluster = l.object
          and b.branch = ${branch} and b.ended is null) then true
      when exists (
        select from cluster_branches b
        where b.tenant = ${tenant} and b.branch = ${branch} and b.ended is null) then false
      else exists (
        select from (
          select cluster, ended from cluster_branches
          where tenant = ${tenant} and branch = ${branch} and ended is not null
          order by ended desc limit 1) b
        join revisions r on r.tenant = ${tenant} and r.kind = 'cluster' and r.object = b.cluster
          and r.began < b.ended and (r.ended is null or r.ended >= b.ended)
        join proposed p on p.name = r.body->>'environment')
      end as "isProposed"`
  return row!.isProposed
}

/** Notes a commit before it is pushed: whoever merges it, whenever, what it holds is known. */
export async function keepHead(
  { tx, tenant }: TenantScope,
  branch: string,
  { commit, base, owned, upTo }: ProposedHead,
): Promise<void> {
  await tx.delete(proposedHeads).where(holds(proposedHeads, { tenant, branch, commit }))
  await tx.execute(sql`
    insert into proposed_heads (tenant, branch, commit, base, owned, up_to, proposed_at)
    values (${tenant}, ${branch}, ${commit}, ${base}, ${owned}, ${upTo}, ${recordedAt})`)
  await tx.execute(sql`
    delete from proposed_heads where tenant = ${tenant} and branch = ${branch} and commit in (
      select commit from proposed_heads where tenant = ${tenant} and branch = ${branch}
      order by proposed_at desc, up_to desc offset ${HEADS_MAX})`)
}

/** Forgets the commits whose changes are in the branch. */
export async function forgetHeads(
  { tx, tenant }: TenantScope,
  branch: string,
  upTo: number,
): Promise<void> {
  await tx
    .delete(proposedHeads)
    .where(and(holds(proposedHeads, { tenant, branch }), lte(proposedHeads.upTo, upTo)))
}

type Answered = Pick<
  PullRequestRow,
  'number' | 'url' | 'title' | 'state' | 'closedBy' | 'head' | 'seenChange'
>

/** Notes what the host answered of a branch's pull request, a new one or another than before, too. */
export async function keepPullRequest(
  { tx, tenant }: TenantScope,
  branch: string,
  answered: Answered,
): Promise<void> {
  const { number, url, title, state, closedBy, head, seenChange } = answered
  await tx.execute(sql`
    insert into pull_requests as r
      (tenant, branch, number, url, title, state, opened_at, closed_by, due_at, seen_change, asked_at,
        head)
    values (${tenant}, ${branch}, ${number}, ${url}, ${title}, ${state}, ${recordedAt}, ${closedBy},
      ${dueNow} + interval '1 minute', ${seenChange}, ${dueNow}, ${head})
    on conflict (tenant, branch) do update set
      opened_at = case when r.number = excluded.number then r.opened_at else excluded.opened_at end,
      number = excluded.number, url = excluded.url, title = excluded.title, state = excluded.state,
      closed_by = excluded.closed_by, head = excluded.head, asked_at = excluded.asked_at,
      reopen_asked_at = case when excluded.state = 'open' then null else r.reopen_asked_at end,
      error = null`)
}

/** Marks all changes of a branch up to one as proposed, if they are not in it yet. */
export async function markProposed(
  { tx, tenant }: TenantScope,
  branch: string,
  { upTo, error }: { readonly upTo: number; readonly error: string | null },
): Promise<void> {
  await tx
    .update(publications)
    .set({ state: 'proposed', error: null })
    .from(branches)
    .where(and(waitFor(tenant, branch), lte(publications.change, upTo)))
  const errorAt = error === null ? null : sql`clock_timestamp()`
  await tx
    .update(branches)
    .set({ error, errorAt })
    .where(holds(branches, { tenant, name: branch }))
}

/** What was proposed waits again, as if it never was. */
export async function forgetPullRequest(
  { tx, tenant }: TenantScope,
  branch: string,
): Promise<void> {
  await tx.delete(pullRequests).where(holds(pullRequests, { tenant, branch }))
  await tx
    .update(publications)
    .set({ state: 'pending' })
    .where(holds(publications, { tenant, branch, state: 'proposed' }))
}

/** Has the host asked again at the next pass, which is due. */
export async function doubtPullRequest({ tx, tenant }: TenantScope, branch: string): Promise<void> {
  await tx
    .update(pullRequests)
    .set({ askedAt: null, dueAt: dueNow })
    .where(holds(pullRequests, { tenant, branch }))
}

/**
 * Puts the next look at a branch off, unless somebody asked for one since it was read, or its host told of it: then until when
 * it is time for that.
 */
export async function putOffLook(
  { tx, tenant }: TenantScope,
  { branch, dueAt, toldAt }: Pick<PullRequestRow, 'branch' | 'dueAt' | 'toldAt'>,
  { afterMs, seenChange }: { readonly afterMs: number; readonly seenChange: number },
): Promise<void> {
  const isTold = toldAt === null ? isNotNull(pullRequests.toldAt) : ne(pullRequests.toldAt, toldAt)
  await tx
    .update(pullRequests)
    .set({
      seenChange,
      dueAt: sql`case when ${ne(pullRequests.dueAt, dueAt)} then ${pullRequests.dueAt}
        when ${isTold} or ${pullRequests.toldAt} > ${dueNow} then ${pullRequests.toldAt}
        else ${dueNow} + ${afterMs}::float8 * interval '1 millisecond' end`,
    })
    .where(holds(pullRequests, { tenant, branch }))
}

export async function recordPullRequestError(
  { tx, tenant }: TenantScope,
  branch: string,
  error: string | null,
): Promise<void> {
  await tx.update(pullRequests).set({ error }).where(holds(pullRequests, { tenant, branch }))
}
