// Whether Git and the database have the same history, and what it takes to make them equal if they don't.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { branchComparisons } from '../schema/branch-comparison.ts'
import { branches } from '../schema/branch.ts'
import { tenants } from '../schema/tenant.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type GitStopCode = NonNullable<typeof tenants.$inferSelect.gitStop>

/** Why nothing is saved and published; `reason` is a sentence. */
export type GitStop = { readonly code: GitStopCode; readonly reason: string }

export type GitState = Awaited<ReturnType<typeof readGitState>>

export async function readGitState({ tx, tenant }: TenantScope) {
  const [row] = await tx
    .select({
      code: tenants.gitStop,
      reason: tenants.gitStopReason,
      since: tenants.gitStopAt,
      generation: tenants.generation,
      lastChange: tenants.lastChange,
      /** The highest change that a commit named. */
      highest: tenants.gitHighest,
      comparedChange: tenants.gitComparedChange,
      comparedAt: tenants.gitComparedAt,
      /** When the repository on this machine was last checked, and what was wrong with it; null: not yet. */
      checkedAt: tenants.storeCheckedAt,
      fault: tenants.storeFault,
    })
    .from(tenants)
    .where(eq(tenants.tenant, tenant))
  const { code, reason, since, comparedChange, comparedAt, ...rest } = row!
  return {
    ...rest,
    stop: code && { code, reason: reason!, since: since! },
    /** When Git was compared with the current database; null: not yet. */
    comparedAt: comparedChange === rest.lastChange ? comparedAt : null,
  }
}

/** Stops a tenant that is still at this generation, unless it is already stopped; earlier comparisons become void. */
export async function stopForGit(
  { tx, tenant }: TenantScope,
  { code, reason }: GitStop,
  generation: string | null,
): Promise<void> {
  const [stopped] = await tx
    .update(tenants)
    .set({
      gitStop: code,
      gitStopReason: reason,
      gitStopAt: sql`clock_timestamp()`,
      gitComparedChange: null,
      gitComparedAt: null,
    })
    .where(
      and(
        holds(tenants, { tenant, gitStop: null }),
        sql`${tenants.generation} is not distinct from ${generation}::text`,
      ),
    )
    .returning({ tenant: tenants.tenant })
  if (stopped) await forgetComparisons({ tx, tenant })
}

async function forgetComparisons({ tx, tenant }: TenantScope): Promise<void> {
  await tx.delete(branchComparisons).where(eq(branchComparisons.tenant, tenant))
}

/** What it takes to make one branch equal to the database. */
export type BranchComparison = Omit<typeof branchComparisons.$inferSelect, 'tenant' | 'accepted'>

export async function readComparisons({ tx, tenant }: TenantScope): Promise<BranchComparison[]> {
  const { branch, tip, added, removed, modified, clusters, clustersTotal } = branchComparisons
  return tx
    .select({ branch, tip, added, removed, modified, clusters, clustersTotal })
    .from(branchComparisons)
    .where(eq(branchComparisons.tenant, tenant))
    .orderBy(branch)
}

/** Stores a comparison, if the tenant is still stopped and at that change. */
export async function keepComparisons(
  { tx, tenant }: TenantScope,
  change: number,
  highest: number,
  comparisons: readonly BranchComparison[],
): Promise<void> {
  const [kept] = await tx
    .update(tenants)
    .set({
      gitComparedChange: change,
      gitComparedAt: sql`clock_timestamp()`,
      gitHighest: sql`greatest(${tenants.gitHighest}, ${highest})`,
    })
    .where(and(holds(tenants, { tenant, lastChange: change }), isNotNull(tenants.gitStop)))
    .returning({ tenant: tenants.tenant })
  if (!kept) return
  await forgetComparisons({ tx, tenant })
  await tx.execute(sql`
    insert into branch_comparisons
      (tenant, branch, tip, added, removed, modified, clusters, clusters_total)
    select ${tenant}, branch, tip, added, removed, modified, clusters, "clustersTotal"
    from jsonb_to_recordset(${JSON.stringify(comparisons)}::jsonb) as
      (branch text, tip text, added int, removed int, modified int, clusters text[],
        "clustersTotal" int)`)
}

/**
 * Records that an admin decided for the database: the compared branches are made equal with that change, by a new
 * generation.
 */
export async function acceptComparisons(
  { tx, tenant }: TenantScope,
  change: number,
  generation: string,
): Promise<void> {
  await tx
    .update(branchComparisons)
    .set({ accepted: change })
    .where(eq(branchComparisons.tenant, tenant))
  await tx
    .update(tenants)
    .set({
      generation,
      gitStop: null,
      gitStopReason: null,
      gitStopAt: null,
      gitComparedChange: null,
      gitComparedAt: null,
      gitHighest: sql`greatest(${tenants.gitHighest}, ${change})`,
    })
    .where(eq(tenants.tenant, tenant))
}

const changeHash = z.strictObject({ change: z.int(), hash: z.string() })

/** The hashes that the audit has for changes; changes that it doesn't know are left out. */
export async function readChangeHashes(
  { tx, tenant }: TenantScope,
  changes: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await readRows(tx, changeHash)`
    select distinct on (change) change, encode(hash, 'hex') as hash from audit_events
    where tenant = ${tenant} and change = any(${sql.param(changes)}::bigint[])
    order by change, id`
  return new Map(rows.map(({ change, hash }) => [change, hash]))
}

export type KnownBranch = Pick<typeof branches.$inferSelect, 'name' | 'tip'>

/** The branches that Berth ever wrote, each with the last known commit. */
export async function readKnownBranches({ tx, tenant }: TenantScope): Promise<KnownBranch[]> {
  return tx
    .select({ name: branches.name, tip: branches.tip })
    .from(branches)
    .where(eq(branches.tenant, tenant))
    .orderBy(branches.name)
}

const clusterName = z.strictObject({ name: z.string() })

/** The clusters, by name, that left the branch and whose folder it still has after a change. */
export async function clustersHeldOn(
  { tx, tenant }: TenantScope,
  branch: string,
  change: number,
): Promise<string[]> {
  const rows = await readRows(tx, clusterName)`
    select distinct r.name from cluster_branches b
    join revisions r on r.tenant = b.tenant and r.kind = 'cluster' and r.object = b.cluster
    where b.tenant = ${tenant} and b.branch = ${branch} and b.ended <= ${change}
      and (b.vacated is null or b.vacated > ${change})`
  return rows.map(({ name }) => name)
}
