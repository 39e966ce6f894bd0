// Clusters by which of some selections have them.
import {
  type Bits,
  bitsOf,
  boundOf,
  forEachBit,
  intersect,
  isEmpty,
  subtract,
} from '#lib/domain/sets/bits.ts'

type Part<S> = {
  /** Never empty. */
  readonly clusters: Bits
  readonly selections: readonly S[]
}

/**
 * The parts of some clusters by the selections that have them, in the order of these, without clusters in common. Costs by the
 * members of those selections that have some of the clusters and lack others.
 */
export function partsBySelection<S extends { readonly clusters: Bits }>(
  clusters: Bits,
  selections: readonly S[],
): readonly Part<S>[] {
  if (isEmpty(clusters)) return []
  const everywhere: number[] = []
  /** By group, the indexes of the selections that have its clusters; the first group is of those that none has. */
  const indexes: number[][] = [[]]
  const groupOf = new Uint32Array(boundOf(clusters))
  for (const [index, selection] of selections.entries()) {
    const here = intersect(clusters, selection.clusters)
    if (isEmpty(here)) continue
    if (isEmpty(subtract(clusters, here))) everywhere.push(index)
    else splitGroups(groupOf, indexes, here, index)
  }
  const ids = indexes.map((): number[] => [])
  forEachBit(clusters, (id) => ids[groupOf[id]!]!.push(id))
  return indexes.flatMap((own, group) => {
    if (ids[group]!.length === 0) return []
    const having = [...everywhere, ...own].sort((a, b) => a - b)
    return [{ clusters: bitsOf(ids[group]!), selections: having.map((each) => selections[each]!) }]
  })
}

/** Moves each of the clusters to the group of those that this selection has, too. */
function splitGroups(
  groupOf: Uint32Array,
  indexes: number[][],
  clusters: Bits,
  selection: number,
): void {
  const moved = new Map<number, number>()
  forEachBit(clusters, (id) => {
    const from = groupOf[id]!
    const to = moved.get(from) ?? indexes.push([...indexes[from]!, selection]) - 1
    moved.set(from, to)
    groupOf[id] = to
  })
}
