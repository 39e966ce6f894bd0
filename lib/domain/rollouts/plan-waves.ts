// The waves of a rollout, as its rules divide the clusters that it is about when it starts.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { targetsAmong } from '#lib/domain/fleet/targets.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { WaveRule, WaveSize } from '#lib/domain/objects/environment/wave-rule.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  hasBit,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { drawLots, indexOfDrawn } from '#lib/domain/text/drawn-lots.ts'
import { lotsAfter } from '#lib/domain/text/lots.ts'
import { reachedIn } from './members.ts'
import type { Wave } from './rollout.ts'

/**
 * A wave for each rule, of disjoint sets of the placed clusters that don't hold what they have: a rule takes of those that no
 * earlier one took the ones that its selector matches and where the application has its target, and of these as many as its size
 * says. The last wave is the rest. One without clusters is skipped, but for the last.
 * `rules`: at least one.
 */
export function planWaves(
  fleet: FleetState,
  application: number,
  environment: string,
  rules: readonly WaveRule[],
): readonly Wave[] {
  const placed = reachedIn(fleet, application, environment)
  const total = countBits(placed)
  const chooseOf = choosing(fleet, application, placed)
  let left = placed
  return rules.map((rule, index) => {
    if (index === rules.length - 1) return pendingWave(rule, null)
    const matched = rule.clusters && matchSelector(fleet.indexes.clusters, rule.clusters)
    const selected = matched === null ? left : intersect(left, matched)
    const candidates = withTarget(fleet, application, selected, rule.target)
    const planned = chooseOf(candidates, countOf(rule.size, total))
    left = subtract(left, planned)
    return pendingWave(rule, planned)
  })
}

function withTarget(
  fleet: FleetState,
  application: number,
  clusters: Bits,
  target: string | null,
): Bits {
  if (target === null) return clusters
  const named = [...targetsAmong(fleet, application, clusters)].filter(
    ([{ name }]) => name === target,
  )
  return uniteAll(named.map(([, having]) => having))
}

function pendingWave(rule: WaveRule, planned: Bits | null): Wave {
  return {
    name: rule.name,
    rule,
    planned,
    state: planned !== null && isEmpty(planned) ? 'skipped' : 'pending',
    change: null,
    released: null,
    publishedAt: null,
    passedAt: null,
    freed: NO_BITS,
    ok: NO_BITS,
    quorumAt: null,
    health: null,
    overridden: [],
  }
}

/** Percents round up, so that a small canary isn't empty. */
function countOf(size: WaveSize | null, total: number): number {
  if (size === null) return Infinity
  return 'count' in size ? size.count : Math.ceil((total * size.percent) / 100)
}

/**
 * Chooses, of some of the placed clusters, the first `count` in an order that is another one for each application, and always the
 * same for one. They are put into this order once, as soon as some have to be chosen.
 */
function choosing(
  fleet: FleetState,
  application: number,
  placed: Bits,
): (candidates: Bits, count: number) => Bits {
  let ordered: readonly number[] | null = null
  return (candidates, count) => {
    if (countBits(candidates) <= count) return candidates
    ordered ??= inOrder(fleet, application, placed)
    const chosen: number[] = []
    for (const id of ordered) {
      if (chosen.length === count) break
      if (hasBit(candidates, id)) chosen.push(id)
    }
    return bitsOf(chosen)
  }
}

function inOrder(
  { applications, clusters }: FleetState,
  application: number,
  placed: Bits,
): readonly number[] {
  const { team, name } = applications.slots[application]!
  const ids = idsByName(clusters, placed)
  const names = ids.map((id) => clusters.slots[id]!.name)
  const drawn = drawLots(names, [...ids.keys()], lotsAfter(`${team}/${name} `)).sort()
  return Array.from(drawn, (each) => ids[indexOfDrawn(each)]!)
}
