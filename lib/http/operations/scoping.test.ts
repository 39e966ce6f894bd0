// Two walls keep tenants apart. Here the second one is down: the process connects as the owner of the tables, for whom
// row-level security doesn't hold, so only its queries keep them apart. The process with both walls is the oracle.
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { inTenant } from '#db/client.ts'
import { othersMadeChanges } from '#db/queries/changes.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import type { Operation } from '#lib/http/api/operation.ts'
import { sessionOf } from '#lib/http/sign-in/session.ts'
import {
  alertRule,
  application,
  cluster,
  documentOf,
  policy,
  registrationToken,
  savedReport,
  environment,
  config,
  configSchema,
  freeze,
  clusterType,
  guardRule,
  metricSource,
  silence,
  scheduler,
  subscription,
  team,
} from '#lib/http/testing/bodies.ts'
import { insertOlderBranch } from '#lib/http/testing/older-branch.ts'
import { insertPullRequest } from '#lib/http/testing/pull-requests.ts'
import { carriedFile } from '#lib/http/testing/carried-file.ts'
import { pushOf } from '#lib/http/testing/pushes.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { signedInCookie, signInSettings } from '#lib/http/testing/signed-in.ts'
import { limitsWish, wish } from '#lib/http/testing/team-requests.ts'
import {
  ask,
  type Asked,
  createTwinTenants,
  MARKER,
  ownPolicy,
  requestIds,
  SHARED_KEY,
  type TwinTenants,
} from '#lib/http/testing/twin-tenants.ts'
import { isOfTests } from '#lib/http/testing/use-cases.ts'
import type { UseCase } from '#lib/usecases/define.ts'
import type { Session } from '#lib/usecases/session.ts'
import { readBacklog } from '#lib/usecases/health/backlog.ts'
import { lookWhereTold } from '#db/queries/told-branches.ts'
import { openHook, placeOf } from '#lib/usecases/hooks/open.ts'
import { hearDeliveryUseCase, receivePushUseCase } from '#lib/usecases/hooks/receive.ts'
import { readReadiness } from '#lib/usecases/health/readiness.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { readRepositoryUseCase } from '#lib/usecases/repository/read.ts'
import { authenticateToken } from '#lib/usecases/tokens/authenticate.ts'
import { operations } from './operations.ts'

/** A grant of ours, and one of theirs. */
const GRANT = '3f2b8a70-64c5-4c1e-9d0a-5f0f1f1d2c3b'
const THEIR_GRANT = '9a4b5a71-0000-4000-8000-5f0f1f1d2c3b'

/** A saved view of each of us and them, and one of our tests' principal. */
const VIEW = '3f2b8a70-64c5-4c1e-9d0a-5f0f1f1d2c3c'
const THEIR_VIEW = '9a4b5a71-0000-4000-8000-5f0f1f1d2c3c'

/** A hook of ours, and one of theirs. */
const HOOK = randomUUID()
const THEIR_HOOK = randomUUID()
const THEIR_REPOSITORY_HOOK = randomUUID()

let twins: TwinTenants
let token: string
let teamToken: string
let theirToken: string
let session: Session
/** An instant between changes of ours, when the other tenant had made more of them. */
let midway: string

beforeAll(async () => {
  twins = await createTwinTenants(signInSettings)
  const { ours, theirs, walled } = twins
  token = twins.token
  teamToken = await ours.token('contributor', { team: 'ieb' })
  theirToken = await theirs.token('admin')
  session = await authenticateToken(walled, token)
  await insertTokens()
  await insertHook(ours, { id: HOOK, name: 'ours', team: 'ieb' })
  await insertHook(theirs, { id: THEIR_HOOK, name: MARKER, team: MARKER })
  await insertHook(ours, { id: randomUUID(), name: 'of the repository', team: null })
  await insertHook(theirs, { id: THEIR_REPOSITORY_HOOK, name: MARKER, team: null })
  await insertView(ours, { id: VIEW, name: 'ours' })
  await insertView(theirs, { id: THEIR_VIEW, name: MARKER })
  await allowEndpoints(ours, { token })
  await allowEndpoints(theirs)
  await insertAlert(ours.tenant.id, 'unhealthy')
  await insertAlert(theirs.tenant.id, MARKER)
  await insertOlderBranch(ours, 'older', 'second')
  await insertOlderBranch(theirs, 'older', 'second')
  await insertOlderBranch(theirs, MARKER, MARKER)
  await insertClosed(ours, 'older')
  await insertClosed(theirs, 'older')
  await insertClosed(theirs, MARKER)
  await insertCounts(ours, 'ours')
  await insertCounts(theirs, MARKER)
  await insertForeign(ours, 'ours')
  await insertForeign(theirs, MARKER)
  await knowPeople(ours.tenant.id, { id: GRANT, name: 'ours', group: 'ours' })
  await knowPeople(theirs.tenant.id, { id: THEIR_GRANT, name: MARKER, group: 'theirs-too' })
  midway = new Date(Date.parse((await ours.call('/changes/8')).json.at) - 1).toISOString()
})

async function insertAlert(tenant: number, rule: string): Promise<void> {
  await inTenant(twins.owner, tenant, (tx) =>
    tx.execute(sql`
      insert into alerts (tenant, rule, rule_name, severity, since, fired_at, counts, sample, path, subscriptions)
      values (${tenant}, 1, ${rule}, 'info', now(), now(), '{"failed": 1}', ${sql.param([rule])}::text[],
        '/placements', '[]')`),
  )
}

/** A change after which there is something to do by hand for every cluster. */
async function allowEndpoints({ call }: TwinTenants['ours'], by: { token?: string } = {}) {
  const { clusters } = (await call('/application-kinds')).json.status
  const { headers } = await call(`/application-kinds?confirmClusters=${clusters}`, {
    method: 'PUT',
    body: { application_kinds: [{ group: '', resources: ['endpoints'] }] },
    headers: { 'if-match': '*' },
    ...by,
  })
  expect(Number(headers.get('berth-change'))).toBeLessThanOrEqual(changeIds.length)
}

/** A pull request in which the first change waits. */
async function insertClosed({ tenant, database }: TwinTenants['ours'], branch: string) {
  await insertPullRequest({ tenant, database }, branch, 'closed')
  await inTenant(twins.owner, tenant.id, (tx) =>
    tx.execute(sql`
      insert into publications (tenant, branch, change, state)
      values (${tenant.id}, ${branch}, 1, 'proposed')`),
  )
}

