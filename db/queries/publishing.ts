// What the publisher reads and records about a branch. A branch contains everything up to its published change, and nothing
// later.
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { type Database, outsideTenants } from '../client.ts'
import { readRow, readRows } from '../rows.ts'
import { branches } from '../schema/branch.ts'
import { changes } from '../schema/change.ts'
import { publications } from '../schema/publication.ts'
import { tenants } from '../schema/tenant.ts'
import { recordedAt } from './clock.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'
import { isHeld, isPlanned } from './upgrades.ts'

/** A change on its way into a branch. */
export type PendingChange = Awaited<ReturnType<typeof readPending>>[number]

const acceptedComparison = z.strictObject({ change: z.int(), tip: z.string(), removed: z.int() })
export type AcceptedComparison = z.infer<typeof acceptedComparison>

const tenantWithWork = z.strictObject({ tenant: z.int() })

/** The tenants that may have work for the publisher, found in one query, because most have none. */
export async function tenantsWithWork(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantWithWork)`select tenant from tenants_with_work(${LAYOUT})`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const branchWithWork = z.strictObject({ name: z.string() })

/**
 * The branches that changes wait for, including those where publishing was refused. Of those with a pull request, only those
 * with a change since they were last looked at, or that are to be looked at again. Of those that wait for an upgrade, only those
 * for which its effects aren't known yet.
 */
export async function branchesWithWork({ tx, tenant }: TenantScope): Promise<string[]> {
  const rows = await readRows(tx, branchWithWork)`
    with asked as (
      select distinct p.branch as name from publications p
      where p.tenant = ${tenant} and p.state = 'pending' and not exists (
        select from pull_requests r where r.tenant = p.tenant and r.branch = p.branch
          and p.change <= r.seen_change)
      union
      select branch from pull_requests where tenant = ${tenant} and due_at <= clock_timestamp()
      union
      select name from branches b where tenant = ${tenant} and error is not null and exists (
        select from publications p where p.tenant = b.tenant and p.branch = b.name
          and p.change > b.published_change and p.state = 'failed'))
    select b.name from branches b where b.tenant = ${tenant}
      and case when ${isHeld} then not ${isPlanned} else b.name in (select name from asked) end
    order by b.name`
  return rows.map(({ name }) => name)
}

const branchWork = z.strictObject({
  lastChange: z.int(),
  tip: z.string().nullable(),
  publishedChange: z.int(),
  layout: z.int(),
  error: z.string().nullable(),
  generation: z.string().nullable(),
  stop: z.strictObject({ code: z.enum(tenants.gitStop.enumValues), reason: z.string() }).nullable(),
  /** What an admin accepted to be made equal to the database, on which commit and with which change. */
  accepted: acceptedComparison.nullable(),
})
export type BranchWork = z.infer<typeof branchWork> & {
  /** Those that are not in Git yet, in order. */
  readonly pending: readonly PendingChange[]
}

/** Null: there is no such branch. */
export async function readBranchWork(
  scope: TenantScope,
  branch: string,
): Promise<BranchWork | null> {
  const { tx, tenant } = scope
  const row = await readRow(tx, branchWork)`
    select t.last_change as "lastChange", b.tip, b.published_change as "publishedChange", b.layout,
      b.error, t.generation, case when t.git_stop is not null then
        json_build_object('code', t.git_stop, 'reason', t.git_stop_reason) end as stop,
      (select json_build_object('change', c.accepted, 'tip', c.tip, 'removed', c.removed)
        from branch_comparisons c where c.tenant = t.tenant and c.branch = b.name
          and c.accepted is not null) as accepted
    from tenants t join branches b on b.tenant = t.tenant
    where t.tenant = ${tenant} and b.name = ${branch}`
  return row ? { ...row, pending: await readPending(scope, branch, row.publishedChange) } : null
}

