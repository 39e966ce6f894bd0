// Which targets an edit takes from pairs, and which it gives them.
import { targetsAmong, targetsByName } from '#lib/domain/fleet/targets.ts'
import { type Bits, isEmpty, NO_BITS, subtract, unite } from '#lib/domain/sets/bits.ts'
import type { ApplicationImpact, Impact } from './impact.ts'

/** Pairs of an application that have a target of one name, as ids of clusters. */
export type TargetPairs = {
  readonly application: number
  readonly target: string
  readonly clusters: Bits
}

/**
 * What ends and what begins with the edit. A pair that keeps a target is in neither, nor is one that is placed before and after
 * as it was. Free of applications without targets.
 */
export function movedTargets({
  before,
  after,
  applications,
}: Pick<Impact, 'before' | 'after' | 'applications'>): {
  readonly ended: readonly TargetPairs[]
  readonly begun: readonly TargetPairs[]
} {
  const moved = applications.map(({ id, added, removed, changed }: ApplicationImpact) => {
    const had = targetsByName(targetsAmong(before, id, unite(removed, changed)))
    const has = targetsByName(targetsAmong(after, id, unite(added, changed)))
    return { ended: without(id, had, has), begun: without(id, has, had) }
  })
  return {
    ended: moved.flatMap(({ ended }) => ended),
    begun: moved.flatMap(({ begun }) => begun),
  }
}

function without(
  application: number,
  those: ReadonlyMap<string, Bits>,
  others: ReadonlyMap<string, Bits>,
): TargetPairs[] {
  return [...those].flatMap(([target, clusters]) => {
    const rest = subtract(clusters, others.get(target) ?? NO_BITS)
    return isEmpty(rest) ? [] : [{ application, target, clusters: rest }]
  })
}
