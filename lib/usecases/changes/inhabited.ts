// Which branches have clusters, and of which environments, without a walk over the fleet for each who asks.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import {
  type InhabitedBranches,
  inhabitedAfter,
  NO_BRANCHES,
} from '#lib/domain/git/inhabited-branches.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { inSlices } from '../in-slices.ts'
import { type BranchLayout, branchSetting } from '../repository/tenant-repository.ts'
import type { ResolvedDraft } from './drafts.ts'
import { branchesOf } from './plan.ts'

// Shelves never change, so results for one of them are valid as long as the setting is the same.
const known = new WeakMap<
  Shelf<Cluster>,
  { readonly setting: string; readonly branches: InhabitedBranches }
>()

export function isInhabitedKnown(clusters: Shelf<Cluster>): boolean {
  return known.has(clusters)
}

/** The branches of these clusters. Walks them only once. */
export function inhabitedBranches(
  layout: BranchLayout,
  clusters: Shelf<Cluster>,
): Promise<InhabitedBranches> {
  return remembered(layout, clusters, () => walked(layout, clusters))
}

/** The branches after drafts. Walks the fleet only if those before them aren't known. */
export async function inhabitedAfterDrafts(
  layout: BranchLayout,
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  drafts: readonly ResolvedDraft[],
): Promise<InhabitedBranches> {
  const was = await inhabitedBranches(layout, before.clusters)
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
