// The clusters of a fleet with what their types say, and those of them that an edit touches by its types alone.
import { type ClusterType, DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import {
  typedCluster,
  type TypedCluster,
  typeNameOf,
} from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { idsIn, NO_BITS } from '#lib/domain/sets/bits.ts'
import type { FleetState, Shelves, Transitions } from './fleet-state.ts'
import { findByName, type Transition } from './shelf.ts'

export type Types = Pick<Shelves, 'cluster types'>

/** The type of a name; null: there is none. `default` is always there, as it is made until somebody edits it. */
export function findType(types: Types, name: string): ClusterType | null {
  const found = findByName(types['cluster types'], name, '')?.object
  return found ?? (name === DEFAULT_TYPE_NAME ? DEFAULT_TYPE : null)
}

/** A cluster with what its type says. No save leaves a cluster without its type; if one were, it would be as `default`. */
export function typedIn(types: Types, cluster: Cluster): TypedCluster {
  return typedCluster(cluster, findType(types, typeNameOf(cluster)) ?? DEFAULT_TYPE)
}

type Typed = Types & Pick<FleetState, 'clusters' | 'clustersByType'>

/**
 * The clusters that an edit creates, replaces or deletes, and those that become others because their type is edited. Costs by
 * the clusters of the edited types.
 */
export function typedTransitions(
  before: Typed,
  after: Types,
  transitions: Transitions,
): readonly Transition<TypedCluster>[] {
  const edited = transitions.clusters.map(({ id, before: was, after: is }) => ({
    id,
    before: was && typedIn(before, was),
    after: is && typedIn(after, is),
  }))
  const types = transitions['cluster types'].flatMap((type) => (type.after ?? type.before)!.name)
  if (types.length === 0) return edited
  const ids = new Set(edited.map(({ id }) => id))
  const retyped = [...new Set(types)].flatMap((name) => retypedClusters(before, after, name))
  return [...edited, ...retyped.filter(({ id }) => !ids.has(id))]
}

/** The clusters of a type, before and after, that become others because it is edited. */
export function retypedClusters(
  before: Typed,
  after: Types,
  type: string,
): { readonly id: number; readonly before: TypedCluster; readonly after: TypedCluster }[] {
  return idsIn(before.clustersByType.get(type) ?? NO_BITS)
    .map((id) => {
      const cluster = before.clusters.slots[id]!
      return { id, before: typedIn(before, cluster), after: typedIn(after, cluster) }
    })
    .filter(({ before: was, after: is }) => isAnother(was, is))
}

function isAnother(was: TypedCluster, is: TypedCluster): boolean {
  return (
    was.reconciler !== is.reconciler ||
    was.argocdNamespace !== is.argocdNamespace ||
    was.defaultProject !== is.defaultProject
  )
}
