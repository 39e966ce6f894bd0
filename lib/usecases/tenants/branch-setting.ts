import type { TenantState } from '#db/queries/tenants.ts'
import { EnvironmentInvalid } from '#lib/settings/env.ts'
import { type BranchLayout, branchSetting } from '../repository/tenant-repository.ts'

/**
 * Throws unless a tenant's clusters are on the branches that the settings say. With another setting their files would be
 * rendered onto other branches than those that the clusters pull.
 */
export function requireSameBranches(
  { branchPattern }: Pick<TenantState, 'branchPattern'>,
  repository: BranchLayout,
  tenant: string,
): void {
  const wanted = branchSetting(repository)
  if (branchPattern === null || branchPattern === wanted) return
  throw new EnvironmentInvalid([
    `GITOPS_BRANCH: The clusters of tenant ${tenant} live on the branches of GITOPS_BRANCH=${branchPattern}, not ${wanted}. Set GITOPS_BRANCH and GITOPS_SHARDS back. To bring a fleet to other branches, start a second installation with a database of its own and the new setting, apply the same objects to it, and on each cluster apply the bootstrap manifest that it writes.`,
  ])
}
