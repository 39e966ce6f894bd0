// What a tenant's guard rules ask of an edit, besides what guard.ts asks of every edit: they can only make that stricter.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import { type Selector, selectorMatches } from '#lib/domain/labels/selector.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { GuardRule } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  bitsOf,
  boundOf,
  countBits,
  idsIn,
  intersect,
  unite,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { Impact } from './impact.ts'

/** Somebody's reason, the exact number of removals, and that of changes. */
export const ASKED = ['reason', 'removals', 'changes'] as const

export type GuardDemand = {
  readonly asks: (typeof ASKED)[number]
  /** The name of the rule. */
  readonly rule: string
  /**
   * The placements on clusters of the rule that the edit removes; that it changes, and clusters that become others by their
   * type; or, for a reason, all of these.
   */
  readonly placements: number
  /** How many clusters they are on. */
  readonly clusters: number
  /** How many of them the rule lets pass. */
  readonly limit: number
}

/**
 * What each of the rules asks of an edit with this impact. A cluster is a rule's if the selector matches its labels before or
 * after the edit: none leaves a rule by the edit that removes from it.
 *
 * `recentUnconfirmed` are the placements that the same principal removed without confirmation, within the window of guard.ts.
 * They count as removed from the rule's own clusters, wherever they were: which rules and labels there were then isn't kept,
 * and to be asked early does no harm.
 */
export function* demandsByRule(
  impact: Impact,
  rules: readonly GuardRule[],
  recentUnconfirmed: number,
): Generator<readonly GuardDemand[]> {
  const moved = uniteAll([
    impact.retyped,
    ...impact.applications.flatMap(({ removed, changed }) => [removed, changed]),
  ])
  for (const { name: rule, clusterSelector, reasonRequired, removals, changes } of rules) {
    const guarded = guardedClusters(impact, clusterSelector, moved)
    const both = countMoved(impact, guarded, ['removed', 'changed'])
    const removed = countMoved(impact, guarded, ['removed'])
    const changed = countMoved(impact, guarded, ['changed'])
    const demands: readonly GuardDemand[] = [
      { asks: 'reason', rule, ...both, limit: reasonRequired ? 0 : Infinity },
      { asks: 'removals', rule, ...removed, limit: removals ?? Infinity },
      { asks: 'changes', rule, ...changed, limit: changes ?? Infinity },
    ]
    yield demands.filter((demand) => isAsked(demand, recentUnconfirmed))
  }
}

function isAsked({ asks, placements, limit }: GuardDemand, recentUnconfirmed: number): boolean {
  if (placements === 0) return false
  return placements + (asks === 'removals' ? recentUnconfirmed : 0) > limit
}

/** For each of what may be asked, the demand that lets the fewest pass; of several the one with the most placements. */
export function strictestDemands(demands: readonly GuardDemand[]): readonly GuardDemand[] {
  return ASKED.flatMap((asked) =>
    demands
      .filter(({ asks }) => asks === asked)
      .sort((a, b) => a.limit - b.limit || b.placements - a.placements)
      .slice(0, 1),
  )
}

function guardedClusters({ before, after }: Impact, selector: Selector, among: Bits): Bits {
  return unite(selectedAmong(before, selector, among), selectedAmong(after, selector, among))
}

function selectedAmong({ indexes, clusters }: Fleet, selector: Selector, among: Bits): Bits {
  // For a wide edit, one question to the index is cheaper than a question about each cluster.
  if (countBits(among) > boundOf(indexes.clusters.all) / 32) {
    return intersect(among, matchSelector(indexes.clusters, selector))
  }
  const isSelected = (id: number) => {
    const cluster = clusters.slots[id]
    return cluster !== undefined && selectorMatches(selector, clusterLabels(cluster))
  }
  return bitsOf(idsIn(among).filter(isSelected))
}

function countMoved(
  { applications, retyped }: Impact,
  guarded: Bits,
  effects: readonly ('removed' | 'changed')[],
): Pick<GuardDemand, 'placements' | 'clusters'> {
  const ofApplications = applications.flatMap((application) =>
    effects.map((effect) => application[effect]),
  )
  const moved = [...ofApplications, ...(effects.includes('changed') ? [retyped] : [])].map(
    (clusters) => intersect(clusters, guarded),
  )
  return {
    placements: moved.reduce((count, clusters) => count + countBits(clusters), 0),
    clusters: countBits(uniteAll(moved)),
  }
}

/** Why a rule asks, in one sentence. */
export function demandSentence(
  { asks, rule, placements, clusters, limit }: GuardDemand,
  recentUnconfirmed: number,
): string {
  const [one, many] = MOVED[asks]
  const asked = `Rule \`${rule}\`: ${counted(placements, one, many)} on ${counted(clusters, 'cluster')}`
  if (asks === 'reason') return `${asked}, none without a reason.`
  const before =
    placements > limit
      ? ''
      : ` after ${counted(recentUnconfirmed, 'unconfirmed removal')} in ten minutes`
  return `${asked}${before}, ${limit === 0 ? 'none' : `at most ${limit}`} without confirmation.`
}

const MOVED = {
  reason: ['placement removed or changed', 'placements removed or changed'],
  removals: ['removal', 'removals'],
  changes: ['change', 'changes'],
} as const
