// What new settings mean for an existing fleet: its branches keep their names, and the address that clusters pull may only
// change if somebody confirms how many clusters have to be bootstrapped again.
import {
  type BranchStanding,
  countLivingClusters,
  forgetBranches,
  listBranchStandings,
  vacateLeftFolders,
} from '#db/queries/repository-settings.ts'
import { forgetUpgradePlans } from '#db/queries/upgrades.ts'
import { type TenantState, writeTenantState } from '#db/queries/tenants.ts'
import { proposedEnvironments } from '#lib/domain/git/branch-mode-issues.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { keepSettingsChange } from '../changes/keep-settings.ts'
import type { Context } from '../define.ts'
import { requireGitAgrees } from '../git-state/agreement.ts'
import { Refusal } from '../refusal.ts'
import { branchSetting, type RepositoryPlace } from '../repository/tenant-repository.ts'

export type RepositoryMove = {
  readonly state: TenantState
  readonly to: RepositoryPlace
  /** Whether Berth pushes to another address. */
  readonly isElsewhere: boolean
  readonly branches: readonly string[]
  /** How many clusters have to be bootstrapped again; null: none. */
  readonly confirmClusters: number | null
}

/** Refuses changes that are impossible for an existing fleet. */
export async function planMove(
  context: Context,
  from: RepositoryPlace,
  to: RepositoryPlace,
): Promise<RepositoryMove> {
  const { scope } = context
  const state = await context.state()
  const clusters = await countLivingClusters(scope)
  const standings = await listBranchStandings(scope)
  requireSameLayout(from, to, clusters, standings)
  if (from.pullRequests !== null && to.pullRequests === null) await requireNothingProposed(context)
  const isElsewhere = from.repoUrl !== to.repoUrl
  const moves = isElsewhere || from.pullUrl !== to.pullUrl
  return {
    state,
    to,
    isElsewhere,
    branches: moves ? livedOn(standings) : [],
    confirmClusters: moves && clusters > 0 ? clusters : null,
  }
}

const livedOn = (standings: readonly BranchStanding[]) =>
  standings.filter(({ clusters }) => clusters > 0).map(({ branch }) => branch)

function requireSameLayout(
  from: RepositoryPlace,
  to: RepositoryPlace,
  clusters: number,
  standings: readonly BranchStanding[],
): void {
  const [current, wanted] = [branchSetting(from), branchSetting(to)]
  if (current === wanted) return
  if (clusters > 0) {
    throw new Refusal(
      'conflict',
      `The ${clusters} clusters live on the branches of ${current}, which stays while there are clusters. To bring them to other branches, make a second tenant with the new pattern, apply the same objects to it, and on each cluster apply the bootstrap manifest that it writes.`,
      { code: 'branch_pattern_in_use' },
    )
  }
  if (standings.some(({ pending }) => pending > 0)) {
    throw new Refusal(
      'conflict',
      `Changes still wait for the branches of ${current}: set another pattern once they are in Git.`,
      { code: 'branches_pending' },
    )
  }
}

const NAMED_MAX = 3

/** No branch moves by an edit of the settings, so all that it can take from pull requests is whoever keeps them. */
async function requireNothingProposed(context: Context): Promise<void> {
  const names = proposedEnvironments(await context.fleet())
  if (names.length === 0) return
  throw new Refusal(
    'invalid',
    `Berth could open no pull requests there for ${fewNamed(names, NAMED_MAX)}: name their host and a token in pull_requests, or set publish of these environments to direct first.`,
    { code: 'no_git_host' },
  )
}

export function requireConfirmedMove(
  { confirmClusters }: RepositoryMove,
  { confirmed }: { readonly confirmed: number | null },
): void {
  if (confirmClusters === null || confirmed === confirmClusters) return
  throw new Refusal(
    'conflict',
    `${confirmClusters} clusters pull from the old address until their bootstrap manifest is applied again. Send confirmClusters=${confirmClusters} if that is meant.`,
    { code: 'clusters_need_confirmation', members: { confirmClusters } },
  )
}

/**
 * Has every branch with clusters published in full, as a change of its own. What was known of the branches at the old
 * address doesn't hold for the new one.
 */
export async function keepMove(
  context: Context,
  move: RepositoryMove,
  { action, reason }: { readonly action: string; readonly reason: string | null },
): Promise<number | null> {
  const { scope, services } = context
  const { to, isElsewhere, branches } = move
  if (isElsewhere) requireGitAgrees(move.state)
  if (isElsewhere) await forgetBranches(scope)
  // The manifests depend on the address.
  await forgetUpgradePlans(scope)
  const branchPattern = move.state.branchPattern === null ? null : branchSetting(to)
  const state = { ...move.state, branchPattern }
  if (branches.length === 0) {
    await writeTenantState(scope, state)
    return null
  }
  const settings = to.revision
  const impact = move.confirmClusters === null ? {} : { bootstraps: move.confirmClusters }
  const change = { action, reason, branches, impact, settings }
  const id = await keepSettingsChange(context, state, change)
  if (isElsewhere) await vacateLeftFolders(scope, id)
  services.log.info({ tenant: scope.tenant, change: id }, 'the repository of a tenant moves')
  return id
}
