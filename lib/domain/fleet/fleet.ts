// A tenant's whole model as one immutable value, together with everything that selectors decide. An edit makes a new fleet
// that equals one built from scratch, costs by what it changes, and shares the rest.
import { EMPTY_INDEX, indexWith } from '#lib/domain/labels/label-index.ts'
import type { LabelEdit } from '#lib/domain/labels/label-index.ts'
import { byLabelledKind, kinds } from '#lib/domain/objects/kinds.ts'
import { labelsOf } from '#lib/domain/objects/object-json.ts'
import type { ModelObject, ObjectRef, TargetPolicy, Team } from '#lib/domain/objects/objects.ts'
import { typeNameOf } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { groupsAfter } from './cluster-groups.ts'
import { placementsAfter } from './fleet-placements.ts'
import { transitionsOf, eachKind, shelfOf } from './fleet-state.ts'
import type { Edit, FleetState, Shelves } from './fleet-state.ts'
import { configurationAfter, NO_CONFIGURATION } from './configuration.ts'
import { decisionsAfter } from './fleet-decisions.ts'
import { releasesAfter } from './fleet-releases.ts'
import {
  boundaryAfterEdits,
  boundaryOf,
  isActive,
  relabelled,
  ruleAfterEdits,
  ruleOf,
} from './rules.ts'
import type { Indexes, Relabelled } from './rules.ts'
import { selectingAfter } from './selecting.ts'
import { EMPTY_SHELF, findByName, shelfWith, slotsWith } from './shelf.ts'
import type { Transition, Identified } from './shelf.ts'
import { typedTransitions } from './typed-clusters.ts'

export type Fleet = FleetState & {
  /** The fleet after edits, all at once; the last edit of an object counts. An object's name and team never change. */
  readonly with: (edits: readonly Edit[]) => Fleet
}

export function emptyFleet(): Fleet {
  return fleetOf({
    ...eachKind<Shelves>(() => EMPTY_SHELF),
    indexes: byLabelledKind(() => EMPTY_INDEX),
    variants: new Map(),
    clustersByType: new Map(),
    clustersByEnvironment: new Map(),
    rules: [],
    selecting: [],
    configuration: NO_CONFIGURATION,
    boundaries: [],
    decisions: [],
    placements: [],
    releases: [],
  })
}

/** The object that a ref names, with its id; null: there is none. */
export function findObject(fleet: Fleet, ref: ObjectRef): Identified<ModelObject> | null {
  return findByName(shelfOf(fleet, ref.kind), ref.name, ref.team ?? '')
}

function fleetOf(state: FleetState): Fleet {
  return { ...state, with: (edits) => fleetOf(stateAfter(state, edits)) }
}

function stateAfter(state: FleetState, given: readonly Edit[]): FleetState {
  // No selector, boundary or placement depends on a release.
  if (given.every(({ kind }) => kind === 'release')) {
    return { ...state, releases: releasesAfter(state.releases, given) }
  }
  const transitions = transitionsOf(state, given)
  const edits = byLabelledKind((kind) => transitions[kinds[kind].words].map(labelEdit))
  const indexes = byLabelledKind((kind) => {
    const { words } = kinds[kind]
    return indexWith(state.indexes[words], edits[words])
  })
  const labels = relabelled(edits, indexes)
  const rules = rulesAfter(state.rules, transitions.policies, indexes, labels)
  const shelves = eachKind<Shelves>((kind) =>
    shelfWith(shelfOf(state, kind), transitions[kinds[kind].words]),
  )
  const decided = {
    ...shelves,
    indexes,
    variants: groupsAfter(state.variants, typedTransitions(state, shelves, transitions), variantOf),
    clustersByType: groupsAfter(state.clustersByType, transitions.clusters, typeNameOf),
    clustersByEnvironment: groupsAfter(
      state.clustersByEnvironment,
      transitions.clusters,
      ({ environment }) => environment,
    ),
    rules,
    selecting: selectingAfter(state.selecting, state.rules, rules, ({ policy }) =>
      isActive(policy),
    ),
    configuration: configurationAfter(state.configuration, transitions, indexes, labels),
    boundaries: boundariesAfter(state, transitions.teams, indexes, labels),
    decisions: decisionsAfter(state.decisions, given),
    placements: state.placements,
    releases: releasesAfter(state.releases, given),
  }
  return { ...decided, placements: placementsAfter(state, decided, transitions) }
}

function labelEdit({ id, before, after }: Transition<ModelObject>): LabelEdit {
  return { id, before: before && labelsOf(before), after: after && labelsOf(after) }
}

function rulesAfter(
  rules: FleetState['rules'],
  transitions: readonly Transition<TargetPolicy>[],
  indexes: Indexes,
  labels: Relabelled,
): FleetState['rules'] {
  const entries = transitions.map(
    ({ id, after }) => [id, after === null ? undefined : ruleOf(id, after, indexes)] as const,
  )
  return slotsWith(
    rules.map((rule) => rule && ruleAfterEdits(rule, labels)),
    entries,
  )
}

function boundariesAfter(
  { teams, boundaries }: FleetState,
  transitions: readonly Transition<Team>[],
  indexes: Indexes,
  labels: Relabelled,
): FleetState['boundaries'] {
  const entries = transitions.map(
    ({ id, after }) => [id, after === null ? undefined : boundaryOf(after, indexes)] as const,
  )
  const kept = boundaries.map((boundary, id) => {
    const team = teams.slots[id]
    return team && boundaryAfterEdits(team, boundary ?? null, labels)
  })
  return slotsWith(kept, entries)
}
