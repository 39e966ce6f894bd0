// The clusters of an edit as Git sees them, by name and branch. Paths contain names instead of ids, so a cluster that one edit
// deletes and creates again under its name is one site, with its first id.
import type { Transition } from '#lib/domain/fleet/shelf.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { bitsOf, hasBit, withBits } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'

/** A cluster that the edit creates, replaces or deletes, and the branch that it lives on before and after. */
export type Site = Transition<TypedCluster> & {
  readonly branchBefore: string | null
  readonly branchAfter: string | null
}

export type Sites = {
  readonly byId: ReadonlyMap<number, Site>
  /** The ids of those that are on another branch afterwards. */
  readonly moved: Bits
  /** Turns ids of clusters after the edit into ids of sites. */
  readonly toSiteIds: (clusters: Bits) => Bits
}

export function sitesOf(
  transitions: readonly Transition<TypedCluster>[],
  branchOf: (cluster: TypedCluster) => string,
): Sites {
  const successors = successorsOf(transitions)
  const laterIds = [...successors.values()].map(({ id }) => id)
  const later = new Set(laterIds)
  const sites = transitions
    .filter((transition) => !later.has(transition.id))
    .map(({ id, before, after }) =>
      siteOf(id, before, successors.get(id)?.after ?? after, branchOf),
    )
  return {
    byId: new Map(sites.map((site) => [site.id, site])),
    moved: bitsOf(sites.filter(changesBranch).map((site) => site.id)),
    toSiteIds: (clusters) =>
      withBits(
        withBits(clusters, laterIds, () => false),
        [...successors.keys()],
        (nth) => hasBit(clusters, laterIds[nth]!),
      ),
  }
}

function changesBranch({ branchBefore, branchAfter }: Site): boolean {
  return branchBefore !== null && branchAfter !== null && branchBefore !== branchAfter
}

/** By the id of a deleted cluster, the cluster that is created under its name. */
function successorsOf(
  transitions: readonly Transition<TypedCluster>[],
): Map<number, Transition<TypedCluster>> {
  const deleted = new Map<string, number>()
  for (const { id, before, after } of transitions) {
    if (before !== null && after === null) deleted.set(before.name, id)
  }
  const successors = new Map<number, Transition<TypedCluster>>()
  for (const transition of transitions) {
    if (transition.before !== null || transition.after === null) continue
    const firstId = deleted.get(transition.after.name)
    if (firstId !== undefined) successors.set(firstId, transition)
  }
  return successors
}

function siteOf(
  id: number,
  before: TypedCluster | null,
  after: TypedCluster | null,
  branchOf: (cluster: TypedCluster) => string,
): Site {
  const branchBefore = before && branchOf(before)
  const branchAfter = after && branchOf(after)
  return { id, before, after, branchBefore, branchAfter }
}
