// The pairs of an impact, counted by what they have in common. It costs as much as there are pairs.
import { groupOfApplication, groupOfCluster, sideOf } from '#lib/domain/fleet/grouping.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { countBits, forEachBit } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { applicationOf } from './impact.ts'
import { fleetOf, LISTED_EFFECTS } from './listed-pairs.ts'
import type { ListedEffect, ListedPairs } from './listed-pairs.ts'

/** `key` null: what lacks the label. */
export type ImpactGroup = { readonly key: string | null } & Readonly<Record<ListedEffect, number>>

type Counts = Record<ListedEffect, number>

/** The groups that have a pair: those that lose the most first, then those where the most happens, then by key. */
export function impactGroups(listed: ListedPairs, grouping: Grouping): ImpactGroup[] {
  const groups =
    sideOf(grouping) === 'cluster'
      ? countByCluster(listed, grouping)
      : countByApplication(listed, grouping)
  return [...groups].map(([key, counts]) => ({ key, ...counts })).sort(compareGroups)
}

function countByApplication(listed: ListedPairs, grouping: Grouping): Map<string | null, Counts> {
  const groups = new Map<string | null, Counts>()
  for (const application of listed.applications) {
    const key = groupOfApplication(applicationOf(application), grouping)
    for (const effect of LISTED_EFFECTS) {
      count(groups, key, effect, countBits(application.pairs[effect]))
    }
  }
  return groups
}

function countByCluster(listed: ListedPairs, grouping: Grouping): Map<string | null, Counts> {
  const groups = new Map<string | null, Counts>()
  for (const effect of LISTED_EFFECTS) {
    const { slots } = fleetOf(listed, effect).clusters
    for (const [id, pairs] of pairsOnClusters(listed, effect)) {
      count(groups, groupOfCluster(slots[id]!, grouping), effect, pairs)
    }
  }
  return groups
}

function pairsOnClusters({ applications }: ListedPairs, effect: ListedEffect): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { pairs } of applications) {
    forEachBit(pairs[effect], (id) => counts.set(id, (counts.get(id) ?? 0) + 1))
  }
  return counts
}

function count(
  groups: Map<string | null, Counts>,
  key: string | null,
  effect: ListedEffect,
  pairs: number,
) {
  if (pairs === 0) return
  const counts = groups.get(key) ?? { removed: 0, added: 0, changed: 0, kept: 0 }
  counts[effect] += pairs
  groups.set(key, counts)
}

function compareGroups(a: ImpactGroup, b: ImpactGroup): number {
  return b.removed - a.removed || sizeOf(b) - sizeOf(a) || compareText(a.key ?? '', b.key ?? '')
}

function sizeOf(group: ImpactGroup): number {
  return LISTED_EFFECTS.reduce((sum, effect) => sum + group[effect], 0)
}