/** As they were an hour ago. */
const insertCounts = ({ tenant }: TwinTenants['ours'], key: string) =>
  inTenant(twins.owner, tenant.id, (tx) =>
    tx.execute(sql`
      insert into observed_hours (tenant, metric, by, team, at, counts, counted_at)
      select ${tenant.id}, 'states', by, '', date_trunc('hour', now()),
        json_build_array(json_build_array(array['healthy'],
          json_build_array(json_build_array(${key}::text, array[1])))), now()
      from unnest(array['', 'cluster', 'label:region']) as by`),
  )

const insertForeign = ({ tenant }: TwinTenants['ours'], name: string) =>
  inTenant(twins.owner, tenant.id, (tx) =>
    tx.execute(sql`
      insert into foreign_applications (tenant, cluster, namespace, name, item, word_at)
      select ${tenant.id}, object, 'argocd', ${name}, '{"health": "Healthy"}', now() from revisions
      where tenant = ${tenant.id} and kind = 'cluster' and ended is null`),
  )

/** Of the principal that asks, in each tenant. */
const insertView = ({ tenant }: TwinTenants['ours'], { id, name }: { id: string; name: string }) =>
  inTenant(twins.owner, tenant.id, (tx) =>
    tx.execute(sql`
      insert into saved_views (tenant, id, owner, list, name, query, is_default, created_by)
      values (${tenant.id}, ${id}, ${principalOf(session.actor)}, 'clusters', ${name}, '', true, 'test')`),
  )

type Hook = { readonly id: string; readonly name: string; readonly team: string | null }

const insertHook = ({ tenant, services }: TwinTenants['ours'], { id, name, team: of }: Hook) =>
  inTenant(twins.owner, tenant.id, (tx) =>
    tx.execute(sql`
      insert into hooks (tenant, id, name, team, host, sealed, created_by, created_by_name)
      select ${tenant.id}, ${id}::uuid, ${name}, (
          select object from revisions
          where tenant = ${tenant.id} and kind = 'team' and name = ${of} and ended is null),
        'github', ${services.sealing.seal('secret', placeOf(tenant.id, id))}, ${name}, ${name}`),
  )

const OUR_TOKEN = '5a000000-0000-4000-8000-000000000001'
const THEIR_TOKEN = '5a000000-0000-4000-8000-000000000002'

const insertTokens = () =>
  inTenant(twins.owner, twins.ours.tenant.id, (tx) =>
    tx.execute(sql`
      insert into tokens (tenant, id, hash, name, role, created_by, expires_at) values
        (${twins.ours.tenant.id}, ${OUR_TOKEN}, 'ours', 'spare', 'reader', 'test', now()),
        (${twins.theirs.tenant.id}, ${THEIR_TOKEN}, 'theirs', ${MARKER}, 'reader', 'test', now())`),
  )
const requestPlaces = requestIds.map((id) => `/team-requests/${id}`)

const changeIds = Array.from({ length: 56 }, (_, index) => index + 1)

const versionPlaces = (...ends: readonly string[]) =>
  ends.flatMap((end) => [
    `/applications/ieb/app1/versions${end}`,
    `/applications/ieb/${MARKER}/versions${end}`,
    `/applications/${MARKER}/app1/versions${end}`,
  ])

const rolloutPlaces = (end = '') => [1, 3].map((id) => `/rollouts/${id}${end}`)

