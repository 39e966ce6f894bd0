// An object's JSON, as the API shows it and as revisions keep it. Writing is canonical: one object has one JSON; reading
// trusts what was written here, and the schemas read what people send.
import type { Labels } from '#lib/domain/labels/labels.ts'
import { type SelectorJson, selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
import type { Kind } from './kinds.ts'
import type {
  Application,
  Cluster,
  ModelObject,
  ObjectOfKind,
  TargetPolicy,
  Team,
} from './objects.ts'

type StringMap = Readonly<Record<string, string>>

export type TeamJson = {
  readonly name: string
  readonly description: string
  readonly groups: Team['groups']
  readonly source_repos: readonly string[]
  readonly cluster_boundary?: SelectorJson
  readonly network: Team['network']
  readonly kubectl: Team['kubectl']
  readonly quota?: StringMap
}

export type ClusterJson = {
  readonly name: string
  readonly description: string
  readonly shortName: string
  readonly environment: string
  /** Absent: kept. */
  readonly default_project?: 'empty'
  readonly argocd_namespace?: string
  readonly confinement: Cluster['confinement']
  readonly metadata: StringMap
}

/** As it was kept, perhaps before clusters had a confinement. */
type StoredClusterJson = Omit<ClusterJson, 'confinement'> &
  Partial<Pick<ClusterJson, 'confinement'>>

export type ApplicationJson = {
  readonly name: string
  readonly description: string
  readonly repo_url: string
  readonly repo_branch: string
  readonly repo_path: string
  readonly metadata: StringMap
  readonly namespace: string
}

export type TargetPolicyJson = {
  readonly name: string
  readonly description: string
  readonly app_selector: SelectorJson
  readonly cluster_selector: SelectorJson
  readonly effect: TargetPolicy['effect']
  readonly namespace?: string
  readonly suspended: boolean
}

export type ObjectJson = TeamJson | ClusterJson | ApplicationJson | TargetPolicyJson

/** Maps become objects with their keys in order, so that equal maps are equal texts. */
function mapJson(map: ReadonlyMap<string, string>): StringMap {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The overloads say what the JSON of one kind is. */
export function objectJson(object: Team): TeamJson
export function objectJson(object: Cluster): ClusterJson
export function objectJson(object: Application): ApplicationJson
export function objectJson(object: TargetPolicy): TargetPolicyJson
export function objectJson(object: ModelObject): ObjectJson
export function objectJson(object: ModelObject): ObjectJson {
  switch (object.kind) {
    case 'team':
      return teamJson(object)
    case 'cluster':
      return clusterJson(object)
    case 'application':
      return applicationJson(object)
    case 'target-policy':
      return targetPolicyJson(object)
  }
}

function teamJson(team: Team): TeamJson {
  return {
    name: team.name,
    description: team.description,
    groups: team.groups,
    source_repos: team.sourceRepos,
    ...(team.clusterBoundary && { cluster_boundary: selectorJson(team.clusterBoundary) }),
    network: team.network,
    kubectl: team.kubectl,
    ...(team.quota && { quota: mapJson(team.quota) }),
  }
}

function clusterJson(cluster: Cluster): ClusterJson {
  return {
    name: cluster.name,
    description: cluster.description,
    shortName: cluster.shortName,
    environment: cluster.environment,
    ...(cluster.defaultProject === 'empty' && { default_project: cluster.defaultProject }),
    ...(cluster.argocdNamespace !== null && { argocd_namespace: cluster.argocdNamespace }),
    confinement: cluster.confinement,
    metadata: mapJson(cluster.labels),
  }
}

function applicationJson(application: Application): ApplicationJson {
  return {
    name: application.name,
    description: application.description,
    repo_url: application.repoUrl,
    repo_branch: application.repoBranch,
    repo_path: application.repoPath,
    metadata: mapJson(application.labels),
    namespace: application.team,
  }
}

function targetPolicyJson(policy: TargetPolicy): TargetPolicyJson {
  return {
    name: policy.name,
    description: policy.description,
    app_selector: selectorJson(policy.appSelector),
    cluster_selector: selectorJson(policy.clusterSelector),
    effect: policy.effect,
    ...(policy.team !== null && { namespace: policy.team }),
    suspended: policy.suspended,
  }
}

/**
 * The object that `objectJson` wrote, or the issues of a selector that doesn't parse. In all else `json` is trusted to be
 * such a text's value, as a revision's body is.
 */
export function readStoredObject<K extends Kind>(kind: K, json: unknown): Checked<ObjectOfKind<K>>
export function readStoredObject(kind: Kind, json: unknown): Checked<ModelObject> {
  switch (kind) {
    case 'team':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return storedTeam(json as TeamJson)
    case 'cluster':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return accepted(storedCluster(json as StoredClusterJson))
    case 'application':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return accepted(storedApplication(json as ApplicationJson))
    case 'target-policy':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return storedTargetPolicy(json as TargetPolicyJson)
  }
}

function storedTeam(json: TeamJson): Checked<Team> {
  const { cluster_boundary: boundaryJson } = json
  const boundary =
    boundaryJson === undefined ? accepted(null) : parseSelector(boundaryJson, ['cluster_boundary'])
  if (!boundary.ok) return boundary
  return accepted({
    kind: 'team',
    name: json.name,
    description: json.description,
    groups: json.groups,
    sourceRepos: json.source_repos,
    clusterBoundary: boundary.value,
    network: json.network,
    kubectl: json.kubectl,
    quota: json.quota === undefined ? null : storedMap(json.quota),
  })
}

function storedCluster(json: StoredClusterJson): Cluster {
  return {
    kind: 'cluster',
    name: json.name,
    description: json.description,
    shortName: json.shortName,
    environment: json.environment,
    defaultProject: json.default_project ?? 'keep',
    argocdNamespace: json.argocd_namespace ?? null,
    confinement: json.confinement ?? 'account',
    labels: storedMap(json.metadata),
  }
}

function storedApplication(json: ApplicationJson): Application {
  return {
    kind: 'application',
    team: json.namespace,
    name: json.name,
    description: json.description,
    repoUrl: json.repo_url,
    repoBranch: json.repo_branch,
    repoPath: json.repo_path,
    labels: storedMap(json.metadata),
  }
}

function storedTargetPolicy(json: TargetPolicyJson): Checked<TargetPolicy> {
  const appSelector = parseSelector(json.app_selector, ['app_selector'])
  const clusterSelector = parseSelector(json.cluster_selector, ['cluster_selector'])
  if (!appSelector.ok || !clusterSelector.ok) {
    return refused([appSelector, clusterSelector].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: 'target-policy',
    name: json.name,
    description: json.description,
    appSelector: appSelector.value,
    clusterSelector: clusterSelector.value,
    effect: json.effect,
    team: json.namespace ?? null,
    suspended: json.suspended,
  })
}

function storedMap(json: StringMap): Labels {
  return new Map(Object.entries(json))
}
