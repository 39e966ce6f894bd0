// Every link, built once.
import type { Kind, ObjectRef } from '#lib/domain/objects/objects.ts'

const segment = encodeURIComponent

export const apiRoot = '/api/v1'

/** Where the API takes new objects. */
export const apiCollections = {
  teams: `${apiRoot}/teams`,
  clusters: `${apiRoot}/clusters`,
  applications: `${apiRoot}/applications`,
  targetPolicies: `${apiRoot}/target-policies`,
  tokens: `${apiRoot}/tokens`,
}

export const apiPaths = {
  team: (name: string) => `${apiRoot}/teams/${segment(name)}`,
  cluster: (name: string) => `${apiRoot}/clusters/${segment(name)}`,
  clearClusterBranch: (name: string) => `${apiRoot}/clusters/${segment(name)}/branches/clear`,
  application: (namespace: string, name: string) =>
    `${apiRoot}/applications/${segment(namespace)}/${segment(name)}`,
  targetPolicy: (name: string) => `${apiRoot}/target-policies/${segment(name)}`,
  token: (id: string) => `${apiRoot}/tokens/${segment(id)}`,
  changeBootstraps: (id: number) => `${apiRoot}/changes/${id}/bootstraps`,
  audit: `${apiRoot}/audit`,
  teamRequests: `${apiRoot}/team-requests`,
  teamRequest: (id: string) => `${apiRoot}/team-requests/${segment(id)}`,
  approveTeamRequest: (id: string) => `${apiRoot}/team-requests/${segment(id)}/approve`,
  roleGrant: (id: string) => `${apiRoot}/role-grants/${segment(id)}`,
  repositorySettings: `${apiRoot}/repository-settings`,
  applicationKinds: `${apiRoot}/application-kinds`,
  keepDatabase: `${apiRoot}/git-state/keep-database`,
  upgrade: `${apiRoot}/upgrade`,
  upgradeFiles: `${apiRoot}/upgrade/files`,
  upgradeClusters: `${apiRoot}/upgrade/clusters`,
  tryRepositorySettings: `${apiRoot}/repository-settings/try`,
}

export const pagePaths = {
  overview: '/',
  signIn: '/sign-in',
  applications: '/applications',
  application: (namespace: string, name: string) =>
    `/applications/${segment(namespace)}/${segment(name)}`,
  clusters: '/clusters',
  cluster: (name: string) => `/clusters/${segment(name)}`,
  policies: '/policies',
  policy: (name: string) => `/policies/${segment(name)}`,
  teams: '/teams',
  team: (name: string) => `/teams/${segment(name)}`,
  teamRequests: '/team-requests',
  newTeamRequest: '/team-requests/new',
  teamRequest: (id: string) => `/team-requests/${segment(id)}`,
  placements: '/placements',
  placement: (namespace: string, application: string, cluster: string) =>
    `/placements/${segment(namespace)}/${segment(application)}/${segment(cluster)}`,
  changes: '/changes',
  change: (id: number) => `/changes/${id}`,
  history: '/history',
  audit: '/audit',
  settings: '/settings',
  accessSettings: '/settings/access',
  repositorySettings: '/settings/repository',
  applicationKinds: '/settings/application-kinds',
  gitState: '/settings/git',
  upgrade: '/settings/upgrade',
  tokens: '/settings/tokens',
  apiDocs: '/api/docs',
}

/** The page of an object that people describe. */
export function objectPath({ kind, team, name }: ObjectRef): string {
  switch (kind) {
    case 'team':
      return pagePaths.team(name)
    case 'cluster':
      return pagePaths.cluster(name)
    case 'application':
      return pagePaths.application(team ?? '', name)
    case 'target-policy':
      return pagePaths.policy(name)
  }
}

/** Where the API has an object that people describe. */
export function apiObjectPath({ kind, team, name }: ObjectRef): string {
  switch (kind) {
    case 'team':
      return apiPaths.team(name)
    case 'cluster':
      return apiPaths.cluster(name)
    case 'application':
      return apiPaths.application(team ?? '', name)
    case 'target-policy':
      return apiPaths.targetPolicy(name)
  }
}

/** The form of an object that is there. */
export function editPath(ref: ObjectRef): string {
  return `${objectPath(ref)}/edit`
}

const LISTS: Readonly<Record<Kind, string>> = {
  team: pagePaths.teams,
  cluster: pagePaths.clusters,
  application: pagePaths.applications,
  'target-policy': pagePaths.policies,
}

/** The form of a new object. */
export function newPath(kind: Kind): string {
  return `${LISTS[kind]}/new`
}

type Query = Readonly<Record<string, string | number | null | undefined>>

/** A path with a query; what is null, undefined or empty is left out, so that an address says only what is asked for. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text === '' ? path : `${path}?${text}`
}

/** What makes a list: where it is, which parameters narrow it, and all that are given. */
export type ListAddress = {
  readonly path: string
  readonly filters: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** The same list with some parameters changed; it begins at the first page, unless that is among them. */
export function listHref({ path, query }: ListAddress, changes: Query): string {
  return withQuery(path, { ...query, page: null, ...changes })
}

/** A path at the moment that the page it stands on shows. */
export function pathAt(path: string, at: Date | null): string {
  return withQuery(path, { at: at?.toISOString() })
}
