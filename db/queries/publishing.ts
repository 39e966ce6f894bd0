// What the publisher asks and records of a branch. A branch holds everything up to its published change, and nothing later.
import { sql } from 'drizzle-orm'
import type { Actor } from '#lib/domain/access/actor.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { type Database, outsideTenants } from '../client.ts'
import type { BranchComparison, GitStop, GitStopCode } from './git-state.ts'
import type { TenantScope } from './scope.ts'
import { isHeld, isPlanned } from './upgrades.ts'

/** A change on its way into a branch. */
export type PendingChange = {
  readonly id: number
  readonly at: Date
  readonly actor: Pick<Actor, 'kind' | 'id' | 'name' | 'email'>
  readonly action: string
  readonly removed: number
  readonly added: number
  readonly changed: number
  /** The hash of its event in the audit; null: it is older than the audit. */
  readonly auditHash: string | null
}

export type BranchWork = {
  /** The tenant's newest change. */
  readonly lastChange: number
  readonly tip: string | null
  readonly publishedChange: number
  /** The layout that it may be written with. */
  readonly layout: number
  readonly error: string | null
  readonly generation: string | null
  /** Why nothing may be published. */
  readonly stop: GitStop | null
  /** What an admin said may be made equal to the database, at which commit and with which change. */
  readonly accepted: AcceptedComparison | null
  /** Those that are not in Git yet, in order. */
  readonly pending: readonly PendingChange[]
}

export type AcceptedComparison = Pick<BranchComparison, 'tip' | 'removed'> & {
  readonly change: number
}