/** Values for each parameter of a path: ours, then what only the other tenant has. */
const places: Readonly<Record<string, readonly string[]>> = {
  '/teams/{name}': ['/teams/ieb', `/teams/${MARKER}`],
  '/teams/{name}/requests': ['/teams/ieb/requests', `/teams/${MARKER}/requests`],
  '/clusters/{name}': ['/clusters/second', `/clusters/${MARKER}`, '/clusters/fourth'],
  '/clusters/{name}/branches': ['/clusters/second/branches', `/clusters/${MARKER}/branches`],
  '/clusters/{name}/branches/clear': [
    '/clusters/second/branches/clear',
    `/clusters/${MARKER}/branches/clear`,
  ],
  '/clusters/{name}/report': ['/clusters/second/report', `/clusters/${MARKER}/report`],
  '/clusters/{name}/foreign-applications': [
    '/clusters/second/foreign-applications',
    `/clusters/${MARKER}/foreign-applications`,
  ],
  '/clusters/{name}/report/unchanged': [
    '/clusters/second/report/unchanged',
    `/clusters/${MARKER}/report/unchanged`,
  ],
  '/registration-tokens/{name}': [
    `/registration-tokens/${registrationToken.name}`,
    `/registration-tokens/${MARKER}`,
  ],
  '/registration-tokens/{name}/secret': [
    `/registration-tokens/${registrationToken.name}/secret`,
    `/registration-tokens/${MARKER}/secret`,
  ],
  '/clusters/{name}/scores': ['/clusters/second/scores', `/clusters/${MARKER}/scores`],
  '/target-policies/{name}/decision': [
    '/target-policies/packed/decision',
    `/target-policies/${policy.name}/decision`,
    `/target-policies/${MARKER}/decision`,
  ],
  '/clusters/{name}/report-key': ['/clusters/second/report-key', `/clusters/${MARKER}/report-key`],
  '/clusters/{name}/reports/file': [
    '/clusters/second/reports/file',
    `/clusters/${MARKER}/reports/file`,
  ],
  '/applications/{namespace}/{name}': [
    '/applications/ieb/app1',
    `/applications/ieb/${MARKER}`,
    `/applications/${MARKER}/app1`,
  ],
  '/applications/{namespace}/{name}/rollback': [
    '/applications/ieb/app1/rollback',
    `/applications/ieb/${MARKER}/rollback`,
    `/applications/${MARKER}/app1/rollback`,
  ],
  '/applications/{namespace}/{name}/versions': versionPlaces(''),
  '/applications/{namespace}/{name}/versions/{version}': versionPlaces('/1', `/${MARKER}`),
  '/applications/{namespace}/{name}/versions/{version}/compliance': versionPlaces('/1/compliance'),
  '/applications/{namespace}/{name}/holds': [
    '/applications/ieb/app1/holds',
    `/applications/ieb/${MARKER}/holds`,
    `/applications/${MARKER}/app1/holds`,
  ],
  '/clusters/{name}/holds': ['/clusters/second/holds', `/clusters/${MARKER}/holds`],
  '/clusters/{name}/holds/{namespace}/{application}': [
    '/clusters/second/holds/ieb/app1',
    `/clusters/${MARKER}/holds/ieb/app1`,
    `/clusters/second/holds/ieb/${MARKER}`,
    `/clusters/second/holds/${MARKER}/app1`,
  ],
  '/applications/{namespace}/{name}/environments': [
    '/applications/ieb/app1/environments',
    `/applications/ieb/${MARKER}/environments`,
    `/applications/${MARKER}/app1/environments`,
  ],
  '/pull-requests/{branch}/reopen': ['older', MARKER].map(
    (branch) => `/pull-requests/${branch}/reopen`,
  ),
  '/rollouts/{id}': rolloutPlaces(),
  '/rollouts/{id}/events': rolloutPlaces('/events'),
  '/rollouts/{id}/clusters': rolloutPlaces('/clusters'),
  '/rollouts/{id}/pause': rolloutPlaces('/pause'),
  '/rollouts/{id}/resume': rolloutPlaces('/resume'),
  '/rollouts/{id}/abort': rolloutPlaces('/abort'),
  '/rollouts/{id}/rollback': rolloutPlaces('/rollback'),
  '/rollouts/{id}/approvals': rolloutPlaces('/approvals'),
  '/rollouts/{id}/override': rolloutPlaces('/override'),
  '/rollouts/{id}/checks/{name}': rolloutPlaces('/checks/e2e'),
  '/target-policies/{name}': [
    '/target-policies/own',
    `/target-policies/${policy.name}`,
    `/target-policies/${MARKER}`,
    '/target-policies/without',
  ],
  '/alert-rules/{name}': ['/alert-rules/unhealthy', `/alert-rules/${MARKER}`],
  '/saved-reports/{name}': ['/saved-reports/what-runs', `/saved-reports/${MARKER}`],
  '/saved-reports/{name}/runs': ['/saved-reports/made/runs', `/saved-reports/${MARKER}/runs`],
  '/saved-reports/{name}/runs/{id}/file': [
    '/saved-reports/what-runs/runs/00000000-0000-4000-8000-000000000001/file',
  ],
  '/schedulers/{name}': ['/schedulers/gpu-packer', `/schedulers/${MARKER}`],
  '/metric-sources/{name}': ['/metric-sources/prometheus', `/metric-sources/${MARKER}`],
  '/metric-sources/{name}/series': [
    '/metric-sources/prometheus/series',
    `/metric-sources/${MARKER}/series`,
  ],
  '/environments/{name}': ['/environments/production', `/environments/${MARKER}`],
  '/environments/{name}/compare/{other}': [
    `/environments/${cluster.environment}/compare/production`,
    `/environments/production/compare/${MARKER}`,
    `/environments/${MARKER}/compare/production`,
  ],
  '/freezes/{name}': ['/freezes/christmas', `/freezes/${MARKER}`],
  '/configs/{name}': ['/configs/east-endpoints', `/configs/${MARKER}`],
  '/config-schemas/{name}': ['/config-schemas/cosmos-client', `/config-schemas/${MARKER}`],
  '/cluster-types/{name}': ['/cluster-types/edge', `/cluster-types/${MARKER}`],
  '/guard-rules/{name}': ['/guard-rules/production', `/guard-rules/${MARKER}`],
  '/silences/{name}': ['/silences/dev-at-night', `/silences/${MARKER}`],
  '/subscriptions/{name}/deliveries': [
    `/subscriptions/${subscription.name}/deliveries`,
    `/subscriptions/${MARKER}/deliveries`,
  ],
  '/subscriptions/{name}/test': [`/subscriptions/${MARKER}/test`],
  '/subscriptions/{name}/deliveries/{id}/redeliver': [
    `/subscriptions/${MARKER}/deliveries/${GRANT}/redeliver`,
  ],
  '/subscriptions/{name}': [`/subscriptions/${subscription.name}`, `/subscriptions/${MARKER}`],
  '/placements/{namespace}/{application}/{cluster}': [
    `/placements/ieb/app1/${cluster.name}`,
    '/placements/ieb/app1/second',
    `/placements/ieb/app1/${MARKER}`,
    `/placements/ieb/app2/${cluster.name}`,
  ],
  '/tokens/{id}': [`/tokens/${OUR_TOKEN}`, `/tokens/${THEIR_TOKEN}`],
  '/hooks/{id}': [`/hooks/${HOOK}`, `/hooks/${THEIR_HOOK}`, `/hooks/${THEIR_REPOSITORY_HOOK}`],
  '/team-requests/{id}': requestPlaces,
  '/team-requests/{id}/approve': requestPlaces.map((place) => `${place}/approve`),
  '/team-requests/{id}/decline': requestPlaces.map((place) => `${place}/decline`),
  '/team-requests/{id}/withdraw': requestPlaces.map((place) => `${place}/withdraw`),
  '/saved-views/{id}': [`/saved-views/${VIEW}`, `/saved-views/${THEIR_VIEW}`],
  '/role-grants/{id}': [`/role-grants/${GRANT}`, `/role-grants/${THEIR_GRANT}`],
  '/changes/{id}': changeIds.map((id) => `/changes/${id}`),
  '/changes/{id}/revert': changeIds.map((id) => `/changes/${id}/revert`),
  '/changes/{id}/compliance': changeIds.map((id) => `/changes/${id}/compliance`),
  '/commits/{sha}/compliance': ['a', 'b', '1'].map(
    (digit) => `/commits/${digit.repeat(7)}/compliance`,
  ),
  '/changes/{id}/bootstraps': changeIds.map((id) => `/changes/${id}/bootstraps`),
}

/** Somebody who signed in, and what gives a role. Groups of one name are in both tenants. */
async function knowPeople(tenant: number, known: { id: string; name: string; group: string }) {
  await inTenant(twins.owner, tenant, async (tx) => {
    await tx.execute(sql`
      insert into people (tenant, subject, name, groups, rights_state, read_at, tried_at)
      values (${tenant}, ${`oidc:${known.name}`}, ${known.name}, array['ours'], 'read', now(), now())`)
    await tx.execute(sql`
      insert into role_grants (tenant, id, source, value, role, description, created_by)
      values (${tenant}, ${known.id}, 'group', ${known.group}, 'reader', ${known.name}, 'test')`)
  })
}

