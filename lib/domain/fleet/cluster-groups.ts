// Clusters by what they have in common, kept with the fleet, so that who needs those of one group doesn't look at each.
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { type Bits, intersect, isEmpty, NO_BITS, withBits } from '#lib/domain/sets/bits.ts'
import type { Transition } from './shelf.ts'

/** By what they have in common, the ids of the clusters; none is empty. */
export type ClusterGroups = ReadonlyMap<string, Bits>

/** The groups after an edit, at the cost of the clusters that change theirs; the same value when none does. */
export function groupsAfter<C extends Cluster>(
  groups: ClusterGroups,
  transitions: readonly Transition<C>[],
  keyOf: (cluster: C) => string,
): ClusterGroups {
  const moves = transitions
    .map(({ id, before, after }) => ({
      id,
      from: before && keyOf(before),
      to: after && keyOf(after),
    }))
    .filter(({ from, to }) => from !== to)
  if (moves.length === 0) return groups
  const leaving = Map.groupBy(moves, ({ from }) => from)
  const coming = Map.groupBy(moves, ({ to }) => to)
  const edited = new Map(groups)
  for (const key of new Set([...leaving.keys(), ...coming.keys()])) {
    if (key === null) continue
    const here = [...(leaving.get(key) ?? []), ...(coming.get(key) ?? [])]
    const ids = here.map(({ id }) => id)
    const clusters = withBits(edited.get(key) ?? NO_BITS, ids, (at) => here[at]!.to === key)
    if (isEmpty(clusters)) edited.delete(key)
    else edited.set(key, clusters)
  }
  return edited
}

/** Clusters by their group; each is in exactly one of `groups`. No part is empty. */
export function byGroup<Key>(
  clusters: Bits,
  groups: ReadonlyMap<Key, Bits>,
): { readonly key: Key; readonly clusters: Bits }[] {
  const parts =
    groups.size === 1
      ? [...groups.keys()].map((key) => ({ key, clusters }))
      : [...groups].map(([key, all]) => ({ key, clusters: intersect(clusters, all) }))
  return parts.filter((part) => !isEmpty(part.clusters))
}
