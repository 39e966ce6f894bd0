// Every address that the portal links to or asks, so that none is put together elsewhere.
import { isNamedInTeam, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { ObjectRef } from '#lib/domain/objects/objects.ts'
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'

const segment = encodeURIComponent

export const apiRoot = '/api/v1'

export function listPath(kind: Kind): string {
  return `/${kinds[kind].page}`
}

export function objectPath(ref: ObjectRef): string {
  return `${listPath(ref.kind)}/${namesPath(ref)}`
}

export function apiCollection(kind: Kind): string {
  return `${apiRoot}/${kinds[kind].collection}`
}

export function apiObjectPath(ref: ObjectRef): string {
  return `${apiCollection(ref.kind)}/${namesPath(ref)}`
}

function namesPath({ kind, team, name }: ObjectRef): string {
  return isNamedInTeam(kind) ? `${segment(team ?? '')}/${segment(name)}` : segment(name)
}

/** The part of a page that says which versions are held. */
export const HOLDS_ID = 'holds'

export const apiPaths = {
  clearClusterBranch: (name: string) => `${apiRoot}/clusters/${segment(name)}/branches/clear`,
  hold: (cluster: string, namespace: string, application: string) =>
    `${apiRoot}/clusters/${segment(cluster)}/holds/${segment(namespace)}/${segment(application)}`,
  decision: (policy: string) =>
    `${apiObjectPath({ kind: 'target-policy', team: null, name: policy })}/decision`,
  deliveries: (name: string) => `${apiRoot}/subscriptions/${segment(name)}/deliveries`,
  runs: (name: string) => `${apiRoot}/saved-reports/${segment(name)}/runs`,
  runFile: (name: string, id: string) =>
    `${apiRoot}/saved-reports/${segment(name)}/runs/${segment(id)}/file`,
  reportKey: (name: string) => `${apiRoot}/clusters/${segment(name)}/report-key`,
  reportFile: (name: string) => `${apiRoot}/clusters/${segment(name)}/reports/file`,
  rollBackApplication: (namespace: string, name: string) =>
    `${apiObjectPath({ kind: 'application', team: namespace, name })}/rollback`,
  version: (namespace: string, name: string, number: number) =>
    `${apiObjectPath({ kind: 'application', team: namespace, name })}/versions/${number}`,
  rollout: (id: number) => `${apiRoot}/rollouts/${id}`,
  revertChange: (id: number) => `${apiRoot}/changes/${id}/revert`,
  changeBootstraps: (id: number) => `${apiRoot}/changes/${id}/bootstraps`,
  bulk: `${apiRoot}/bulk`,
  apply: `${apiRoot}/apply`,
  model: `${apiRoot}/model`,
  audit: `${apiRoot}/audit`,
  history: `${apiRoot}/history`,
  changes: `${apiRoot}/changes`,
  placements: `${apiRoot}/placements`,
  matrix: `${apiRoot}/matrix`,
  rollouts: `${apiRoot}/rollouts`,
  comparison: (environment: string, other: string) =>
    `${apiObjectPath({ kind: 'environment', team: null, name: environment })}/compare/${segment(other)}`,
  rollBackRollout: (id: number) => `${apiRoot}/rollouts/${id}/rollback`,
  resumeRollout: (id: number) => `${apiRoot}/rollouts/${id}/resume`,
  pullRequests: `${apiRoot}/pull-requests`,
  reopenPullRequest: (branch: string) => `${apiRoot}/pull-requests/${segment(branch)}/reopen`,
  alerts: `${apiRoot}/alerts`,
  tokens: `${apiRoot}/tokens`,
  hook: (id: string) => `${apiRoot}/hooks/${segment(id)}`,
  accessReview: `${apiRoot}/access-review`,
  foreignApplications: (cluster: string) =>
    `${apiObjectPath({ kind: 'cluster', team: null, name: cluster })}/foreign-applications`,
  versions: (namespace: string, name: string) =>
    `${apiObjectPath({ kind: 'application', team: namespace, name })}/versions`,
  observedSeries: `${apiRoot}/observed/series`,
  sourceSeries: (name: string) => `${apiRoot}/metric-sources/${segment(name)}/series`,
  events: `${apiRoot}/events`,
  savedViews: `${apiRoot}/saved-views`,
  savedView: (id: string) => `${apiRoot}/saved-views/${segment(id)}`,
  teamRequests: `${apiRoot}/team-requests`,
  teamRequest: (id: string) => `${apiRoot}/team-requests/${segment(id)}`,
  approveTeamRequest: (id: string) => `${apiRoot}/team-requests/${segment(id)}/approve`,
  askForMore: (team: string) =>
    `${apiObjectPath({ kind: 'team', team: null, name: team })}/requests`,
  roleGrant: (id: string) => `${apiRoot}/role-grants/${segment(id)}`,
  repositorySettings: `${apiRoot}/repository-settings`,
  applicationKinds: `${apiRoot}/application-kinds`,
  upgradeFiles: `${apiRoot}/upgrade/files`,
  upgradeClusters: `${apiRoot}/upgrade/clusters`,
  tryRepositorySettings: `${apiRoot}/repository-settings/try`,
}

export const pagePaths = {
  overview: '/',
  fleet: '/?screen=fleet',
  myTeams: '/?screen=teams',
  review: '/?screen=review',
  import: '/import',
  signIn: '/sign-in',
  applications: listPath('application'),
  application: (namespace: string, name: string) =>
    objectPath({ kind: 'application', team: namespace, name }),
  holds: (namespace: string, name: string) =>
    `${objectPath({ kind: 'application', team: namespace, name })}#${HOLDS_ID}`,
  versions: (namespace: string, name: string) =>
    `${objectPath({ kind: 'application', team: namespace, name })}/versions`,
  clusters: listPath('cluster'),
  cluster: (name: string) => objectPath({ kind: 'cluster', team: null, name }),
  onboarding: (cluster: string) =>
    `${objectPath({ kind: 'cluster', team: null, name: cluster })}?tab=onboarding`,
  foreignApplications: (cluster: string) =>
    `${objectPath({ kind: 'cluster', team: null, name: cluster })}/foreign-applications`,
  clusterType: (name: string) => objectPath({ kind: 'cluster-type', team: null, name }),
  policies: listPath('target-policy'),
  policy: (name: string) => objectPath({ kind: 'target-policy', team: null, name }),
  scheduler: (name: string) => objectPath({ kind: 'scheduler', team: null, name }),
  report: (name: string) => objectPath({ kind: 'saved-report', team: null, name }),
  teams: listPath('team'),
  team: (name: string) => objectPath({ kind: 'team', team: null, name }),
  teamRequests: '/team-requests',
  newTeamRequest: '/team-requests/new',
  teamRequest: (id: string) => `/team-requests/${segment(id)}`,
  askForMore: (team: string) => `${objectPath({ kind: 'team', team: null, name: team })}/ask`,
  matrix: '/matrix',
  placements: '/placements',
  placement: (namespace: string, application: string, cluster: string) =>
    `/placements/${segment(namespace)}/${segment(application)}/${segment(cluster)}`,
  rollouts: '/rollouts',
  rollout: (id: number) => `/rollouts/${id}`,
  newRollout: '/rollouts/new',
  comparison: (environment: string, other: string) =>
    `${objectPath({ kind: 'environment', team: null, name: environment })}/compare/${segment(other)}`,
  changes: '/changes',
  change: (id: number) => `/changes/${id}`,
  pullRequests: '/pull-requests',
  commit: (sha: string) => `/commits/${segment(sha)}`,
  history: '/history',
  alerts: '/alerts',
  audit: '/audit',
  settings: '/settings',
  accessSettings: '/settings/access',
  accessReview: '/settings/access-review',
  repositorySettings: '/settings/repository',
  applicationKinds: '/settings/application-kinds',
  observedSettings: '/settings/observed',
  outgoingHosts: '/settings/outgoing',
  gitState: '/settings/git',
  upgrade: '/settings/upgrade',
  tokens: '/settings/tokens',
  apiDocs: '/api/docs',
  problems: '/api/docs/problems',
}

export function editPath(ref: ObjectRef): string {
  return `${objectPath(ref)}/edit`
}

export function newPath(kind: Kind): string {
  return `${listPath(kind)}/new`
}

/** The form of a policy that selects one application of a team. */
export function newPolicyPath(namespace: string, application: string): string {
  return withQuery(newPath('target-policy'), { namespace, application })
}

type Query = Readonly<Record<string, string | number | null | undefined>>

/** A path with a query; null, undefined and empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString()
  return text === '' ? path : `${path}?${text}`
}

/** The list that answers a question as saved reports ask it: by the API's query, `now` or as of an instant. */
export function questionPath({
  list,
  query,
  at,
}: {
  readonly list: ReportList
  readonly query: string
  readonly at: string
}): string {
  const { to, ...asked } = Object.fromEntries(new URLSearchParams(query))
  return withQuery(pagePaths[list], {
    ...asked,
    // A page takes a date for the whole day, and the API for its first moment.
    to: to !== undefined && DATE.test(to) ? `${to}T00:00:00Z` : to,
    at: at === 'now' ? null : at,
  })
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The form of a saved report that asks the same. */
export function newReportPath(question: {
  readonly list: ReportList
  readonly query: string
  readonly at: Date | null
}): string {
  return withQuery(newPath('saved-report'), { ...question, at: question.at?.toISOString() })
}

/** A list's address: its path, the parameters that filter it, and all that are given. */
export type ListAddress = {
  readonly path: string
  readonly filters: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

/** The same list with some parameters changed; it starts at the first page, unless `page` is among them. */
export function listHref({ path, query }: ListAddress, changes: Query): string {
  return withQuery(path, { ...query, page: null, ...changes })
}

/** Leads from a list of the past to what is so now. */
export const NOW = { at: null, known_at: null }

/** The parameter of a list's address that names the saved view that it came from. */
export const VIEW = 'view'

/** Where a saved view is shown: in the list at `path`, by its query. */
export function viewPath(path: string, view: { readonly id: string; readonly query: string }) {
  return withQuery(path, {
    ...Object.fromEntries(new URLSearchParams(view.query)),
    [VIEW]: view.id,
  })
}

/** A path that keeps the moment that the current page shows. */
export function pathAt(path: string, at: Date | null, knownAt: Date | null = null): string {
  return withQuery(path, { at: at?.toISOString(), known_at: knownAt?.toISOString() })
}
