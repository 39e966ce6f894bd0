// What an edit of the settings does to the bootstraps of a fleet. No sync applies a bootstrap, so a person has to apply each
// one that differs.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import type { FileChange, FileRenderer } from '#lib/domain/git/file-change.ts'
import { bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

type Bootstraps = Pick<FileRenderer, 'bootstrap' | 'branch' | 'clusterShape'>

export type BootstrapImpact = {
  /** How many clusters have another bootstrap. */
  readonly clusters: number
  /** On which branches, sorted. */
  readonly branches: readonly string[]
  /** The first of them by name; null: none differs. */
  readonly example: { readonly branch: string; readonly file: FileChange } | null
}

/** The bootstraps that differ between two settings of a tenant. Renders one for each shape of clusters. */
export function bootstrapImpact(
  fleet: Fleet,
  before: Bootstraps,
  after: Bootstraps,
): BootstrapImpact {
  const { ordered, slots } = fleet.clusters
  const known = new Map<string, boolean>()
  const differs = (cluster: TypedCluster) => {
    const shape = after.clusterShape(cluster)
    const found = known.get(shape)
    if (found !== undefined) return found
    const answer = before.bootstrap(cluster) !== after.bootstrap(cluster)
    known.set(shape, answer)
    return answer
  }
  const touched = ordered.map((id) => typedIn(fleet, slots[id]!)).filter(differs)
  const [first] = touched
  return {
    clusters: touched.length,
    branches: [...new Set(touched.map(after.branch))].sort(compareText),
    example: first ? { branch: after.branch(first), file: changeOf(first, before, after) } : null,
  }
}

function changeOf(cluster: TypedCluster, before: Bootstraps, after: Bootstraps): FileChange {
  return {
    path: bootstrapPath(cluster.name),
    before: before.bootstrap(cluster),
    after: after.bootstrap(cluster),
  }
}