/** Values for each parameter of a query, each sent by itself. */
const samples: Readonly<Record<string, () => readonly string[]>> = {
  limit: () => ['1'],
  list: () => ['clusters', 'placements'],
  default: () => ['true'],
  differs: () => ['true', 'false'],
  type: () => ['default', clusterType.name],
  at: () => [midway],
  format: () => ['csv'],
  all: () => ['true'],
  omitLineCounts: () => ['true'],
  sort: () => [],
  columns: () => [],
  q: () => ['app', MARKER],
  labelSelector: () => ['region=east', `!${MARKER}`, `${MARKER}=${MARKER}`, 'name=second'],
  clusterSelector: () => ['region=east', `${MARKER}=${MARKER}`, 'name=second'],
  appSelector: () => ['common=true', `${MARKER}=${MARKER}`],
  environment: () => [cluster.environment, MARKER],
  columnsBy: () => ['label:region', `label:${MARKER}`],
  colour: () => ['version', 'lag', 'policy'],
  openRows: () => ['namespace=ieb', `namespace=${MARKER}`],
  closedRows: () => ['namespace=ieb', `namespace=${MARKER}`],
  openColumns: () => ['environment=non-prod', `environment=${MARKER}`],
  closedColumns: () => ['environment=non-prod', `environment=${MARKER}`],
  rowFrom: () => ['1'],
  rowLimit: () => ['1'],
  columnFrom: () => ['1'],
  columnLimit: () => ['1'],
  stateFor: () => ['0m', '1h'],
  placed: () => [],
  known_at: () => [new Date().toISOString()],
  revision: () => ['a'.repeat(40), '1'.repeat(40)],
  freshness: () => ['none', 'fresh,late'],
  silence: () => [],
  of: () => [],
  by: () => ['team', 'application', 'cluster', 'label:region', `label:${MARKER}`],
  namespace: () => ['ieb', MARKER],
  application: () => ['app1', MARKER, 'app2', 'ieb/app1', `ieb/${MARKER}`, `${MARKER}/app1`],
  cluster: () => ['second', MARKER],
  change: () => ['4', '8', '20'],
  policy: () => [policy.name, 'own', MARKER],
  target: () => ['early', MARKER],
  withoutTarget: () => ['true'],
  rule: () => ['unhealthy', MARKER],
  action: () => ['teams', 'teams.create', MARKER],
  result: () => [],
  reason: () => [],
  object: () => ['team/ieb', 'application/ieb/app1', 'cluster/second', MARKER, `cluster/${MARKER}`],
  actor: () => ['test admin', `${MARKER} admin`, session.actor.id],
  kind: () => ['application', 'cluster'],
  name: () => ['ieb', 'app1', MARKER],
  from: () => [midway],
  to: () => [midway],
  metric: () => [],
  step: () => [],
  tz: () => ['Europe/Berlin'],
  compare: () => [],
  key: () => ['region', MARKER],
  prefix: () => ['r', MARKER],
  branch: () => ['older', MARKER],
  state: () => ['unknown', 'waiting,healthy', 'open', 'closed', 'approved'],
  outcome: () => ['succeeded', 'failed,unknown'],
  begun: () => ['true'],
  person: () => ['oidc:ours', `oidc:${MARKER}`],
  group: () => ['ours', MARKER],
  role: () => ['ours', MARKER],
  effect: () => [],
  facetValues: () => ['1'],
}

/** Those of each list are its own. */
const facets: Readonly<Record<string, readonly string[]>> = {
  listClusters: ['label:region', `label:${MARKER}`, 'freshness'],
  listTargetPolicies: ['effect,team'],
  listApplications: ['team', 'label:common'],
  listPlacements: [
    'state,team,application,cluster,freshness',
    `label:${MARKER}`,
    'app_label:common',
  ],
  listHistory: ['outcome,team,application,cluster,actor', `label:${MARKER}`, 'app_label:common'],
}

/** In days from now. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** What has to be asked for anyway; what is counted up to now is different a moment later. */
const required: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getLabelValues: { kind: 'application' },
  // What became of deployments is asked of a time.
  listHistory: { begun: 'true', from: day(-1) },
  getDependencies: { application: 'ieb/app1' },
  getObservedSeries: { metric: 'states', from: day(-1), to: day(1) },
  getSourceSeries: { metric: 'sync_duration' },
}

