// The states that a cluster's Argo CD can be in for one state of Berth's model.
import type { Confinement } from '#lib/domain/objects/objects.ts'
import { withController } from './argocd-install.ts'
import type { ArgocdCluster } from './delivery-evaluator.ts'
import type { GeneratedObjects } from './parse-tree.ts'

export type ClusterState = {
  /** The setting `application.sync.impersonation.enabled`. */
  readonly setting: 'on' | 'off'
  /** The controller's ClusterRole: as Argo CD comes, or Berth's narrow one. */
  readonly role: 'stock' | 'narrowed'
}

/** As the onboarding's commands leave it, and after a setting was lost or an upgrade restored the role. */
export const STATES: Readonly<Record<Confinement, readonly ClusterState[]>> = {
  account: [
    { setting: 'on', role: 'narrowed' },
    { setting: 'off', role: 'narrowed' },
    { setting: 'on', role: 'stock' },
    { setting: 'off', role: 'stock' },
  ],
  impersonation: [
    { setting: 'on', role: 'stock' },
    { setting: 'off', role: 'stock' },
  ],
  project: [{ setting: 'off', role: 'stock' }],
}

const known = new WeakMap<GeneratedObjects, Map<string, ArgocdCluster>>()

/** The cluster that has the objects, with Argo CD in the state. */
export function clusterIn(
  objects: GeneratedObjects,
  { setting, role }: ClusterState,
): ArgocdCluster {
  const inStates = known.get(objects) ?? new Map<string, ArgocdCluster>()
  known.set(objects, inStates)
  const key = `${setting} ${role}`
  const cluster = inStates.get(key) ?? {
    objects: withController(objects, role),
    impersonates: setting === 'on',
  }
  inStates.set(key, cluster)
  return cluster
}
