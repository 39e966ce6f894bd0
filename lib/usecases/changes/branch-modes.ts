// Whether the branches can be published as their environments say.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import { branchModeIssues, hostIssues } from '#lib/domain/git/branch-mode-issues.ts'
import {
  type InhabitedBranches,
  inhabitedAfter,
  NO_BRANCHES,
} from '#lib/domain/git/inhabited-branches.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { inSlices } from '../in-slices.ts'
import { refusalOf } from '../refusal.ts'
import {
  type BranchLayout,
  branchSetting,
  type RepositoryPlace,
} from '../repository/tenant-repository.ts'
import type { ResolvedDraft } from './drafts.ts'
import { branchesOf } from './plan.ts'

type Fleets = { readonly before: Fleet; readonly after: Fleet }

/** Refuses drafts that leave branches which can't be published so. `after` is the fleet that they lead to from `before`. */
export async function requirePublishable(
  repository: RepositoryPlace,
  { before, after }: Fleets,
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const inhabited = () => inhabitedBy(repository, { before, after }, drafts)
  // What is known is taken along by any edit, so that the next one doesn't walk the fleet.
  if (known.has(before.clusters)) await inhabited()
  const blamed = [
    ...(repository.pullRequests === null ? hostIssues(drafts) : []),
    ...(await branchModeIssues(after, drafts, branchesOf(repository), inhabited)),
  ]
  if (blamed.length === 0) return
  const issues = blamed.map(({ draft, issue }) => ({ ...issue, path: draft.locate(issue.path) }))
  throw refusalOf('invalid', issues)
}

// Shelves never change, so results for one of them are valid as long as the setting is the same.
const known = new WeakMap<
  Shelf<Cluster>,
  { readonly setting: string; readonly branches: InhabitedBranches }
>()

/** Walks the fleet only if the one before the drafts isn't known. */
async function inhabitedBy(
  layout: BranchLayout,
  { before, after }: Fleets,
  drafts: readonly ResolvedDraft[],
): Promise<InhabitedBranches> {
  const was = await remembered(layout, before.clusters, () => walked(layout, before.clusters))
  const ids = new Set(drafts.flatMap(({ kind, id }) => (kind === 'cluster' ? [id] : [])))
  const edited = [...ids].map((id) => ({
    before: before.clusters.slots[id] ?? null,
    after: after.clusters.slots[id] ?? null,
  }))
  return remembered(layout, after.clusters, () => inhabitedAfter(was, edited, branchesOf(layout)))
}

async function remembered(
  layout: BranchLayout,
  clusters: Shelf<Cluster>,
  workOut: () => InhabitedBranches | Promise<InhabitedBranches>,
): Promise<InhabitedBranches> {
  const setting = branchSetting(layout)
  const last = known.get(clusters)
  if (last?.setting === setting) return last.branches
  const branches = await workOut()
  known.set(clusters, { setting, branches })
  return branches
}

const CLUSTERS_A_SLICE = 500

async function walked(
  layout: BranchLayout,
  { ordered, slots }: Shelf<Cluster>,
): Promise<InhabitedBranches> {
  const branchOf = branchesOf(layout)
  const slices = Array.from({ length: Math.ceil(ordered.length / CLUSTERS_A_SLICE) }, (_, nth) =>
    ordered.slice(nth * CLUSTERS_A_SLICE, (nth + 1) * CLUSTERS_A_SLICE),
  )
  let branches = NO_BRANCHES
  for await (const ids of inSlices(slices)) {
    const come = ids.map((id) => ({ before: null, after: slots[id]! }))
    branches = inhabitedAfter(branches, come, branchOf)
  }
  return branches
}
