import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

/** Where an admin said that a tenant's manifests go; secrets are sealed. */
export type RepositoryRow = {
  readonly repoUrl: string
  /** Null: the same. */
  readonly pullUrl: string | null
  readonly branchPattern: string
  readonly shards: number
  readonly username: string
  readonly token: Uint8Array | null
  readonly sshKey: Uint8Array | null
  readonly sshKnownHosts: string | null
}

export async function writeRepositoryRow(
  { tx, tenant }: TenantScope,
  row: RepositoryRow,
  updatedBy: string,
): Promise<void> {
  const { repoUrl, pullUrl, branchPattern, shards, username } = row
  const { token, sshKey, sshKnownHosts } = row
  await tx.execute(sql`
    insert into repository_settings as kept (tenant, repo_url, pull_url, branch_pattern, shards,
      username, token, ssh_key, ssh_known_hosts, updated_by)
    values (${tenant}, ${repoUrl}, ${pullUrl}, ${branchPattern}, ${shards}, ${username},
      ${token}::bytea, ${sshKey}::bytea, ${sshKnownHosts}, ${updatedBy})
    on conflict (tenant) do update set repo_url = excluded.repo_url, pull_url = excluded.pull_url,
      branch_pattern = excluded.branch_pattern, shards = excluded.shards,
      username = excluded.username, token = excluded.token, ssh_key = excluded.ssh_key,
      ssh_known_hosts = excluded.ssh_known_hosts, updated_by = excluded.updated_by,
      version = kept.version + 1, updated_at = clock_timestamp()`)
}

export async function deleteRepositoryRow({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`delete from repository_settings where tenant = ${tenant}`)
}

/** A branch of the tenant's repository and how far it is. */
export type BranchStanding = {
  readonly branch: string
  readonly clusters: number
  /** How many changes are not in Git yet. */
  readonly pending: number
  readonly commit: string | null
  readonly error: string | null
}

const heldBranches = (tenant: number) => sql`
  select branch, count(distinct cluster) filter (where ended is null)::int as clusters
  from cluster_branches where tenant = ${tenant} and vacated is null group by branch`

/** The branches that hold a folder of a cluster or that changes wait for, by name. */
export async function listBranchStandings({ tx, tenant }: TenantScope): Promise<BranchStanding[]> {
  return tx.execute<BranchStanding>(sql`
    with held as (${heldBranches(tenant)}), waiting as (
      select p.branch, count(*)::int as pending from publications p
      join branches b on b.tenant = p.tenant and b.name = p.branch
      where p.tenant = ${tenant} and p.state <> 'published' and p.change > b.published_change
      group by p.branch)
    select b.name as branch, coalesce(h.clusters, 0) as clusters,
      coalesce(w.pending, 0) as pending, b.tip as commit, b.error
    from branches b
    left join held h on h.branch = b.name left join waiting w on w.branch = b.name
    where b.tenant = ${tenant} and (h.branch is not null or w.branch is not null)
    order by b.name`)
}

export async function countLivingClusters({ tx, tenant }: TenantScope): Promise<number> {
  const [row] = await tx.execute<{ clusters: number }>(sql`
    select count(*)::int as clusters from cluster_branches
    where tenant = ${tenant} and ended is null`)
  return row?.clusters ?? 0
}

/** What was known of the branches at the address where they were. */
export async function forgetBranches({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    update branches set tip = null, error = null, error_at = null where tenant = ${tenant}`)
}

/** Folders that clusters left behind stay at the address where they were. */
export async function vacateLeftFolders(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<void> {
  await tx.execute(sql`
    update cluster_branches set vacated = ${change}
    where tenant = ${tenant} and ended is not null and vacated is null`)
}
