// Which branches have clusters, and of which environments: taken from one edit to the next at the cost of what it edits.
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { LivedOn } from './branch-modes.ts'

/** By branch, how many clusters of each environment are on it; none has none. */
export type InhabitedBranches = ReadonlyMap<string, ReadonlyMap<string, number>>

export const NO_BRANCHES: InhabitedBranches = new Map()

type Moved = { readonly before: Cluster | null; readonly after: Cluster | null }

/** The branches after clusters were created, replaced or deleted; the same value if all stay where they are. */
export function inhabitedAfter(
  branches: InhabitedBranches,
  edited: readonly Moved[],
  branchOf: (cluster: Cluster) => string,
): InhabitedBranches {
  const counts = new Map<string, Map<string, number>>()
  const count = (cluster: Cluster | null, by: number) => {
    if (cluster === null) return
    const branch = branchOf(cluster)
    const here = counts.get(branch) ?? new Map(branches.get(branch))
    counts.set(branch, here)
    here.set(cluster.environment, (here.get(cluster.environment) ?? 0) + by)
    if (here.get(cluster.environment) === 0) here.delete(cluster.environment)
  }
  for (const { before, after } of edited) {
    if (before && after && isSamePlace(before, after, branchOf)) continue
    count(before, -1)
    count(after, 1)
  }
  if (counts.size === 0) return branches
  const all = new Map([...branches, ...counts])
  for (const [branch, here] of counts) if (here.size === 0) all.delete(branch)
  return all
}

/** Whether the same branch has it as a cluster of the same environment. */
export function isSamePlace(
  a: Cluster,
  b: Cluster,
  branchOf: (cluster: Cluster) => string,
): boolean {
  return a.environment === b.environment && branchOf(a) === branchOf(b)
}

/** Each branch, in any order, with each environment of its clusters, by name. */
export function livedOn(branches: InhabitedBranches): LivedOn[] {
  return [...branches].flatMap(([branch, environments]) =>
    [...environments.keys()].sort(compareText).map((environment) => ({ branch, environment })),
  )
}
