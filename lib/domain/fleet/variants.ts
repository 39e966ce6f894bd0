// Which clusters share a variant, which is all that the files of teams and applications know of a cluster. Nearly all
// clusters of a fleet share one.
import type { Variant } from '#lib/domain/git/file-change.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { bitsOf, intersect, isEmpty, NO_BITS, withBits } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Transition } from './shelf.ts'

/** The clusters of each variant that occurs. */
export type Variants = ReadonlyMap<Variant, Bits>

export function variantsAfter(
  variants: Variants,
  transitions: readonly Transition<Cluster>[],
): Variants {
  const moves = transitions
    .map(({ id, before, after }) => ({ id, from: variantIn(before), to: variantIn(after) }))
    .filter(({ from, to }) => from !== to)
  if (moves.length === 0) return variants
  const ids = moves.map(({ id }) => id)
  const names = new Set([...variants.keys(), ...moves.flatMap(({ to }) => to ?? [])])
  const entries = [...names].map((name) => {
    const before = variants.get(name) ?? NO_BITS
    return [name, withBits(before, ids, (at) => moves[at]!.to === name)] as const
  })
  return new Map(entries.filter(([, clusters]) => !isEmpty(clusters)))
}

function variantIn(cluster: Cluster | null): Variant | null {
  return cluster && variantOf(cluster)
}

/** The clusters that stay and change their variant, so that every file of what is placed on them is written anew. */
export function relocatedClusters(transitions: readonly Transition<Cluster>[]): Bits {
  const relocated = transitions.filter(
    ({ before, after }) => before && after && variantOf(before) !== variantOf(after),
  )
  return bitsOf(relocated.map(({ id }) => id))
}

type Part = { readonly variant: Variant; readonly clusters: Bits }

/** Clusters of a fleet by their variant; no part is empty. */
export function byVariant(clusters: Bits, variants: Variants): Part[] {
  const [only, ...others] = variants.keys()
  const parts =
    only !== undefined && others.length === 0
      ? [{ variant: only, clusters }]
      : [...variants].map(([variant, all]) => ({ variant, clusters: intersect(clusters, all) }))
  return parts.filter((part) => !isEmpty(part.clusters))
}
