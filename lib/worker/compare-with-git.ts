// Works out, branch by branch, what it would take to make Git equal to the database while a tenant is stopped. It runs in
// the publisher, because it fetches and walks trees.
import {
  type BranchComparison,
  keepComparisons,
  readComparisons,
  readGitState,
} from '#db/queries/git-state.ts'
import { isProposedRef } from '#lib/domain/git/pull-request.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { attestedCommits } from './attested-commits.ts'
import { inScope } from './branch-pass.ts'
import { commitsSince, newestIn, readOwner, ownershipFault, readTip } from './branch-tip.ts'
import type { EqualTree } from './equal-tree.ts'
import { equalTree } from './equal-tree.ts'
import { ownIdentity, type PublisherWorld, type Repository } from './world.ts'

const CLUSTERS_SHOWN_MAX = 20
const ROOT = /^clusters\/([^/]+)\/base\/root\.yaml$/

type Place = {
  readonly world: PublisherWorld
  readonly tenant: TenantIdentity
  readonly repository: Repository
}

/** Compares the tenant's branches at the remote, unless it did with the same tips. Throws when one can't be read. */
export async function compareWithGit(
  place: Place,
  tips: ReadonlyMap<string, string>,
): Promise<void> {
  const { state, compared } = await inScope(place, async (scope) => ({
    state: await readGitState(scope),
    compared: await readComparisons(scope),
  }))
  const seen = new Map(compared.map(({ branch, tip }) => [branch, tip]))
  if (state.comparedAt !== null && isSame(tips, seen)) return
  const { lastChange: change, generation } = state
  let highest = 0
  const comparisons: BranchComparison[] = []
  for (const branch of [...tips.keys()].filter((name) => !isProposedRef(name))) {
    const found = await compareBranch(place, branch, change, generation)
    if (found === null) continue
    comparisons.push(found.comparison)
    highest = Math.max(highest, found.highest)
  }
  await inScope(place, (scope) => keepComparisons(scope, change, highest, comparisons))
}

/** Other people's branches are not among those that were compared. */
function isSame(tips: ReadonlyMap<string, string>, seen: ReadonlyMap<string, string>): boolean {
  return [...seen].every(([branch, tip]) => tips.get(branch) === tip)
}

async function compareBranch(
  place: Place,
  branch: string,
  change: number,
  generation: string | null,
): Promise<{ readonly comparison: BranchComparison; readonly highest: number } | null> {
  const { tenant, repository, world } = place
  const reading = await readTip(repository, branch)
  if (reading.outcome !== 'read') throw new Error(`The branch ${branch} can't be read now`)
  const { tip } = reading
  const found = tip === null ? 'empty' : await readOwner(repository, tip)
  if (tip === null || found === 'empty') return null
  if (ownershipFault(found, ownIdentity(tenant)) !== null) return null
  // From all of its commits: the number of a change that any of them names must not be used again.
  const from = { tip: null, generation }
  const { commits } = await commitsSince(repository, tip, from)
  const said = await attestedCommits(repository, commits, from)
  const equal = await world.making(() => equalTree({ ...place, branch }, tip, change, generation))
  return { comparison: comparisonOf(branch, tip.id, equal), highest: newestIn(said) }
}

function comparisonOf(branch: string, tip: string, { difference }: EqualTree): BranchComparison {
  const { added, removed, modified } = difference
  const clusters = removed.flatMap((path) => ROOT.exec(path)?.[1] ?? [])
  return {
    branch,
    tip,
    added: added.length,
    removed: removed.length,
    modified: modified.length,
    clusters: clusters.sort().slice(0, CLUSTERS_SHOWN_MAX),
    clustersTotal: clusters.length,
  }
}
