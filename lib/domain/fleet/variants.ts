// Which clusters share a variant, which is all that the files of teams and applications know of a cluster. Nearly all
// clusters of a fleet share one.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { type Bits, bitsOf } from '#lib/domain/sets/bits.ts'
import type { Transition } from './shelf.ts'

/** The clusters that stay and change their variant, so that every file of what is placed on them is written anew. */
export function relocatedClusters(transitions: readonly Transition<TypedCluster>[]): Bits {
  const relocated = transitions.filter(
    ({ before, after }) => before && after && variantOf(before) !== variantOf(after),
  )
  return bitsOf(relocated.map(({ id }) => id))
}
