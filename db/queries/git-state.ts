// Whether Git and the database tell the same history, and what it takes to make them equal when they don't.
import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

export type GitStopCode = 'database_behind_git' | 'repository_taken_over'

/** Why nothing is saved and published; `reason` is a sentence. */
export type GitStop = { readonly code: GitStopCode; readonly reason: string }

export type GitState = {
  readonly stop: (GitStop & { readonly since: Date }) | null
  readonly generation: string | null
  readonly lastChange: number
  /** The highest change that a commit was seen to name. */
  readonly highest: number
  /** When Git was compared with the database as it is now; null: it wasn't yet. */
  readonly comparedAt: Date | null
  /** When the repository on this machine was last looked through, and what was wrong with it; null: it wasn't yet. */
  readonly checkedAt: Date | null
  readonly fault: string | null
}

type GitStateRow = {
  code: GitStopCode | null
  reason: string
  since: string
  generation: string | null
  lastChange: number
  highest: number
  comparedAt: string | null
  checkedAt: string | null
  fault: string | null
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

export async function readGitState({ tx, tenant }: TenantScope): Promise<GitState> {
  const [row] = await tx.execute<GitStateRow>(sql`
    select git_stop as code, git_stop_reason as reason, git_stop_at as since, generation,
      last_change as "lastChange", git_highest as highest, store_checked_at as "checkedAt",
      store_fault as fault,
      case when git_compared_change = last_change then git_compared_at end as "comparedAt"
    from tenants where tenant = ${tenant}`)
  const { code, reason, since, comparedAt, checkedAt, ...rest } = row!
  return {
    ...rest,
    stop: code && { code, reason, since: new Date(since) },
    comparedAt: dateOf(comparedAt),
    checkedAt: dateOf(checkedAt),
  }
}

/** Stops a tenant that goes on by this generation, unless it is stopped already; what was compared before counts no more. */
export async function stopForGit(
  { tx, tenant }: TenantScope,
  { code, reason }: GitStop,
  generation: string | null,
): Promise<void> {
  const [stopped] = await tx.execute(sql`
    update tenants set git_stop = ${code}, git_stop_reason = ${reason},
      git_stop_at = clock_timestamp(), git_compared_change = null, git_compared_at = null
    where tenant = ${tenant} and git_stop is null
      and generation is not distinct from ${generation}::text
    returning tenant`)
  if (stopped) await tx.execute(sql`delete from branch_comparisons where tenant = ${tenant}`)
}

/** What it takes to make one branch equal to the database. */
export type BranchComparison = {
  readonly branch: string
  readonly tip: string
  readonly added: number
  readonly removed: number
  readonly modified: number
  /** The clusters that lose their folder there: the first few, by name. */
  readonly clusters: readonly string[]
  readonly clustersTotal: number
}

export async function readComparisons({ tx, tenant }: TenantScope): Promise<BranchComparison[]> {
  return tx.execute<BranchComparison>(sql`
    select branch, tip, added, removed, modified, to_json(clusters) as clusters,
      clusters_total as "clustersTotal"
    from branch_comparisons where tenant = ${tenant} order by branch`)
}

/** Keeps what was compared, if the tenant is still stopped and at that change. */
export async function keepComparisons(
  { tx, tenant }: TenantScope,
  change: number,
  highest: number,
  comparisons: readonly BranchComparison[],
): Promise<void> {
  const [kept] = await tx.execute(sql`
    update tenants set git_compared_change = ${change}, git_compared_at = clock_timestamp(),
      git_highest = greatest(git_highest, ${highest})
    where tenant = ${tenant} and git_stop is not null and last_change = ${change}
    returning tenant`)
  if (!kept) return
  await tx.execute(sql`delete from branch_comparisons where tenant = ${tenant}`)
  await tx.execute(sql`
    insert into branch_comparisons
      (tenant, branch, tip, added, removed, modified, clusters, clusters_total)
    select ${tenant}, branch, tip, added, removed, modified, clusters, "clustersTotal"
    from jsonb_to_recordset(${JSON.stringify(comparisons)}::jsonb) as
      (branch text, tip text, added int, removed int, modified int, clusters text[],
        "clustersTotal" int)`)
}

/** Records that an admin chose the database: what was compared is to be made so with that change, by a new generation. */
export async function acceptComparisons(
  { tx, tenant }: TenantScope,
  change: number,
  generation: string,
): Promise<void> {
  await tx.execute(sql`
    update branch_comparisons set accepted = ${change} where tenant = ${tenant}`)
  await tx.execute(sql`
    update tenants set generation = ${generation}, git_stop = null, git_stop_reason = null,
      git_stop_at = null, git_compared_change = null, git_compared_at = null,
      git_highest = greatest(git_highest, ${change})
    where tenant = ${tenant}`)
}

/** The hashes that the audit has of changes; those that it doesn't know are left out. */
export async function readChangeHashes(
  { tx, tenant }: TenantScope,
  changes: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.execute<{ change: number; hash: string }>(sql`
    select distinct on (change) change, encode(hash, 'hex') as hash from audit_events
    where tenant = ${tenant} and change = any(${sql.param(changes)}::bigint[])
    order by change, id`)
  return new Map(rows.map(({ change, hash }) => [change, hash]))
}

export type KnownBranch = { readonly name: string; readonly tip: string | null }

/** The branches that Berth ever wrote, with the commit that it last saw there. */
export async function readKnownBranches({ tx, tenant }: TenantScope): Promise<KnownBranch[]> {
  return tx.execute<KnownBranch>(sql`
    select name, tip from branches where tenant = ${tenant} order by name`)
}

/** The clusters, by name, that left the branch and whose folder it still holds after a change. */
export async function clustersHeldOn(
  { tx, tenant }: TenantScope,
  branch: string,
  change: number,
): Promise<string[]> {
  const rows = await tx.execute<{ name: string }>(sql`
    select distinct r.name from cluster_branches b
    join revisions r on r.tenant = b.tenant and r.kind = 'cluster' and r.object = b.cluster
    where b.tenant = ${tenant} and b.branch = ${branch} and b.ended <= ${change}
      and (b.vacated is null or b.vacated > ${change})`)
  return rows.map(({ name }) => name)
}