/** The body of each write. */
const bodies: Readonly<Record<string, unknown>> = {
  createTeam: { name: 'fresh' },
  replaceTeam: { ...team, description: 'Replaced' },
  patchTeam: { cluster_boundary: { region: 'east' } },
  deleteTeam: undefined,
  createCluster: { ...cluster, name: 'fresh' },
  replaceCluster: { ...cluster, name: 'second', description: 'Replaced' },
  patchCluster: { metadata: { region: 'east' } },
  deleteCluster: undefined,
  clearClusterBranch: { branch: 'main' },
  putHold: { until: '2026-12-24T18:00:00Z', reason: 'Christmas' },
  deleteHold: undefined,
  reportCluster: reportOf([reportedItem()]),
  reportNothingNew: { digest: 'unknown' },
  createRegistrationToken: { ...registrationToken, name: 'fresh' },
  replaceRegistrationToken: { ...registrationToken, description: 'Replaced' },
  patchRegistrationToken: { uses: 7 },
  deleteRegistrationToken: undefined,
  makeRegistrationSecret: undefined,
  registerCluster: { name: 'store-1' },
  uploadReport: carriedFile({ cluster: 'second' }),
  replaceReportKeys: { keys: [], interval_s: 3600 },
  notifyOfApplication: { trigger: 'on-deployed', application: 'ieb--app1', namespace: 'argocd' },
  writeMetrics: '',
  createApplication: { ...application, name: 'fresh' },
  replaceApplication: { ...application, description: 'Replaced' },
  patchApplication: { repo_path: 'other/path' },
  deleteApplication: undefined,
  rollBackApplication: { to: { change: 5 } },
  revertChange: undefined,
  announceVersion: { commit: 'd'.repeat(40), name: 'v2' },
  startRollout: {
    namespace: 'ieb',
    application: 'rolling',
    environment: cluster.environment,
    version: 1,
  },
  reopenPullRequest: undefined,
  pauseRollout: undefined,
  resumeRollout: undefined,
  abortRollout: undefined,
  rollBackRollout: undefined,
  approveRollout: { wave: 1, decision: 'approve', reason: 'It looks good.' },
  overrideRollout: { wave: 1, gates: ['frozen'], reason: 'The store is down.' },
  postRolloutCheck: { wave: 1, state: 'passed' },
  createTargetPolicy: { ...ownPolicy, name: 'fresh' },
  replaceTargetPolicy: { ...ownPolicy, cluster_selector: '*' },
  patchTargetPolicy: { suspended: true },
  deleteTargetPolicy: undefined,
  answerDecision: {
    decisions: [
      { namespace: 'ieb', application: application.name, clusters: ['second'], reasons: {} },
    ],
  },
  replaceClusterScores: { load: { value: 1, until: '2026-01-01T00:00:00Z' } },
  createAlertRule: { ...alertRule, name: 'fresh' },
  replaceAlertRule: { ...alertRule, for: '1h' },
  patchAlertRule: { suspended: true },
  deleteAlertRule: undefined,
  createScheduler: { ...scheduler, name: 'fresh' },
  replaceScheduler: { ...scheduler, every: '2h' },
  patchScheduler: { timeout: '5s' },
  deleteScheduler: undefined,
  createMetricSource: { ...metricSource, name: 'fresh' },
  replaceMetricSource: { ...metricSource, queries: [] },
  patchMetricSource: { url: 'https://other.example.com' },
  deleteMetricSource: undefined,
  createEnvironment: { ...environment, name: 'fresh' },
  replaceEnvironment: { ...environment, protected: false },
  patchEnvironment: { overriders: [] },
  deleteEnvironment: undefined,
  createFreeze: { ...freeze, name: 'fresh' },
  replaceFreeze: { ...freeze, allow_rollback: false },
  patchFreeze: { environments: '*' },
  deleteFreeze: undefined,
  createConfig: { ...config, name: 'fresh' },
  replaceConfig: { ...config, priority: 301 },
  patchConfig: { suspended: true },
  deleteConfig: undefined,
  createConfigSchema: { ...configSchema, name: 'fresh' },
  replaceConfigSchema: { ...configSchema, description: 'Other' },
  patchConfigSchema: { suspended: true },
  deleteConfigSchema: undefined,
  createClusterType: { ...clusterType, name: 'fresh' },
  replaceClusterType: { ...clusterType, description: 'Other' },
  patchClusterType: { settings: { default_project: 'empty' } },
  deleteClusterType: undefined,
  createGuardRule: { ...guardRule, name: 'fresh' },
  replaceGuardRule: { ...guardRule, cluster_selector: '*' },
  patchGuardRule: { removals: 5 },
  deleteGuardRule: undefined,
  createSilence: { ...silence, name: 'fresh' },
  replaceSilence: { ...silence, cluster_selector: '*' },
  patchSilence: { weekly: [{ days: ['sun'], from: '00:00', to: '00:00' }] },
  deleteSilence: undefined,
  redeliver: undefined,
  testSubscription: undefined,
  createSubscription: { ...subscription, name: 'fresh' },
  replaceSubscription: { ...subscription, suspended: true },
  patchSubscription: { suspended: false },
  deleteSubscription: undefined,
  createSavedReport: { ...savedReport, name: 'fresh' },
  replaceSavedReport: { ...savedReport, list: 'history', query: '' },
  patchSavedReport: { schedule: '0 6 * * *' },
  deleteSavedReport: undefined,
  startReportRun: undefined,
  replaceRepositorySettings: { repo_url: 'https://git.example.com/fleet.git', token: 'of ours' },
  clearRepositorySettings: undefined,
  tryRepositorySettings: {},
  replaceObservedSettings: { label_keys: ['region', 'zone'], report_interval_s: 90 },
  replaceOutgoingHosts: { hosts: ['hooks.example.com'] },
  replaceApplicationKinds: {
    application_kinds: [{ group: 'cert-manager.io', resources: ['certificates'] }],
  },
  confirmUpgrade: undefined,
  keepDatabase: undefined,
  createToken: { name: 'fresh', role: 'reader' },
  revokeToken: undefined,
  createHook: { name: 'fresh', namespace: 'ieb', host: 'github' },
  receivePush: pushOf('github'),
  deleteHook: undefined,
  createTeamRequest: wish,
  askForMore: limitsWish,
  approveTeamRequest: { team: { name: 'wanted' } },
  declineTeamRequest: { reason: 'No' },
  withdrawTeamRequest: undefined,
  createSavedView: { list: 'clusters', name: 'fresh', is_default: true },
  patchSavedView: { name: 'renamed', is_default: true },
  deleteSavedView: undefined,
  createRoleGrant: { source: 'group', value: 'theirs-too', role: 'reader' },
  deleteRoleGrant: undefined,
  bulkEdit: {
    kind: 'Cluster',
    matching: { labelSelector: '*' },
    patch: { metadata: { bulk: 'true' } },
  },
  apply: [
    documentOf('application', { ...application, name: 'applied' }),
    documentOf('cluster', { ...cluster, name: 'applied' }),
  ],
}

/** Asks both processes. The answers must be the same, and reveal nothing of the other tenant. */
async function askBoth(...[operation, address, options]: AskBoth): Promise<Asked> {
  const by = { as: token, ...options }
  const scoped = await ask(twins.unwalled, operation, address, by)
  const walled = await ask(twins.walled, operation, address, by)
  expect(atNoTime(scoped), address).toEqual(atNoTime(walled))
  expect(scoped.status, scoped.text).toBeLessThan(500)
  expectNoMarker(scoped.text, address)
  return scoped
}
/** What would come at the earliest is told by the clock. */
function atNoTime({ text, ...answer }: Asked) {
  return { ...answer, text: text.replaceAll(/"earliest":"[^"]*"/g, '"earliest":""') }
}
type AskBoth = [Operation, string, { readonly body?: unknown; readonly as?: string }?]

const ECHOES = /"(by|key|selector|pointer|detail|message)":"[^"]*"|"(groups|roles)":\["[^"]*"\]/g

/** Some answers repeat what was asked for, which reveals nothing. */
function expectNoMarker(text: string, address: string): void {
  const asked = new URL(address, 'https://berth.example.com').searchParams.size
  const told = asked === 0 ? text : text.replaceAll(ECHOES, '')
  expect(told, address).not.toContain(MARKER)
}

function addressesOf({ path }: Operation): readonly string[] {
  const found = path.includes('{') ? places[path] : [path]
  if (found === undefined) throw new Error(`the path ${path} is asked for by no test here`)
  return found
}

function queriesOf({ id, query }: Operation): string[] {
  const base = required[id] ?? {}
  const counted = 'facets' in query.shape ? (facets[id] ?? ['label:region']) : []
  const single = Object.entries(query.shape)
    .filter(([name]) => !['continue', 'facets'].includes(name))
    .flatMap(([name, schema]) => valuesOf(name, schema).map((value) => [name, value]))
    .map(([name = '', value = '']) => ({ ...base, [name]: value }))
  return [base, ...single, ...counted.map((names) => ({ ...base, facets: names }))]
    .map((query) => new URLSearchParams(query).toString())
    .map((text) => (text === '' ? '' : `?${text}`))
}

function valuesOf(name: string, schema: z.core.$ZodType): readonly string[] {
  const shown = z.globalRegistry.get(schema)?.['enum']
  const words = Array.isArray(shown) ? shown.map(String) : []
  const given = samples[name]?.()
  if (given === undefined) throw new Error(`the parameter ${name} is asked for by no test here`)
  return given.length > 0 ? given : words
}

/** Parameters choose among the rows of every change in the same way. */
const CHANGES_ASKED = 3

/** The addresses that are asked with each parameter: of the lists of a change, the first few with rows in each tenant. */
async function askedInFull(operation: Operation): Promise<ReadonlySet<string>> {
  const addresses = addressesOf(operation)
  if (!operation.path.startsWith('/changes/{id}/')) return new Set(addresses)
  const found: string[] = []
  for (const as of [token, theirToken]) {
    const most = found.length + CHANGES_ASKED
    for (const address of addresses) {
      if (found.length === most) break
      const { status, text } = await ask(twins.walled, operation, address, { as })
      if (status !== 404 && JSON.parse(text).items.length > 0) found.push(address)
    }
  }
  return new Set(found)
}

