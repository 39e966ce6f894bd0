// What a fleet holds, and what an edit of it is.
import { type Kind, KINDS, kinds, type WordsOf } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { ClusterGroups } from './cluster-groups.ts'
import type { Configuration } from './configuration.ts'
import type { Indexes, Rule } from './rules.ts'
import type { Selecting } from './selecting.ts'
import type { Identified, Transition, Shelf } from './shelf.ts'

/** One object created or replaced (`after`) or deleted (null). Ids are dense within a kind and never used again. */
export type ObjectEdit = {
  [K in Kind]: { readonly kind: K; readonly id: number; readonly after: ObjectOfKind<K> | null }
}[Kind]

/** A release that begins (`after`) or ends (null). Ids are never used again; a later release has a higher one. */
export type ReleaseEdit = {
  readonly kind: 'release'
  readonly id: number
  readonly after: Release | null
}

/** What was decided for an application of a policy: the ids of the clusters that it is to be on; null: nothing any more. */
export type DecisionEdit = {
  readonly kind: 'decision'
  /** The policy's id. */
  readonly policy: number
  /** The application's id. */
  readonly application: number
  readonly after: Bits | null
}

export type Edit = ObjectEdit | ReleaseEdit | DecisionEdit

export type Releases = readonly (readonly Identified<Release>[] | undefined)[]

/** By policy id, then by application id. No map is empty. */
export type Decisions = readonly (ReadonlyMap<number, Bits> | undefined)[]

export type Transitions = {
  readonly [K in Kind as WordsOf<K>]: readonly Transition<ObjectOfKind<K>>[]
}

export type Shelves = { readonly [K in Kind as WordsOf<K>]: Shelf<ObjectOfKind<K>> }

export type FleetState = Shelves & {
  readonly indexes: Indexes
  /** The clusters of each variant that occurs. */
  readonly variants: ClusterGroups
  /** The clusters by the name of their type. */
  readonly clustersByType: ClusterGroups
  /** The clusters by their field `environment`; empty: those that name none. */
  readonly clustersByEnvironment: ClusterGroups
  /** By policy id. */
  readonly rules: readonly (Rule | undefined)[]
  readonly selecting: Selecting
  /** What configs and config schemas select. */
  readonly configuration: Configuration
  /** By team id, the clusters that the team may use; null: all. */
  readonly boundaries: readonly (Bits | null | undefined)[]
  /** What schedulers and picks chose for the policies that place only on chosen clusters. */
  readonly decisions: Decisions
  /** By application id, its clusters. */
  readonly placements: readonly (Bits | undefined)[]
  /** By application id, its releases, in the order in which they began. */
  readonly releases: Releases
}

/** A value for each kind, under its plural. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what is made for a kind fits it, which no type says
export function eachKind<All extends { readonly [K in WordsOf<Kind>]: unknown }>(
  make: (kind: Kind) => unknown,
): All {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return Object.fromEntries(KINDS.map((kind) => [kinds[kind].words, make(kind)])) as All
}

export function shelfOf(shelves: Shelves, kind: Kind): Shelf<ModelObject> {
  return shelves[kinds[kind].words]
}

/** Each edited object before and after. To delete what isn't there is no transition. */
export function transitionsOf(shelves: Shelves, edits: readonly Edit[]): Transitions {
  const noted = new Map(KINDS.map((kind) => [kind, new Map<number, Transition<ModelObject>>()]))
  for (const edit of edits) {
    if (edit.kind === 'release' || edit.kind === 'decision') continue
    const { kind, id, after } = edit
    const transitions = noted.get(kind)!
    const before = shelfOf(shelves, kind).slots[id] ?? null
    if (before === null && after === null) transitions.delete(id)
    else transitions.set(id, { id, before, after })
  }
  return eachKind<Transitions>((kind) => [...noted.get(kind)!.values()])
}
