// Which pairs of an impact are listed, counted and grouped: all that move, or those that somebody looks for.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import type { Transition } from '#lib/domain/fleet/shelf.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { NO_BITS, bitsOf, countBits, idsIn, intersect } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { applicationOf, PAIR_EFFECTS } from './impact.ts'
import type { Impact } from './impact.ts'
import { keptByOthers } from './kept-by-others.ts'

/** In the order of lists. `kept` are the pairs that a policy gives up and others keep. */
export const LISTED_EFFECTS = [...PAIR_EFFECTS, 'kept'] as const
export type ListedEffect = (typeof LISTED_EFFECTS)[number]

type PairSets = Readonly<Record<ListedEffect, Bits>>

/** One application's pairs by effect, as ids of clusters. */
export type ApplicationPairs = Transition<Application> & { readonly pairs: PairSets }

export type ListedPairs = {
  readonly before: Fleet
  readonly after: Fleet
  /** By namespace, then by name. */
  readonly applications: readonly ApplicationPairs[]
}

/** What somebody looks for; null: anything. */
export type PairFilter = {
  readonly applications: Selector | null
  readonly clusters: Selector | null
  /** Part of the name of the cluster, or of `team/name` of the application, in any case. */
  readonly text: string | null
  /** Null: every effect but `kept`. */
  readonly effect: ListedEffect | null
}

export const NO_FILTER: PairFilter = {
  applications: null,
  clusters: null,
  text: null,
  effect: null,
}

/** The pairs of an impact that a filter lets through. */
export function listedPairs(impact: Impact, filter: PairFilter): ListedPairs {
  const { before, after } = impact
  const clusters = { before: clusterFilter(before, filter), after: clusterFilter(after, filter) }
  const applications = pairsOf(impact, filter.effect)
    .filter((application) => isSelected(applicationOf(application), filter.applications))
    .map(({ pairs, ...application }) => {
      const isFound = isNamed(nameOf(applicationOf(application)), filter.text)
      return {
        ...application,
        pairs: {
          removed: clusters.before(pairs.removed, isFound),
          added: clusters.after(pairs.added, isFound),
          changed: clusters.after(pairs.changed, isFound),
          kept: clusters.after(pairs.kept, isFound),
        },
      }
    })
  return { before, after, applications }
}

/** How many pairs have each effect. */
export function countPairs({ applications }: ListedPairs): Record<ListedEffect, number> {
  const count = (effect: ListedEffect) =>
    applications.reduce((sum, { pairs }) => sum + countBits(pairs[effect]), 0)
  return {
    removed: count('removed'),
    added: count('added'),
    changed: count('changed'),
    kept: count('kept'),
  }
}

/** The fleet that has the pair's cluster: that of a removed pair may be gone afterwards, that of any other may be new. */
export function fleetOf({ before, after }: ListedPairs, effect: ListedEffect): Fleet {
  return effect === 'removed' ? before : after
}

const NO_PAIRS: PairSets = { removed: NO_BITS, added: NO_BITS, changed: NO_BITS, kept: NO_BITS }

function pairsOf(impact: Impact, wanted: ListedEffect | null): readonly ApplicationPairs[] {
  if (wanted === 'kept') return pairsKept(impact)
  return impact.applications.map(({ id, before, after, removed, added, changed }) => {
    const moved = { ...NO_PAIRS, removed, added, changed }
    const pairs = wanted === null ? moved : { ...NO_PAIRS, [wanted]: moved[wanted] }
    return { id, before, after, pairs }
  })
}

function pairsKept(impact: Impact): readonly ApplicationPairs[] {
  const kept = keptByOthers(impact)
  const [before, after] = [impact.before.applications.slots, impact.after.applications]
  return idsByName(after, bitsOf([...kept.keys()])).map((id) => ({
    id,
    before: before[id] ?? null,
    after: after.slots[id] ?? null,
    pairs: { ...NO_PAIRS, kept: kept.get(id)! },
  }))
}

/** Narrows clusters to those that are looked for; `isFound`: the text was found in the application's name already. */
function clusterFilter(fleet: Fleet, { clusters: selector, text }: PairFilter) {
  const selected = selector && matchSelector(fleet.indexes.clusters, selector)
  return (ids: Bits, isFound: boolean): Bits => {
    const among = selected === null ? ids : intersect(ids, selected)
    if (isFound) return among
    return bitsOf(idsIn(among).filter((id) => isNamed(fleet.clusters.slots[id]!.name, text)))
  }
}

function isSelected(application: Application, selector: Selector | null): boolean {
  return selector === null || selectorMatches(selector, applicationLabels(application))
}

function isNamed(name: string, text: string | null): boolean {
  return text === null || name.includes(text.toLowerCase())
}

function nameOf({ team, name }: Application): string {
  return `${team}/${name}`
}
