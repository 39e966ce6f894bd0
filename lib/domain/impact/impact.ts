// What an edit does to the placements, as the difference of two fleets: per application as bits, so that 100,000 moved pairs
// are a few kilobytes. The preview and the save both read it.
import { unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import { transitionsOf } from '#lib/domain/fleet/fleet-state.ts'
import type { Edit, Transitions } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { wordsOf } from '#lib/domain/fleet/placing.ts'
import { compareByName } from '#lib/domain/fleet/shelf.ts'
import type { Transition } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { typedTransitions } from '#lib/domain/fleet/typed-clusters.ts'
import { relocatedClusters } from '#lib/domain/fleet/variants.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  bitsOf,
  NO_BITS,
  countBits,
  intersect,
  isEmpty,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { changedPairs } from './changed-pairs.ts'
import { editedObjects, keptPairs } from './impact-kept.ts'
import type { EditedObjects } from './impact-kept.ts'
import { teamImpact } from './impact-teams.ts'
import type { TeamImpact } from './impact-teams.ts'

/** In the order in which people see them: what goes away comes first. */
export const PAIR_EFFECTS = ['removed', 'added', 'changed'] as const
export type PairEffect = (typeof PAIR_EFFECTS)[number]

/** One application's pairs, as ids of clusters; no two sets share one. */
export type ApplicationImpact = Transition<Application> & {
  readonly added: Bits
  readonly removed: Bits
  /** Placed before and after, with another manifest or target, or with one on one side alone, or told something else. */
  readonly changed: Bits
  /** Of `changed`: what is told something else afterwards, one set for each document that it is told then, or for none. */
  readonly retold: readonly Bits[]
  /** Placed before and after by the edited objects, with the same manifest and target. */
  readonly kept: Bits
  /** Of those that are placed afterwards: what has no release of an application that follows versions, and so no manifest. */
  readonly unreleased: Bits
  /** Of `removed` and `changed`: what had none before. */
  readonly unreleasedBefore: Bits
}

type PlacementCounts = {
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly kept: number
}

type ImpactCounts = {
  readonly placements: PlacementCounts
  /** How many have a placement added, removed or changed. */
  readonly applications: number
  readonly clusters: number
  /** How many pairs that are placed afterwards have no manifest. */
  readonly unreleased: number
}

export type Impact = {
  readonly before: Fleet
  readonly after: Fleet
  /** Those with a pair in one of the sets, by namespace, then by name. */
  readonly applications: readonly ApplicationImpact[]
  /** Those that are edited or own one of the applications, by name. */
  readonly teams: readonly TeamImpact[]
  /** Those that are created, replaced or deleted, or become others by their type. */
  readonly clusters: readonly Transition<TypedCluster>[]
  /** Of those that are there before and after, the ids of those that only become others by their type. */
  readonly retyped: Bits
  readonly counts: ImpactCounts
}

/**
 * The impact of `edits`, where `after` is `before.with(edits)`. Renders each replaced application once for each variant of
 * clusters.
 */
export function impactOf(
  before: Fleet,
  after: Fleet,
  edits: readonly Edit[],
  render: Pick<FileRenderer, 'application'>,
): Impact {
  const transitions = transitionsOf(before, edits)
  const clusters = typedTransitions(before, after, transitions)
  const edited = editedObjects(before, after, transitions, clusters)
  const relocated = relocatedClusters(clusters)
  const applications = applicationStates(before, after)
    .filter(mayHavePairs(before, after, edits))
    .map((state) => pairsOf(state, { before, after }, { edited, relocated }, render))
    .filter(hasPairs)
  return {
    before,
    after,
    applications,
    teams: teamImpacts(before, after, edited, applications),
    clusters,
    retyped: retypedOf(clusters, transitions),
    counts: countsOf(applications),
  }
}

function retypedOf(clusters: Impact['clusters'], transitions: Transitions): Bits {
  const edited = new Set(transitions.clusters.map(({ id }) => id))
  return bitsOf(clusters.flatMap(({ id }) => (edited.has(id) ? [] : [id])))
}

function teamImpacts(
  before: Fleet,
  after: Fleet,
  edited: EditedObjects,
  applications: readonly ApplicationImpact[],
): TeamImpact[] {
  const owned = Map.groupBy(applications, (impact) => applicationOf(impact).team)
  const teams = [...new Set([...edited.teams, ...owned.keys()])].sort()
  return teams.map((name) => {
    const moving = (owned.get(name) ?? []).flatMap(({ added, removed }) => [added, removed])
    const words = edited.teams.has(name)
      ? wordsOf([before.indexes.clusters.all, after.indexes.clusters.all])
      : wordsOf([edited.clusters, ...moving])
    return teamImpact(before, after, name, words)
  })
}

/** The application of an impact: as it is after the edit, or as it was if it is deleted. */
export function applicationOf({ before, after }: Transition<Application>): Application {
  return (after ?? before)!
}

/** Every application of both fleets, by namespace, then by name. */
function applicationStates(before: Fleet, after: Fleet): Transition<Application>[] {
  const deleted = before.applications.ordered.filter((id) => !after.applications.slots[id])
  const ids = [...after.applications.ordered, ...deleted]
  const states = ids.map((id) => ({
    id,
    before: before.applications.slots[id] ?? null,
    after: after.applications.slots[id] ?? null,
  }))
  return deleted.length === 0
    ? states
    : states.sort((a, b) => compareByName(applicationOf(a), applicationOf(b)))
}

/** Where releases alone are edited, the pairs of an application with the same ones stay as they are. */
function mayHavePairs(
  before: Fleet,
  after: Fleet,
  edits: readonly Edit[],
): (state: Transition<Application>) => boolean {
  if (edits.some(({ kind }) => kind !== 'release')) return () => true
  return ({ id }) => before.releases[id] !== after.releases[id]
}

function pairsOf(
  state: Transition<Application>,
  fleets: { readonly before: Fleet; readonly after: Fleet },
  { edited, relocated }: { readonly edited: EditedObjects; readonly relocated: Bits },
  render: Pick<FileRenderer, 'application'>,
): ApplicationImpact {
  const { id } = state
  const placedBefore = placementsOf(fleets.before, id)
  const placedAfter = placementsOf(fleets.after, id)
  const moved = placedBefore !== placedAfter
  const placedBoth = moved ? intersect(placedBefore, placedAfter) : placedBefore
  const added = moved ? subtract(placedAfter, placedBefore) : NO_BITS
  const removed = moved ? subtract(placedBefore, placedAfter) : NO_BITS
  const clusters = { edited: edited.clusters, relocated }
  const { changed, retold } = changedPairs(fleets, id, placedBoth, clusters, render)
  const alike = keptPairs(fleets, edited, id, placedBoth)
  const kept = isEmpty(changed) ? alike : subtract(alike, changed)
  return {
    ...state,
    added,
    removed,
    changed,
    retold,
    kept,
    unreleased: unreleasedAmong(fleets.after, id, [added, changed, kept]),
    unreleasedBefore: unreleasedAmong(fleets.before, id, [removed, changed]),
  }
}

function hasPairs({ added, removed, changed, kept }: ApplicationImpact): boolean {
  return ![added, removed, changed, kept].every(isEmpty)
}

function countsOf(applications: readonly ApplicationImpact[]): ImpactCounts {
  const touched = applications
    .map(({ added, removed, changed }) => uniteAll([added, removed, changed]))
    .filter((clusters) => !isEmpty(clusters))
  return {
    placements: countPlacements(applications),
    applications: touched.length,
    clusters: countBits(uniteAll(touched)),
    unreleased: applications.reduce((count, { unreleased }) => count + countBits(unreleased), 0),
  }
}

function countPlacements(applications: readonly ApplicationImpact[]): PlacementCounts {
  const sum = (set: keyof PlacementCounts) =>
    applications.reduce((count, impact) => count + countBits(impact[set]), 0)
  return {
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
    kept: sum('kept'),
  }
}