/** Reads a list row by row; answers how many there are, which must also be its total. */
async function pageThrough(operation: Operation, address: string): Promise<number> {
  let read = 0
  let next: string | null = ''
  while (next !== null) {
    const { status, text } = await askBoth(operation, `${address}?limit=1${next}`)
    // There is no list of something that isn't there.
    if (status === 404) return 0
    const page: { items: unknown[]; continue: string | null; total: number } = JSON.parse(text)
    read += page.items.length
    next = page.continue === null ? null : `&continue=${encodeURIComponent(page.continue)}`
    if (next === null) expect(read).toBe(page.total)
  }
  return read
}

describe('without row-level security', () => {
  it('the owner sees the rows of other tenants in one tenant’s transaction', async () => {
    const { owner, ours, theirs } = twins
    const seen = await inTenant(owner, ours.tenant.id, (tx) =>
      tx.execute(sql`select distinct tenant from revisions where tenant = ${theirs.tenant.id}`),
    )
    expect(seen).toHaveLength(1)
  })

  it.each(operations.filter(({ method }) => method === 'GET'))(
    '$id answers as with it, whatever is asked for',
    async (operation) => {
      const full = await askedInFull(operation)
      for (const address of addressesOf(operation)) {
        const queries = queriesOf(operation)
        for (const query of full.has(address) ? queries : queries.slice(0, 1)) {
          await askBoth(operation, `${address}${query}`)
          await askBoth(operation, `${address}${query}`, { as: teamToken })
        }
      }
    },
  )

  it.each(operations.filter(({ query }) => 'format' in query.shape))(
    '$id pages through our rows alone, and counts them alone',
    async (operation) => {
      const counts: number[] = []
      for (const address of addressesOf(operation))
        counts.push(await pageThrough(operation, address))
      expect(Math.max(...counts)).toBeGreaterThan(0)
    },
  )

  it.each(operations.filter(({ query }) => 'dryRun' in query.shape))(
    '$id plans the same impact and the same files as with it',
    async (operation) => {
      expect(Object.keys(bodies)).toContain(operation.id)
      for (const address of addressesOf(operation)) {
        await askBoth(operation, `${address}?dryRun=true&include=diff`, {
          body: bodies[operation.id],
        })
      }
    },
  )
})

/** Where each write is sent: to something of ours that exists or was just made. */
const targets: Readonly<Record<string, string>> = {
  revokeToken: `/tokens/${OUR_TOKEN}`,
  receivePush: `/hooks/${HOOK}`,
  deleteHook: `/hooks/${HOOK}`,
  replaceTeam: '/teams/ieb',
  patchTeam: '/teams/ieb',
  deleteTeam: '/teams/fresh',
  replaceApplicationKinds: '/application-kinds?confirmClusters=2',
  replaceCluster: '/clusters/second',
  patchCluster: '/clusters/second',
  deleteCluster: '/clusters/fresh',
  clearClusterBranch: '/clusters/second/branches/clear',
  putHold: '/clusters/second/holds/ieb/app1',
  deleteHold: '/clusters/second/holds/ieb/app1',
  reportCluster: '/clusters/second/report',
  reportNothingNew: '/clusters/second/report/unchanged',
  replaceRegistrationToken: `/registration-tokens/${registrationToken.name}`,
  patchRegistrationToken: `/registration-tokens/${registrationToken.name}`,
  deleteRegistrationToken: '/registration-tokens/fresh',
  makeRegistrationSecret: `/registration-tokens/${registrationToken.name}/secret`,
  uploadReport: '/clusters/second/reports/file',
  replaceReportKeys: '/clusters/second/report-key',
  replaceApplication: '/applications/ieb/app1',
  patchApplication: '/applications/ieb/app1',
  deleteApplication: '/applications/ieb/fresh',
  rollBackApplication: '/applications/ieb/app1/rollback',
  revertChange: '/changes/8/revert',
  announceVersion: '/applications/ieb/app1/versions',
  reopenPullRequest: '/pull-requests/older/reopen',
  pauseRollout: '/rollouts/1/pause',
  resumeRollout: '/rollouts/1/resume',
  abortRollout: '/rollouts/1/abort',
  rollBackRollout: '/rollouts/1/rollback',
  approveRollout: '/rollouts/1/approvals',
  overrideRollout: '/rollouts/1/override',
  postRolloutCheck: '/rollouts/1/checks/e2e',
  replaceTargetPolicy: '/target-policies/own',
  patchTargetPolicy: '/target-policies/own',
  deleteTargetPolicy: '/target-policies/fresh',
  answerDecision: '/target-policies/packed/decision',
  replaceClusterScores: '/clusters/second/scores',
  replaceAlertRule: '/alert-rules/unhealthy',
  patchAlertRule: '/alert-rules/unhealthy',
  deleteAlertRule: '/alert-rules/fresh',
  replaceScheduler: '/schedulers/gpu-packer',
  patchScheduler: '/schedulers/gpu-packer',
  deleteScheduler: '/schedulers/fresh',
  replaceMetricSource: '/metric-sources/prometheus',
  patchMetricSource: '/metric-sources/prometheus',
  deleteMetricSource: '/metric-sources/fresh',
  replaceEnvironment: '/environments/production',
  patchEnvironment: '/environments/production',
  deleteEnvironment: '/environments/fresh',
  replaceFreeze: '/freezes/christmas',
  patchFreeze: '/freezes/christmas',
  deleteFreeze: '/freezes/fresh',
  replaceConfig: '/configs/east-endpoints',
  patchConfig: '/configs/east-endpoints',
  deleteConfig: '/configs/fresh',
  replaceConfigSchema: '/config-schemas/cosmos-client',
  patchConfigSchema: '/config-schemas/cosmos-client',
  deleteConfigSchema: '/config-schemas/fresh',
  replaceClusterType: '/cluster-types/edge',
  patchClusterType: '/cluster-types/edge',
  deleteClusterType: '/cluster-types/fresh',
  replaceGuardRule: '/guard-rules/production',
  patchGuardRule: '/guard-rules/production',
  deleteGuardRule: '/guard-rules/fresh',
  replaceSilence: '/silences/dev-at-night',
  patchSilence: '/silences/dev-at-night',
  deleteSilence: '/silences/fresh',
  replaceSubscription: `/subscriptions/${subscription.name}`,
  patchSubscription: `/subscriptions/${subscription.name}`,
  deleteSubscription: '/subscriptions/fresh',
  replaceSavedReport: '/saved-reports/what-runs',
  patchSavedReport: '/saved-reports/what-runs',
  deleteSavedReport: '/saved-reports/fresh',
  startReportRun: '/saved-reports/what-runs/runs',
  redeliver: `/subscriptions/${subscription.name}/deliveries/${GRANT}/redeliver`,
  testSubscription: `/subscriptions/${subscription.name}/test`,
  askForMore: '/teams/ieb/requests',
  approveTeamRequest: `${requestPlaces[0]}/approve`,
  declineTeamRequest: `${requestPlaces[0]}/decline`,
  withdrawTeamRequest: `${requestPlaces[1]}/withdraw`,
  patchSavedView: `/saved-views/${VIEW}`,
  deleteSavedView: `/saved-views/${VIEW}`,
  deleteRoleGrant: `/role-grants/${GRANT}`,
}