/** A rollout, as the text of a commit tells of it. */
export type PendingRollout = {
  readonly id: number
  /** With its team. */
  readonly application: string
  readonly environment: string
  /** Its name, or its number; null: what was there before versions. */
  readonly version: string | null
  /** The wave that the change released; null: it took the rollout back. */
  readonly wave: string | null
  /** Its number, from 1. */
  readonly waveNumber: number | null
  /** Whether it takes another rollout back. */
  readonly goesBack: boolean
  /**
   * Of one that goes back, the version that it takes back; of one that is taken back, what its clusters had before it, of up to three
   * versions; null: of neither, or there was nothing.
   */
  readonly other: string | null
  /** Why it was started or taken back. */
  readonly reason: string | null
}

/** What was overridden, as the text of a commit tells of it. `by`, `reason`: absent where they are those of the change. */
export type PendingOverride = {
  readonly code: string
  readonly name: string
  readonly by?: { readonly name: string }
  readonly reason?: string
}

const hadBefore = sql`select string_agg(h.name, ', ' order by h.clusters desc) from (
  select coalesce(hv.name, f->>'version', 'the branch') as name, (f->>'clusters')::int as clusters
  from rollout_events e cross join lateral jsonb_array_elements(e.facts->'from') f
  left join announced_versions hv on hv.tenant = r.tenant and hv.application_id = r.application_id
    and hv.number = (f->>'version')::int
  where e.tenant = r.tenant and e.rollout = r.id and e.seq = 1
  order by 2 desc limit 3) h`

const takenBack = sql`select coalesce(tv.name, t.version::text) from rollouts t
  left join announced_versions tv on tv.tenant = t.tenant and tv.application_id = t.application_id
    and tv.number = t.version
  where t.tenant = r.tenant and t.id = r.rolls_back`

const rolloutOf = sql`select json_build_object('id', r.id, 'application', r.team || '/' || r.application,
    'environment', r.environment, 'version', coalesce(v.name, r.version::text), 'wave', w.name,
    'waveNumber', w.wave, 'goesBack', r.origin = 'rollback',
    'other', case when w.name is null then (${hadBefore}) when r.origin = 'rollback' then (${takenBack}) end, 'reason', case when w.name is null then ${changes.reason} else
      (select e.reason from rollout_events e where e.tenant = r.tenant and e.rollout = r.id and e.seq = 1) end)
  from rollouts r
  left join rollout_waves w on w.tenant = r.tenant and w.rollout = r.id
    and w.wave = (${changes.impact}->'rollout'->>'wave')::int
  left join announced_versions v on v.tenant = r.tenant and v.application_id = r.application_id
    and v.number = r.version
  where r.tenant = ${changes.tenant} and r.id = (${changes.impact}->'rollout'->>'id')::int`

async function readPending({ tx, tenant }: TenantScope, branch: string, after: number) {
  const { id, at, action, removed, added, changed } = changes
  const { actorKind, actorId, actorName, actorEmail } = changes
  return tx
    .select({
      id,
      at,
      state: publications.state,
      actor: { kind: actorKind, id: actorId, name: actorName, email: actorEmail },
      action,
      reason: changes.reason,
      removed,
      added,
      changed,
      /** The hash of its event in the audit; null: it is older than the audit. */
      auditHash: sql<string | null>`(select encode(a.hash, 'hex') from audit_events a
        where a.tenant = ${changes.tenant} and a.change = ${id} order by a.id limit 1)`,
      /** The rollout that made it; null: none did. */
      rollout: sql<PendingRollout | null>`(${rolloutOf})`,
      /** What would have stopped it. */
      overrides: sql<readonly PendingOverride[]>`coalesce(${changes.impact}->'overrides', '[]')`,
    })
    .from(publications)
    .innerJoin(changes, and(eq(changes.tenant, publications.tenant), eq(id, publications.change)))
    .where(
      and(
        isIn(tenant, branch),
        gt(publications.change, after),
        ne(publications.state, 'published'),
      ),
    )
    .orderBy(asc(id))
}

const isIn = (tenant: number, branch: string) => holds(publications, { tenant, branch })

export type Published = {
  readonly branch: string
  readonly commit: string
  readonly changes: readonly number[]
  /** Everything up to this change is in the commit. */
  readonly upTo: number
  /** Problems that people have to know about although it was published. */
  readonly error: string | null
}

