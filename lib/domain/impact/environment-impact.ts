// What an edit moves, by environment.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { forEachBit, uniteAll } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { type Impact, PAIR_EFFECTS, type PairEffect } from './impact.ts'

/** How many placements are moved on the clusters of one environment. */
export type MovedIn = Readonly<Record<PairEffect, number>>

export const NOTHING_MOVED: MovedIn = { added: 0, removed: 0, changed: 0 }

/**
 * How many placements an edit moves in each environment, by name. A cluster counts for the environment that it has before the
 * edit, and for the one after it: so none leaves an environment by the edit that moves something on it. Clusters without an
 * environment count for none.
 */
export function movedByEnvironment(impact: Impact): ReadonlyMap<string, MovedIn> {
  const { before, after, applications } = impact
  const moved = uniteAll(applications.flatMap((each) => PAIR_EFFECTS.map((effect) => each[effect])))
  const counted = new Map<string, Record<PairEffect, number>>()
  const countersOf = ({ clusters }: Fleet) => {
    const counters: Record<PairEffect, number>[] = []
    forEachBit(moved, (id) => {
      const name = clusters.slots[id]?.environment ?? ''
      if (name === '') return
      const counter = counted.get(name) ?? { ...NOTHING_MOVED }
      counted.set(name, counter)
      counters[id] = counter
    })
    return counters
  }
  const [was, is] = [countersOf(before), countersOf(after)]
  for (const application of applications) {
    for (const effect of PAIR_EFFECTS) {
      forEachBit(application[effect], (id) => {
        const [one, other] = [was[id], is[id]]
        if (one) one[effect] += 1
        if (other && other !== one) other[effect] += 1
      })
    }
  }
  return new Map([...counted].sort(([a], [b]) => compareText(a, b)))
}
