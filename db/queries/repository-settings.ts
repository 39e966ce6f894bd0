import type { PullRequestAccess } from '#lib/domain/git/pull-request-access.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { branches, clusterBranches } from '../schema/branch.ts'
import { publications } from '../schema/publication.ts'
import { proposedHeads, pullRequests } from '../schema/pull-request.ts'
import { repositorySettings } from '../schema/repository-setting.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** Where a tenant's manifests go according to its admin; secrets are sealed. */
export type RepositoryRow = Pick<
  typeof repositorySettings.$inferSelect,
  | 'repoUrl'
  | 'pullUrl'
  | 'branchPattern'
  | 'shards'
  | 'username'
  | 'token'
  | 'sshKey'
  | 'sshKnownHosts'
> & { readonly pullRequests: PullRequestAccess<Uint8Array> }

export async function writeRepositoryRow(
  { tx, tenant }: TenantScope,
  { pullRequests, ...row }: RepositoryRow,
  updatedBy: string,
): Promise<void> {
  const columns = {
    ...row,
    pullRequestHost: pullRequests.host,
    pullRequestApiUrl: pullRequests.apiUrl,
    pullRequestToken: pullRequests.token,
    pullRequestJoin: pullRequests.join,
  }
  const version = sql`${repositorySettings.version} + 1`
  await tx
    .insert(repositorySettings)
    .values({ ...columns, tenant, updatedBy })
    .onConflictDoUpdate({
      target: repositorySettings.tenant,
      set: { ...columns, updatedBy, version, updatedAt: sql`clock_timestamp()` },
    })
}

export async function deleteRepositoryRow({ tx, tenant }: TenantScope): Promise<void> {
  await tx.delete(repositorySettings).where(eq(repositorySettings.tenant, tenant))
}

const branchStanding = z.strictObject({
  branch: z.string(),
  clusters: z.int(),
  pending: z.int(),
  /** How many of those are in a pull request. */
  proposed: z.int(),
  commit: z.string().nullable(),
  error: z.string().nullable(),
})
/** A branch of the tenant's repository, and how far it has come. */
export type BranchStanding = z.infer<typeof branchStanding>

const heldBranches = (tenant: number) => sql`
  select branch, count(distinct cluster) filter (where ended is null)::int as clusters
  from cluster_branches where tenant = ${tenant} and vacated is null group by branch`

/** The branches with a folder of a cluster, or with changes that wait, by name. */
export async function listBranchStandings({ tx, tenant }: TenantScope): Promise<BranchStanding[]> {
  return readRows(tx, branchStanding)`
    with held as (${heldBranches(tenant)}), waiting as (
      select p.branch, count(*)::int as pending,
        (count(*) filter (where p.state = 'proposed'))::int as proposed
      from publications p
      join branches b on b.tenant = p.tenant and b.name = p.branch
      where p.tenant = ${tenant} and p.state <> 'published' and p.change > b.published_change
      group by p.branch)
    select b.name as branch, coalesce(h.clusters, 0) as clusters,
      coalesce(w.pending, 0) as pending, coalesce(w.proposed, 0) as proposed, b.tip as commit, b.error
    from branches b
    left join held h on h.branch = b.name left join waiting w on w.branch = b.name
    where b.tenant = ${tenant} and (h.branch is not null or w.branch is not null)
    order by b.name`
}

export async function countLivingClusters({ tx, tenant }: TenantScope): Promise<number> {
  return tx.$count(clusterBranches, holds(clusterBranches, { tenant, ended: null }))
}

/** Deletes what was known of the branches at the old address, with what waited there in pull requests: it waits anew. */
export async function forgetBranches({ tx, tenant }: TenantScope): Promise<void> {
  await tx.delete(proposedHeads).where(eq(proposedHeads.tenant, tenant))
  await tx.delete(pullRequests).where(eq(pullRequests.tenant, tenant))
  await tx
    .update(publications)
    .set({ state: 'pending' })
    .where(holds(publications, { tenant, state: 'proposed' }))
  await tx
    .update(branches)
    .set({ tip: null, error: null, errorAt: null })
    .where(eq(branches.tenant, tenant))
}

/** Folders that clusters left behind stay at the old address. */
export async function vacateLeftFolders(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<void> {
  await tx
    .update(clusterBranches)
    .set({ vacated: change })
    .where(and(holds(clusterBranches, { tenant, vacated: null }), isNotNull(clusterBranches.ended)))
}