/** Records that a commit is the branch's tip and contains these changes. */
export async function markPublished(scope: TenantScope, published: Published): Promise<void> {
  const { tx, tenant } = scope
  const { branch, commit, upTo, error } = published
  const held = published.changes.map((change) => ({ change, commit }))
  await holdInCommits(scope, branch, held)
  const errorAt = error === null ? null : sql`clock_timestamp()`
  await tx
    .update(branches)
    .set({ tip: commit, publishedChange: upTo, error, errorAt })
    .where(isBranch(tenant, branch))
}

const isBranch = (tenant: number, branch: string) => holds(branches, { tenant, name: branch })

const holding = z.strictObject({ change: z.int(), commit: z.string() })
/** A change, and the commit that holds it. */
export type Holding = z.infer<typeof holding>

export type Settled = {
  readonly branch: string
  readonly tip: string | null
  readonly upTo: number
  /** Which changes Berth's commits contain, as far as they were searched. */
  readonly holding: readonly Holding[]
}

/**
 * Records what was found at the remote: changes up to `upTo`, and none after it. Changes that were believed to be there but
 * are not wait again.
 */
export async function settleBranch(scope: TenantScope, settled: Settled): Promise<void> {
  const { tx, tenant } = scope
  const { branch, tip, upTo } = settled
  await holdInCommits(scope, branch, settled.holding)
  await tx
    .update(publications)
    .set({ state: 'pending', commit: null, publishedAt: null })
    .where(
      and(isIn(tenant, branch), gt(publications.change, upTo), eq(publications.state, 'published')),
    )
  await tx.update(branches).set({ tip, publishedChange: upTo }).where(isBranch(tenant, branch))
}

async function holdInCommits(
  { tx, tenant }: TenantScope,
  branch: string,
  held: readonly Holding[],
): Promise<void> {
  if (held.length === 0) return
  await tx.execute(sql`
    update publications p set state = 'published', commit = held.commit, error = null,
      published_at = coalesce(p.published_at, ${recordedAt})
    from unnest(${sql.param(held.map(({ change }) => change))}::bigint[],
      ${sql.param(held.map(({ commit }) => commit))}::text[]) as held(change, commit)
    where p.tenant = ${tenant} and p.branch = ${branch} and p.change = held.change`)
}

/**
 * Records why a branch's changes are not in Git yet; with `failed`, that waiting alone won't help. What is in a pull request may be
 * merged all the same.
 */
export async function recordBranchError(
  { tx, tenant }: TenantScope,
  branch: string,
  error: string,
  { failed }: { failed: boolean },
): Promise<void> {
  await tx
    .update(publications)
    .set({
      error,
      state: sql`case when ${publications.state} = 'proposed' then 'proposed'
        else ${failed ? 'failed' : 'pending'} end`,
    })
    .from(branches)
    .where(waitFor(tenant, branch))
  await tx
    .update(branches)
    .set({ error, errorAt: sql`clock_timestamp()` })
    .where(isBranch(tenant, branch))
}

/** Of publications joined with their branches: those that aren't in the branch yet. */
export const waitFor = (tenant: number, branch: string) =>
  and(
    isIn(tenant, branch),
    isBranch(tenant, branch),
    ne(publications.state, 'published'),
    gt(publications.change, branches.publishedChange),
  )

/** Once what a branch's error told of is over, unless another one was recorded. */
export async function forgetBranchError(
  { tx, tenant }: TenantScope,
  branch: string,
  error: string,
): Promise<void> {
  await tx
    .update(publications)
    .set({ error: null })
    .from(branches)
    .where(and(waitFor(tenant, branch), eq(publications.error, error)))
  await tx
    .update(branches)
    .set({ error: null, errorAt: null })
    .where(holds(branches, { tenant, name: branch, error }))
}

/** Those of a branch's changes that the branch is recorded to contain, in order. */
export async function publishedChanges(
  { tx, tenant }: TenantScope,
  branch: string,
): Promise<Holding[]> {
  return readRows(tx, holding)`
    select change, commit from publications
    where tenant = ${tenant} and branch = ${branch} and state = 'published' order by change`
}
