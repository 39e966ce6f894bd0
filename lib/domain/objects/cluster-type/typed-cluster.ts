// What becomes of a cluster by its type: the one place where the type's settings and the cluster's own meet.
import type { Cluster } from '../cluster/cluster.ts'
import type { ClusterType } from './cluster-type.ts'
import { DEFAULT_TYPE_NAME } from './default-type-name.ts'
import type { TypeSettings } from './type-settings.ts'

/** A cluster as reconcilers see it: with what its type says wherever it says nothing itself. */
export type TypedCluster = Cluster & {
  /** The name of the reconciler that it has. */
  readonly reconciler: string
  readonly defaultProject: TypeSettings['defaultProject']
}

/** The name of the type that a cluster has, whether it names it or not. */
export function typeNameOf({ type }: Pick<Cluster, 'type'>): string {
  return type ?? DEFAULT_TYPE_NAME
}

// Neither ever changes, and what is known of a cluster elsewhere is known by its value.
const known = new WeakMap<Cluster, { readonly type: ClusterType; readonly cluster: TypedCluster }>()

/** The cluster with the settings of its type; the same value for the same two. */
export function typedCluster(cluster: Cluster, type: ClusterType): TypedCluster {
  const last = known.get(cluster)
  if (last?.type === type) return last.cluster
  const { reconciler, settings } = type
  const typed = {
    ...cluster,
    reconciler,
    argocdNamespace: cluster.argocdNamespace ?? settings.namespace,
    defaultProject: cluster.defaultProject ?? settings.defaultProject,
  }
  known.set(cluster, { type, cluster: typed })
  return typed
}