/**
 * The writes that are refused: Git is in step, no cluster of ours left a branch or has a key that signs what is carried, all would have to be bootstrapped again,
 * what a change did was edited since, the upgrade isn't named by its digest, tokens can't ask for anything, nothing was sent yet that could be sent once more, only a cluster's own token notifies or writes metrics, nobody has the secret of a hook, one request was approved before, the application follows its branch and nothing is held of it, of rollouts nobody says why or with which number, and none waits for a check.
 */
const refused: Readonly<Record<string, number>> = {
  clearClusterBranch: 409,
  putHold: 409,
  deleteHold: 404,
  revertChange: 409,
  startRollout: 422,
  pauseRollout: 422,
  resumeRollout: 422,
  abortRollout: 422,
  rollBackRollout: 422,
  approveRollout: 409,
  overrideRollout: 409,
  postRolloutCheck: 422,
  redeliver: 404,
  reportNothingNew: 409,
  uploadReport: 409,
  registerCluster: 403,
  notifyOfApplication: 403,
  writeMetrics: 403,
  replaceRepositorySettings: 409,
  clearRepositorySettings: 409,
  confirmUpgrade: 409,
  keepDatabase: 409,
  receivePush: 401,
  createTeamRequest: 403,
  askForMore: 403,
  declineTeamRequest: 409,
  withdrawTeamRequest: 403,
}

/** The writes whose retry is refused, because their answer isn't stored. */
const toldOnce: Readonly<Record<string, number>> = { createToken: 409 }

describe('a write without row-level security', () => {
  it('of every operation is kept in our tenant, and changes no row of the other', async () => {
    const { unwalled, theirRows, ours } = twins
    const before = await theirRows()
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const { id, path: pattern } = operation
      const body = bodies[id]
      // A hook of theirs is asked for by its address, whoever asks.
      const hasForeign = pattern.includes('{') && !operation.opens
      for (const foreign of hasForeign ? addressesOf(operation).filter(isTheirs) : []) {
        expect((await ask(unwalled, operation, foreign, { body, as: token })).status, foreign).toBe(
          404,
        )
      }
      const address = targets[id] ?? pattern
      const kept = await ask(unwalled, operation, address, { body, as: token, key: SHARED_KEY })
      const isAccepted = refused[id] === undefined && kept.status < 300
      expect(isAccepted || kept.status === refused[id], kept.text).toBe(true)
      expectNoMarker(JSON.stringify(kept), address)
      const again = await ask(unwalled, operation, address, { body, as: token, key: SHARED_KEY })
      if (toldOnce[id] !== undefined) expect(again.status).toBe(toldOnce[id])
      else if (operation.headers.includes('Idempotency-Key')) expect(again).toEqual(kept)
      expect(await theirRows(), id).toEqual(before)
    }
    const faults = await inTenant(ours.database, ours.tenant.id, inconsistencies)
    expect(faults).toEqual([])
  })
})

const isTheirs = (address: string) =>
  new RegExp(
    `/(${MARKER}|rollouts/3|fourth|without|${THEIR_TOKEN}|${THEIR_GRANT}|${THEIR_VIEW}|${THEIR_HOOK}|${THEIR_REPOSITORY_HOOK}|${requestIds[2]})(/|$)`,
  ).test(address)

const relatedInputs = [
  { kind: 'team', ref: { name: 'ieb' }, at: null },
  { kind: 'application', ref: { namespace: 'ieb', name: 'app1' }, at: null },
  { kind: 'target-policy', ref: { name: policy.name }, at: null },
  { kind: 'cluster', ref: { name: cluster.name }, at: null },
  { kind: 'cluster', ref: { name: MARKER }, at: null },
]

/** Of what the first page shows figures. */
const ofParts = [null, 'ieb', MARKER].flatMap((namespace) =>
  [null, 'prod'].map((environment) => ({ namespace, environment })),
)

/** The use cases that no operation calls, only pages and other doors, with their inputs. */
const beyond: Readonly<Record<string, readonly unknown[]>> = {
  'overview.read': [null, 'prod', MARKER].map((environment) => ({ environment })),
  'overview.first-run': [null],
  'overview.review': [null],
  'overview.inbox': [null],
  'overview.teams': [null],
  'dashboard.figures': ofParts,
  'dashboard.troubles': ofParts,
  'dashboard.versions': [null, 'ieb', MARKER].map((namespace) => ({ namespace, text: null })),
  'dashboard.sources': [null],
  'environments.chain': [null],
  'freezes.calendar': [null, 'prod', MARKER].map((environment) => ({
    at: null,
    filter: { text: null, team: null, environment },
    window: { from: 0, until: Date.parse('2999-12-31T00:00:00Z') },
  })),
  'freezes.stopped': [{ freezes: [MARKER, freeze.name] }],
  'git-state.stop': [null],
  'repository.place': [null, MARKER].map((cluster) => ({ cluster })),
  'upgrade.held': [null],
  'pull-request.held': [null],
  'pull-request.reopen-rights': [{ branches: ['older', 'main'] }],
  'rollouts.startable': [null],
  'rollouts.gate-rights': [1, 3].map((id) => ({ id })),
  'rollouts.wave-clusters': [1, 3].map((id) => ({ id })),
  'teams.details': ['ieb', 'other', MARKER].map((name) => ({ ref: { name }, at: null })),
  'teams.contents': ['ieb', 'other', MARKER].map((name) => ({ ref: { name }, at: null })),
  'clusters.details': [cluster.name, 'second', MARKER].map((name) => ({ ref: { name }, at: null })),
  'applications.details': ['app1', 'app2', MARKER].map((name) => ({
    ref: { namespace: 'ieb', name },
    at: null,
  })),
  'target-policies.details': [policy.name, 'own', MARKER].map((name) => ({
    ref: { name },
    at: null,
  })),
  'target-policies.chosen': [policy.name, 'own', MARKER].map((name) => ({ ref: { name } })),
  'cluster-types.policies': ['edge', 'default', MARKER].map((name) => ({ ref: { name } })),
  'schedulers.policies': ['packer', MARKER].map((name) => ({ ref: { name } })),
  'objects.placed': relatedInputs,
  'objects.relations': relatedInputs,
  'objects.standing': relatedInputs,
  'reports.repeat': [cluster.name, 'second', MARKER].map((name) => ({
    cluster: name,
    report: { observedAt: null, sentAt: null, sequence: null, reportDigest: null },
    last: { text: 'x', whole: 'x', received: 0 },
  })),
  'hooks.hear': [{ push: null }],
  'hooks.hear-event': [{ event: null }, { event: { addresses: [], branches: null } }],
  'repository.read': [],
  'team-requests.see-answer': requestIds.map((id) => ({ id })),
  'team-requests.asker-groups': [{ asker: 'somebody' }, { asker: MARKER }],
}