/** The tenants that may have work for the publisher: asked once for all of them, as most have none. */
export async function tenantsWithWork(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(db, (tx) =>
    tx.execute<{ tenant: number }>(sql`select tenant from tenants_with_work(${LAYOUT})`),
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

/**
 * The branches that changes wait for, also those where publishing was refused. Of those that wait for an upgrade only the
 * ones for which it isn't worked out yet.
 */
export async function branchesWithWork({ tx, tenant }: TenantScope): Promise<string[]> {
  const rows = await tx.execute<{ name: string }>(sql`
    with asked as (
      select distinct branch as name from publications where tenant = ${tenant} and state = 'pending'
      union
      select name from branches b where tenant = ${tenant} and error is not null and exists (
        select from publications p where p.tenant = b.tenant and p.branch = b.name
          and p.change > b.published_change and p.state = 'failed'))
    select b.name from branches b where b.tenant = ${tenant}
      and case when ${isHeld} then not ${isPlanned} else b.name in (select name from asked) end
    order by b.name`)
  return rows.map(({ name }) => name)
}

type BranchRow = {
  last_change: number
  tip: string | null
  published_change: number
  layout: number
  error: string | null
  generation: string | null
  git_stop: GitStopCode | null
  git_stop_reason: string
  accepted: AcceptedComparison | null
}

/** Null: there is no such branch. */
export async function readBranchWork(
  scope: TenantScope,
  branch: string,
): Promise<BranchWork | null> {
  const { tx, tenant } = scope
  const [row] = await tx.execute<BranchRow>(sql`
    select t.last_change, b.tip, b.published_change, b.layout, b.error, t.generation, t.git_stop,
      t.git_stop_reason, (select json_build_object('change', c.accepted, 'tip', c.tip,
        'removed', c.removed) from branch_comparisons c where c.tenant = t.tenant
          and c.branch = b.name and c.accepted is not null) as accepted
    from tenants t join branches b on b.tenant = t.tenant
    where t.tenant = ${tenant} and b.name = ${branch}`)
  if (!row) return null
  const { tip, layout, error, generation, accepted } = row
  return {
    lastChange: row.last_change,
    tip,
    publishedChange: row.published_change,
    layout,
    error,
    generation,
    stop: row.git_stop && { code: row.git_stop, reason: row.git_stop_reason },
    accepted,
    pending: await readPending(scope, branch, row.published_change),
  }
}

type PendingRow = {
  id: number
  at: string
  kind: Actor['kind']
  actor_id: string
  name: string
  email: string | null
  action: string
  removed: number
  added: number
  changed: number
  audit_hash: string | null
}

async function readPending(
  { tx, tenant }: TenantScope,
  branch: string,
  after: number,
): Promise<PendingChange[]> {
  const rows = await tx.execute<PendingRow>(sql`
    select c.id, c.at, c.actor_kind as kind, c.actor_id, c.actor_name as name, c.actor_email as email,
      c.action, c.removed, c.added, c.changed,
      (select encode(a.hash, 'hex') from audit_events a
        where a.tenant = c.tenant and a.change = c.id order by a.id limit 1) as audit_hash
    from publications p join changes c on c.tenant = p.tenant and c.id = p.change
    where p.tenant = ${tenant} and p.branch = ${branch} and p.change > ${after}
      and p.state <> 'published'
    order by c.id`)
  return rows.map(({ at, kind, actor_id, name, email, audit_hash, ...row }) => ({
    ...row,
    at: new Date(at),
    actor: { kind, id: actor_id, name, email },
    auditHash: audit_hash,
  }))
}

export type Published = {
  readonly branch: string
  readonly commit: string
  readonly changes: readonly number[]
  /** Everything up to this change is in the commit. */
  readonly upTo: number
  /** What people have to know all the same. */
  readonly error: string | null
}

/** Records that a commit is the branch's tip and holds these changes. */
export async function markPublished(scope: TenantScope, published: Published): Promise<void> {
  const { tx, tenant } = scope
  const { branch, commit, changes, upTo, error } = published
  const holding = changes.map((change) => ({ change, commit }))
  await holdInCommits(scope, branch, holding)
  await tx.execute(sql`
    update branches set tip = ${commit}, published_change = ${upTo}, error = ${error},
      error_at = case when ${error}::text is null then null else clock_timestamp() end
    where tenant = ${tenant} and name = ${branch}`)
}

export type Holding = { readonly change: number; readonly commit: string }

export type Settled = {
  readonly branch: string
  readonly tip: string | null
  readonly upTo: number
  /** Which change each of Berth's commits holds, as far as they were looked through. */
  readonly holding: readonly Holding[]
}

/**
 * Records what the remote was found to hold: changes up to `upTo`, and none after it. Those that were thought to be there
 * and are not wait again.
 */
export async function settleBranch(scope: TenantScope, settled: Settled): Promise<void> {
  const { tx, tenant } = scope
  const { branch, tip, upTo, holding } = settled
  await holdInCommits(scope, branch, holding)
  await tx.execute(sql`
    update publications set state = 'pending', commit = null, published_at = null
    where tenant = ${tenant} and branch = ${branch} and change > ${upTo} and state = 'published'`)
  await tx.execute(sql`
    update branches set tip = ${tip}, published_change = ${upTo}
    where tenant = ${tenant} and name = ${branch}`)
}

async function holdInCommits(
  { tx, tenant }: TenantScope,
  branch: string,
  holding: readonly Holding[],
): Promise<void> {
  if (holding.length === 0) return
  await tx.execute(sql`
    update publications p set state = 'published', commit = held.commit, error = null,
      published_at = coalesce(p.published_at, clock_timestamp())
    from unnest(${sql.param(holding.map(({ change }) => change))}::bigint[],
      ${sql.param(holding.map(({ commit }) => commit))}::text[]) as held(change, commit)
    where p.tenant = ${tenant} and p.branch = ${branch} and p.change = held.change`)
}

/** Records why a branch's changes are not in Git yet; with `failed`, that waiting alone will not help them. */
export async function recordBranchError(
  { tx, tenant }: TenantScope,
  branch: string,
  error: string,
  { failed }: { failed: boolean },
): Promise<void> {
  await tx.execute(sql`
    update publications p set error = ${error},
      state = case when ${failed}::boolean then 'failed' else 'pending' end
    from branches b
    where p.tenant = ${tenant} and p.branch = ${branch} and p.state <> 'published'
      and b.tenant = p.tenant and b.name = p.branch and p.change > b.published_change`)
  await tx.execute(sql`
    update branches set error = ${error}, error_at = clock_timestamp()
    where tenant = ${tenant} and name = ${branch}`)
}

/** Those of a branch's changes that the branch is recorded to hold, in order. */
export async function publishedChanges(
  { tx, tenant }: TenantScope,
  branch: string,
): Promise<Holding[]> {
  return tx.execute<Holding>(sql`
    select change, commit from publications
    where tenant = ${tenant} and branch = ${branch} and state = 'published' order by change`)
}
