// The objects that people describe, how one is named, whose it is, and by what it is selected.
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { KubectlRole } from './bound-roles.ts'
import { isNamedInTeam, type Kind } from './kinds.ts'

export type TeamRole = 'contributor' | 'reader'
export type NetworkMode = 'namespace' | 'open' | 'closed'
export type DefaultProject = 'keep' | 'empty'
export const CONFINEMENTS = ['account', 'impersonation', 'project'] as const
export type Confinement = (typeof CONFINEMENTS)[number]
export type PolicyEffect = 'include' | 'exclude'

export type Team = {
  readonly kind: 'team'
  readonly name: string
  readonly description: string
  /** Identity-provider groups that may act for the team. */
  readonly groups: readonly { readonly id: string; readonly role: TeamRole }[]
  /** Repositories that its applications may come from; empty: any. */
  readonly sourceRepos: readonly string[]
  /** The clusters that the team may use; null: all. */
  readonly clusterBoundary: Selector | null
  readonly network: NetworkMode
  /** The ClusterRole of its contributors in the team's Kubernetes namespace. */
  readonly kubectl: KubectlRole
  /** ResourceQuota `hard` entries; null: no quota. */
  readonly quota: ReadonlyMap<string, string> | null
}

export type Cluster = {
  readonly kind: 'cluster'
  readonly name: string
  readonly description: string
  readonly shortName: string
  readonly environment: string
  /** What becomes of Argo CD's own project `default`, which permits everything: nothing, or it is emptied. */
  readonly defaultProject: DefaultProject
  /** The namespace of its Argo CD; null: that of the settings. */
  readonly argocdNamespace: string | null
  /**
   * What keeps a team's Applications to what the team may do there: Argo CD works as the team's account and has no rights
   * of its own (`account`), works as that account but keeps its rights (`impersonation`), or does all with its own rights
   * and only looks at the project first (`project`), which keeps nobody from becoming the cluster's administrator.
   */
  readonly confinement: Confinement
  /** As people gave them, so perhaps repeating those that follow from fields; selectors see `clusterLabels`. */
  readonly labels: Labels
}

export type Application = {
  readonly kind: 'application'
  /** The owning team's name, `namespace` in the API. */
  readonly team: string
  readonly name: string
  readonly description: string
  readonly repoUrl: string
  readonly repoBranch: string
  readonly repoPath: string
  /** As people gave them, so perhaps repeating those that follow from fields; selectors see `applicationLabels`. */
  readonly labels: Labels
}

export type TargetPolicy = {
  readonly kind: 'target-policy'
  readonly name: string
  readonly description: string
  readonly appSelector: Selector
  readonly clusterSelector: Selector
  readonly effect: PolicyEffect
  /** The team whose applications it may select; null: a platform policy, which may select any. */
  readonly team: string | null
  readonly suspended: boolean
}

export type ModelObject = Team | Cluster | Application | TargetPolicy
export type ObjectOfKind<K extends Kind> = Extract<ModelObject, { readonly kind: K }>

/** Names one object: an application by team and name, the others by name alone (`team` null). */
export type ObjectRef = {
  readonly kind: Kind
  readonly team: string | null
  readonly name: string
}

export function refOf(object: ModelObject): ObjectRef {
  return { kind: object.kind, team: namespaceOf(object), name: object.name }
}

/** The team by which an object is named beside its name; null: its name alone does. */
export function namespaceOf(object: ModelObject): string | null {
  return isNamedInTeam(object.kind) ? ownerOf(object) : null
}

/** The team that an object belongs to and is not itself; null: none. */
export function ownerOf(object: ModelObject): string | null {
  return 'team' in object ? object.team : null
}

/** A ref as one string, for maps and sorting; names hold no `/`. */
export function refKey(ref: ObjectRef): string {
  return ref.team === null ? `${ref.kind}/${ref.name}` : `${ref.kind}/${ref.team}/${ref.name}`
}

/** What selectors see of an object; nothing where they don't choose among its kind. */
export function labelsOf(object: ModelObject): Labels {
  switch (object.kind) {
    case 'cluster':
      return clusterLabels(object)
    case 'application':
      return applicationLabels(object)
    case 'team':
    case 'target-policy':
      return new Map()
  }
}

/** The labels that selectors see on a cluster: its own, and `name` and `environment` from its fields. */
export function clusterLabels(cluster: Cluster): Labels {
  const labels = new Map(cluster.labels).set('name', cluster.name)
  return cluster.environment === '' ? labels : labels.set('environment', cluster.environment)
}

/** The labels that selectors see on an application: its own, and `name` and `namespace` from its fields. */
export function applicationLabels(application: Application): Labels {
  return new Map(application.labels)
    .set('name', application.name)
    .set('namespace', application.team)
}