type AnyUseCase = UseCase<unknown, unknown>

/** Every use case that a module of lib/usecases exports. */
async function exportedUseCases(): Promise<AnyUseCase[]> {
  const files = globSync('lib/usecases/**/*.ts').filter((file) => !isOfTests(file))
  const modules = await Promise.all(files.map(async (file) => import(path.resolve(file))))
  return modules.flatMap((module: object) => Object.values(module)).filter(isUseCase)
}

function isUseCase(value: unknown): value is AnyUseCase {
  return typeof value === 'object' && value !== null && 'invoke' in value && 'name' in value
}

const entriesOfMap = (_: string, value: unknown): unknown =>
  value instanceof Map ? [...value] : value

function sessionIn(services: Services, cookie: string) {
  installServices(services)
  return sessionOf(new Headers({ cookie }))
}

async function outcomeOf(services: Services, useCase: AnyUseCase, input: unknown): Promise<string> {
  const outcome = await useCase.invoke(services, session, input).catch((error: unknown) => {
    if (error instanceof Refusal) return error.kind
    throw error
  })
  return JSON.stringify(outcome, entriesOfMap).replaceAll(
    /"(?:oldest|countsAge)Seconds":[\d.]+/g,
    '',
  )
}

describe('behind pages, without row-level security', () => {
  it('every use case is asked here', async () => {
    const known = [...operations.map(({ useCase }) => useCase.name), ...Object.keys(beyond)]
    const names = (await exportedUseCases()).map(({ name }) => name)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(Object.keys(beyond)))
  })

  it.each(Object.entries(beyond))('%s answers as with it', async (name, inputs) => {
    const useCase = (await exportedUseCases()).find((each) => each.name === name)!
    for (const input of inputs) {
      const scoped = await outcomeOf(twins.unwalled, useCase, input)
      expect(scoped).toEqual(await outcomeOf(twins.walled, useCase, input))
      expect(scoped).not.toContain(MARKER)
    }
  })

  it('another tenant’s repository is absent', async () => {
    const { theirs, unwalled } = twins
    const request = new Request('https://berth.example.com/git/x')
    const input = { repository: `${theirs.tenant.name}.git`, path: 'info/refs', request }
    const reading = readRepositoryUseCase.invoke(unwalled, session, input)
    await expect(reading).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('a token opens its own tenant, and a team’s token the team of its own tenant', async () => {
    const { ours, theirs, unwalled } = twins
    const opened = await authenticateToken(unwalled, teamToken)
    expect(opened).toMatchObject({
      tenant: ours.tenant,
      actor: { teams: new Map([['ieb', 'contributor']]) },
    })
    const theirTeam = await theirs.token('contributor', { team: MARKER })
    expect(await authenticateToken(unwalled, theirTeam)).toMatchObject({ tenant: theirs.tenant })
  })

  it('a hook opens its own tenant for its team, and what it announces is there alone', async () => {
    const { ours, theirs, unwalled, theirRows } = twins
    const opened = await openHook(unwalled, THEIR_HOOK)
    expect(opened).toMatchObject({ tenant: theirs.tenant, actor: { announces: MARKER } })
    const id = '7b5d1c1e-6f0a-4a53-9c54-2f1f0a9d4e02'
    await insertHook(ours, { id, name: 'another', team: 'ieb' })
    const before = await theirRows()
    const { repo_url: address, repo_branch: branch } = application
    const push = {
      addresses: [address],
      refs: [{ ref: `refs/heads/${branch}`, commit: 'f'.repeat(40) }],
    }
    const by = await openHook(unwalled, id)
    expect(await hearDeliveryUseCase.invoke(unwalled, by, { push })).toBe(1)
    const told = await receivePushUseCase.invoke(unwalled, by, { delivery: 'one', push })
    expect(told.versions).toMatchObject([{ namespace: 'ieb', application: 'rolling' }])
    expect(await theirRows()).toEqual(before)
  })

  it('a hook of the repository opens its own tenant, and has branches looked at there alone', async () => {
    const { ours, theirs, owner, unwalled, theirRows } = twins
    const opened = await openHook(unwalled, THEIR_REPOSITORY_HOOK)
    expect(opened).toMatchObject({
      tenant: theirs.tenant,
      actor: { announces: null, tellsOfRepository: true },
    })
    for (const { tenant } of [ours, theirs]) {
      await insertPullRequest({ tenant, database: owner }, 'proposed')
    }
    const before = await theirRows()
    for (const [branches, expected] of [
      [null, ['older', 'proposed']],
      [['proposed'], ['proposed']],
    ] as const) {
      const looked = await inTenant(owner, ours.tenant.id, (tx) =>
        lookWhereTold({ tx, tenant: ours.tenant.id }, branches),
      )
      expect(looked).toEqual(expected)
    }
    expect(await theirRows()).toEqual(before)
  })

  it('nobody of another tenant counts as somebody who made changes in ours', async () => {
    const { owner, ours, theirs } = twins
    const othersIn = (tenant: number) =>
      inTenant(owner, tenant, (tx) => othersMadeChanges({ tx, tenant }, session.actor))
    expect(await othersIn(ours.tenant.id)).toBe(false)
    expect(await othersIn(theirs.tenant.id)).toBe(true)
  })

  it('health is told in numbers alone', async () => {
    const told = [await readBacklog(twins.unwalled), await readReadiness(twins.unwalled)]
    const { tenant } = twins.theirs
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${MARKER}|${tenant.name}`))
  })

  it('a person who signs in is in the tenant of their provider', async () => {
    const { ours, theirs, unwalled } = twins
    for (const { tenant } of [ours, theirs]) {
      const provider = { ...unwalled.identityProviders[0]!, tenantName: tenant.name }
      const services = { ...unwalled, identityProviders: [provider] }
      const cookie = await signedInCookie(services, { name: 'Ada', groups: ['admins'] })
      const opened = await sessionIn(services, cookie)
      expect(opened?.tenant).toMatchObject({ id: tenant.id, name: tenant.name })
    }
  })
})
