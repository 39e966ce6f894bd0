import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'
import { can, type Resource, resourceName, reaches } from '#lib/domain/access/permissions.ts'
import { type Answer, createTestApi, type TestApi, type Call } from '#lib/http/testing/api.ts'
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
import { insertPullRequest } from '#lib/http/testing/pull-requests.ts'
import { pushOf } from '#lib/http/testing/pushes.ts'
import { actors, type Principal, principals } from '#lib/http/testing/principals.ts'
import { CONTENT_TYPES, message1, snappy } from '#lib/http/testing/remote-write.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { carriedFile } from '#lib/http/testing/carried-file.ts'
import { insertTeamRequest, limitsWish, wish } from '#lib/http/testing/team-requests.ts'
import { useCasesByName } from '#lib/http/testing/use-cases.ts'
import { placeOf } from '#lib/usecases/hooks/open.ts'
import { operations } from './operations.ts'

const ownRule = { ...alertRule, name: 'own-rule', namespace: 'ieb' }
const ownPolicy = { ...policy, name: 'own', namespace: 'ieb' }
const DELIVERY = '00000000-0000-4000-8000-000000000000'
const ownSubscription = { ...subscription, name: 'own', namespace: 'ieb' }
const ownReport = { ...savedReport, name: 'own', namespace: 'ieb' }
const spareToken = '5a000000-0000-4000-8000-000000000001'
const GRANT = '3f2b8a70-64c5-4c1e-9d0a-5f0f1f1d2c3b'
const VIEW = '3f2b8a70-64c5-4c1e-9d0a-5f0f1f1d2c3c'
const OTHERS_VIEW = '3f2b8a70-64c5-4c1e-9d0a-5f0f1f1d2c3d'
const appPath = '/applications/ieb/app1'
const rolloutPath = '/rollouts/1'
const holdPath = `/clusters/${cluster.name}/holds/ieb/held`
const heldUntil = new Date(Date.now() + 86_400_000).toISOString()
const rolling = {
  namespace: 'ieb',
  application: 'rolling',
  environment: cluster.environment,
  version: 1,
}
/** One that an application of the team is pinned to. */
const COMMIT = 'c'.repeat(40)
const HOOK = randomUUID()
const requestId = '00000000-0000-4000-8000-000000000001'
const requestPath = `/team-requests/${requestId}`

/** What each operation is called with, and the status that each principal gets. Writes are dry runs where they can be. */
type Row = {
  readonly path: string
  readonly body?: unknown
  /** Of bytes. */
  readonly type?: string
  readonly expected: readonly number[]
}
const table: Record<string, Row> = {
  listTeams: { path: '/teams', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  getTeam: { path: '/teams/ieb', expected: [200, 200, 200, 200, 200, 404, 404, 404, 401] },
  createTeam: {
    path: '/teams',
    body: { name: 'fresh' },
    expected: [200, 403, 403, 404, 404, 404, 404, 200, 401],
  },
  replaceTeam: {
    path: '/teams/ieb',
    body: team,
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  patchTeam: {
    path: '/teams/ieb',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  deleteTeam: { path: '/teams/ieb', expected: [409, 403, 403, 403, 403, 404, 404, 404, 401] },
  listClusters: { path: '/clusters', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  getCluster: {
    path: `/clusters/${cluster.name}`,
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createCluster: {
    path: '/clusters',
    body: { name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceCluster: {
    path: `/clusters/${cluster.name}`,
    body: cluster,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchCluster: {
    path: `/clusters/${cluster.name}`,
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteCluster: {
    path: `/clusters/${cluster.name}`,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  getClusterBranches: {
    path: `/clusters/${cluster.name}/branches`,
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  getClusterHolds: {
    path: `/clusters/${cluster.name}/holds`,
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  getApplicationHolds: {
    path: `${appPath}/holds`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  getHold: { path: holdPath, expected: [200, 200, 200, 200, 200, 404, 404, 404, 401] },
  putHold: {
    path: holdPath,
    body: { until: heldUntil, reason: 'Christmas' },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  deleteHold: { path: holdPath, expected: [200, 200, 403, 200, 403, 404, 404, 404, 401] },
  // No cluster moved, so an admin is told that none left a folder.
  clearClusterBranch: {
    path: `/clusters/${cluster.name}/branches/clear`,
    body: { branch: 'main' },
    expected: [409, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  getClusterReport: {
    path: `/clusters/${cluster.name}/report`,
    expected: [200, 200, 200, 200, 200, 200, 200, 404, 401],
  },
  listForeignApplications: {
    path: `/clusters/${cluster.name}/foreign-applications`,
    expected: [200, 200, 200, 404, 404, 404, 404, 404, 401],
  },
  reportCluster: {
    path: `/clusters/${cluster.name}/report`,
    body: reportOf([reportedItem()]),
    expected: [200, 403, 403, 403, 403, 403, 200, 404, 401],
  },
  // Nobody called the last report anything: whoever may report is told to send it whole.
  reportNothingNew: {
    path: `/clusters/${cluster.name}/report/unchanged`,
    body: { digest: 'unknown' },
    expected: [409, 403, 403, 403, 403, 403, 409, 404, 401],
  },
  // No key signs what is carried: whoever may report is told so.
  uploadReport: {
    path: `/clusters/${cluster.name}/reports/file`,
    body: carriedFile({ cluster: cluster.name }),
    expected: [409, 403, 403, 403, 403, 403, 409, 404, 401],
  },
  getReportKeys: {
    path: `/clusters/${cluster.name}/report-key`,
    expected: [200, 200, 200, 200, 200, 200, 200, 404, 401],
  },
  replaceReportKeys: {
    path: `/clusters/${cluster.name}/report-key`,
    body: { keys: [] },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  // By the secret of a registration token alone, as registration.test.ts has it.
  registerCluster: {
    path: '/clusters/register',
    body: { name: 'store-1' },
    expected: [403, 403, 403, 403, 403, 403, 404, 403, 401],
  },
  getRegistrationSecret: {
    path: `/registration-tokens/${registrationToken.name}/secret`,
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  makeRegistrationSecret: {
    path: `/registration-tokens/${registrationToken.name}/secret`,
    expected: [201, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listRegistrationTokens: {
    path: '/registration-tokens',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getRegistrationToken: {
    path: `/registration-tokens/${registrationToken.name}`,
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createRegistrationToken: {
    path: '/registration-tokens',
    body: { ...registrationToken, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceRegistrationToken: {
    path: `/registration-tokens/${registrationToken.name}`,
    body: registrationToken,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchRegistrationToken: {
    path: `/registration-tokens/${registrationToken.name}`,
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteRegistrationToken: {
    path: `/registration-tokens/${registrationToken.name}`,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  notifyOfApplication: {
    path: '/notifications/argocd',
    body: { trigger: 'on-deployed', application: 'ieb--app1', namespace: 'argocd' },
    expected: [403, 403, 403, 403, 403, 403, 200, 403, 401],
  },
  writeMetrics: {
    path: '/metrics/write',
    body: snappy(message1([])),
    type: CONTENT_TYPES[1],
    expected: [403, 403, 403, 403, 403, 403, 204, 403, 401],
  },
  followEvents: { path: '/events', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  listApplications: {
    path: '/applications',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getApplication: { path: appPath, expected: [200, 200, 200, 200, 200, 404, 404, 404, 401] },
  createApplication: {
    path: '/applications',
    body: { ...application, name: 'fresh' },
    expected: [200, 200, 403, 200, 403, 404, 404, 422, 401],
  },
  replaceApplication: {
    path: appPath,
    body: application,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  patchApplication: {
    path: appPath,
    body: { description: 'x' },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  deleteApplication: { path: appPath, expected: [200, 200, 403, 200, 403, 404, 404, 404, 401] },
  // Nothing was reported, so whoever may is told that nobody knows what it ran.
  rollBackApplication: {
    path: `${appPath}/rollback`,
    body: { to: { change: 4 } },
    expected: [409, 409, 403, 409, 403, 404, 404, 404, 401],
  },
  listVersions: {
    path: `${appPath}/versions`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  announceVersion: {
    path: `${appPath}/versions`,
    body: { commit: COMMIT },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  getVersion: {
    path: `${appPath}/versions/1`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  getVersionCompliance: {
    path: `${appPath}/versions/1/compliance`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  getApplicationEnvironments: {
    path: `${appPath}/environments`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  listTargetPolicies: {
    path: '/target-policies',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getTargetPolicy: {
    path: '/target-policies/own',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  createTargetPolicy: {
    path: '/target-policies',
    body: { ...ownPolicy, name: 'fresh' },
    expected: [200, 200, 403, 200, 403, 404, 404, 422, 401],
  },
  replaceTargetPolicy: {
    path: '/target-policies/own',
    body: ownPolicy,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  patchTargetPolicy: {
    path: '/target-policies/own',
    body: { description: 'x' },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  deleteTargetPolicy: {
    path: '/target-policies/own',
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  listAlertRules: {
    path: '/alert-rules',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getAlertRule: {
    path: '/alert-rules/own-rule',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  createAlertRule: {
    path: '/alert-rules',
    body: { ...ownRule, name: 'fresh' },
    expected: [200, 200, 403, 200, 403, 404, 404, 422, 401],
  },
  replaceAlertRule: {
    path: '/alert-rules/own-rule',
    body: ownRule,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  patchAlertRule: {
    path: '/alert-rules/own-rule',
    body: { description: 'x' },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  deleteAlertRule: {
    path: '/alert-rules/own-rule',
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  listRollouts: { path: '/rollouts', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  startRollout: {
    path: '/rollouts',
    body: rolling,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  getRollout: { path: rolloutPath, expected: [200, 200, 200, 200, 200, 404, 404, 404, 401] },
  listRolloutEvents: {
    path: `${rolloutPath}/events`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  listRolloutClusters: {
    path: `${rolloutPath}/clusters`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  // Without a reason.
  pauseRollout: {
    path: `${rolloutPath}/pause`,
    expected: [422, 422, 403, 422, 403, 404, 404, 404, 401],
  },
  abortRollout: {
    path: `${rolloutPath}/abort`,
    expected: [422, 422, 403, 422, 403, 404, 404, 404, 401],
  },
  // It isn’t paused.
  resumeRollout: {
    path: `${rolloutPath}/resume`,
    expected: [409, 409, 403, 409, 403, 404, 404, 404, 401],
  },
  rollBackRollout: {
    path: `${rolloutPath}/rollback`,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  // Its wave asks nobody.
  approveRollout: {
    path: `${rolloutPath}/approvals`,
    body: { wave: 1, decision: 'approve', reason: 'It looks good.' },
    expected: [409, 409, 409, 409, 409, 404, 404, 404, 401],
  },
  // Without the number.
  overrideRollout: {
    path: `${rolloutPath}/override`,
    body: { wave: 1, gates: ['frozen'], reason: 'The store is down.' },
    expected: [409, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  // Nobody asks for it.
  postRolloutCheck: {
    path: `${rolloutPath}/checks/e2e`,
    body: { wave: 1, state: 'passed' },
    expected: [422, 422, 403, 422, 403, 404, 404, 404, 401],
  },
  listAlerts: { path: '/alerts', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  listSavedReports: {
    path: '/saved-reports',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getSavedReport: {
    path: '/saved-reports/own',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  createSavedReport: {
    path: '/saved-reports',
    body: { ...ownReport, name: 'fresh' },
    expected: [200, 200, 403, 200, 403, 404, 404, 422, 401],
  },
  replaceSavedReport: {
    path: '/saved-reports/own',
    body: ownReport,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  patchSavedReport: {
    path: '/saved-reports/own',
    body: { description: 'x' },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  deleteSavedReport: {
    path: '/saved-reports/own',
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  // Of the platform: what everybody's placements are is for those who may read them all.
  listReportRuns: {
    path: '/saved-reports/what-runs/runs',
    expected: [200, 200, 200, 404, 404, 404, 404, 404, 401],
  },
  // The first one waits to be made.
  startReportRun: {
    path: '/saved-reports/own/runs',
    expected: [201, 409, 403, 409, 403, 404, 404, 404, 401],
  },
  getReportFile: {
    path: `/saved-reports/own/runs/${requestId}/file`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  listSchedulers: {
    path: '/schedulers',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getScheduler: {
    path: '/schedulers/gpu-packer',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createScheduler: {
    path: '/schedulers',
    body: { ...scheduler, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceScheduler: {
    path: '/schedulers/gpu-packer',
    body: scheduler,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchScheduler: {
    path: '/schedulers/gpu-packer',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteScheduler: {
    path: '/schedulers/gpu-packer',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  getDecision: {
    path: '/target-policies/own/decision',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  // No scheduler decides for it.
  answerDecision: {
    path: '/target-policies/own/decision',
    body: { decisions: [] },
    expected: [409, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  getClusterScores: {
    path: `/clusters/${cluster.name}/scores`,
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  replaceClusterScores: {
    path: `/clusters/${cluster.name}/scores`,
    body: {},
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listMetricSources: {
    path: '/metric-sources',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getMetricSource: {
    path: '/metric-sources/prometheus',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createMetricSource: {
    path: '/metric-sources',
    body: { ...metricSource, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceMetricSource: {
    path: '/metric-sources/prometheus',
    body: metricSource,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchMetricSource: {
    path: '/metric-sources/prometheus',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteMetricSource: {
    path: '/metric-sources/prometheus',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  getSourceSeries: {
    path: '/metric-sources/prometheus/series?metric=sync_duration',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  listSilences: {
    path: '/silences',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getSilence: {
    path: '/silences/dev-at-night',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createSilence: {
    path: '/silences',
    body: { ...silence, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceSilence: {
    path: '/silences/dev-at-night',
    body: silence,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchSilence: {
    path: '/silences/dev-at-night',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteSilence: {
    path: '/silences/dev-at-night',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listEnvironments: {
    path: '/environments',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  compareEnvironments: {
    path: '/environments/production/compare/production',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  getEnvironment: {
    path: '/environments/production',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createEnvironment: {
    path: '/environments',
    body: { ...environment, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceEnvironment: {
    path: '/environments/production',
    body: environment,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchEnvironment: {
    path: '/environments/production',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteEnvironment: {
    path: '/environments/production',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listFreezes: {
    path: '/freezes',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getFreeze: {
    path: '/freezes/christmas',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createFreeze: {
    path: '/freezes',
    body: { ...freeze, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceFreeze: {
    path: '/freezes/christmas',
    body: freeze,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchFreeze: {
    path: '/freezes/christmas',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteFreeze: {
    path: '/freezes/christmas',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listConfigs: {
    path: '/configs',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getConfig: {
    path: '/configs/east-endpoints',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  createConfig: {
    path: '/configs',
    body: { ...config, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceConfig: {
    path: '/configs/east-endpoints',
    body: config,
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  patchConfig: {
    path: '/configs/east-endpoints',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  deleteConfig: {
    path: '/configs/east-endpoints',
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  listConfigSchemas: {
    path: '/config-schemas',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getConfigSchema: {
    path: '/config-schemas/cosmos-client',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  createConfigSchema: {
    path: '/config-schemas',
    body: { ...configSchema, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceConfigSchema: {
    path: '/config-schemas/cosmos-client',
    body: configSchema,
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  patchConfigSchema: {
    path: '/config-schemas/cosmos-client',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  deleteConfigSchema: {
    path: '/config-schemas/cosmos-client',
    expected: [200, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  listClusterTypes: {
    path: '/cluster-types',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getClusterType: {
    path: '/cluster-types/edge',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createClusterType: {
    path: '/cluster-types',
    body: { ...clusterType, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceClusterType: {
    path: '/cluster-types/edge',
    body: clusterType,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchClusterType: {
    path: '/cluster-types/edge',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteClusterType: {
    path: '/cluster-types/edge',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listGuardRules: {
    path: '/guard-rules',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getGuardRule: {
    path: '/guard-rules/production',
    expected: [200, 200, 200, 200, 200, 200, 404, 404, 401],
  },
  createGuardRule: {
    path: '/guard-rules',
    body: { ...guardRule, name: 'fresh' },
    expected: [200, 403, 403, 403, 403, 403, 404, 200, 401],
  },
  replaceGuardRule: {
    path: '/guard-rules/production',
    body: guardRule,
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  patchGuardRule: {
    path: '/guard-rules/production',
    body: { description: 'x' },
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  deleteGuardRule: {
    path: '/guard-rules/production',
    expected: [200, 403, 403, 403, 403, 403, 404, 404, 401],
  },
  listSubscriptions: {
    path: '/subscriptions',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getSubscription: {
    path: '/subscriptions/own',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  createSubscription: {
    path: '/subscriptions',
    body: { ...ownSubscription, name: 'fresh' },
    expected: [200, 200, 403, 200, 403, 404, 404, 422, 401],
  },
  replaceSubscription: {
    path: '/subscriptions/own',
    body: ownSubscription,
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  patchSubscription: {
    path: '/subscriptions/own',
    body: { description: 'x' },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  deleteSubscription: {
    path: '/subscriptions/own',
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  listDeliveries: {
    path: '/subscriptions/own/deliveries',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  redeliver: {
    path: `/subscriptions/own/deliveries/${DELIVERY}/redeliver`,
    // It is still on its way.
    expected: [409, 409, 403, 409, 403, 404, 404, 404, 401],
  },
  testSubscription: {
    path: '/subscriptions/own/test',
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  listPlacements: { path: '/placements', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  getDependencies: {
    path: '/dependencies?application=ieb/app1',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  getMatrix: { path: '/matrix', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  summarizeObserved: {
    path: '/observed/summary?by=cluster',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getObservedSeries: {
    path: '/observed/series?metric=states&by=team',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getObservedSettings: {
    path: '/observed/settings',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  replaceObservedSettings: {
    path: '/observed/settings',
    body: { label_keys: ['region'] },
    expected: [200, 403, 403, 404, 404, 404, 404, 200, 401],
  },
  getOutgoingHosts: {
    path: '/outgoing-hosts',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  replaceOutgoingHosts: {
    path: '/outgoing-hosts',
    body: { hosts: ['hooks.example.com'] },
    expected: [200, 403, 403, 404, 404, 404, 404, 200, 401],
  },
  explainPlacement: {
    path: `/placements/ieb/app1/${cluster.name}`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  listChanges: { path: '/changes', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  exportModel: { path: '/model', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  getChange: { path: '/changes/4', expected: [200, 200, 200, 200, 200, 404, 404, 404, 401] },
  revertChange: {
    path: '/changes/4/revert',
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  listChangeBootstraps: {
    path: '/changes/4/bootstraps',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  getChangeCompliance: {
    path: '/changes/4/compliance',
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  getCommitCompliance: {
    path: `/commits/${COMMIT}/compliance`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  listHistory: { path: '/history', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  listAudit: { path: '/audit', expected: [200, 200, 200, 404, 404, 404, 404, 200, 401] },
  getLabelValues: {
    path: '/label-values?kind=cluster',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getRepositorySettings: {
    path: '/repository-settings',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  replaceRepositorySettings: {
    path: '/repository-settings',
    body: { repo_url: 'https://git.example.com/fleet.git' },
    expected: [200, 403, 403, 404, 404, 404, 404, 200, 401],
  },
  // Nothing is stored, so an admin is told that.
  clearRepositorySettings: {
    path: '/repository-settings',
    expected: [409, 403, 403, 404, 404, 404, 404, 409, 401],
  },
  tryRepositorySettings: {
    path: '/repository-settings/try',
    body: {},
    expected: [200, 403, 403, 404, 404, 404, 404, 200, 401],
  },
  getApplicationKinds: {
    path: '/application-kinds',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  replaceApplicationKinds: {
    path: '/application-kinds',
    body: { application_kinds: [] },
    expected: [200, 403, 403, 404, 404, 404, 404, 200, 401],
  },
  getUpgrade: { path: '/upgrade', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  confirmUpgrade: { path: '/upgrade', expected: [200, 403, 403, 403, 403, 403, 404, 200, 401] },
  listUpgradeFiles: {
    path: '/upgrade/files',
    expected: [200, 200, 200, 404, 404, 404, 200, 200, 401],
  },
  listUpgradeClusters: {
    path: '/upgrade/clusters',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  getGitState: { path: '/git-state', expected: [200, 200, 200, 404, 404, 404, 404, 200, 401] },
  // Git is in step, so an admin is told that there is nothing to decide.
  keepDatabase: {
    path: '/git-state/keep-database',
    expected: [409, 403, 403, 404, 404, 404, 404, 409, 401],
  },
  listTokens: { path: '/tokens', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  // Each token is really made; a member of another team is told that there is no such team.
  createToken: {
    path: '/tokens',
    body: { name: 'CI', role: 'reader', team: 'ieb' },
    expected: [201, 201, 201, 201, 201, 422, 404, 422, 401],
  },
  // A token of the admin's. Revoking it again changes nothing.
  revokeToken: {
    path: `/tokens/${spareToken}`,
    expected: [204, 403, 403, 404, 404, 404, 404, 404, 401],
  },
  listPullRequests: {
    path: '/pull-requests',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  reopenPullRequest: {
    path: '/pull-requests/main/reopen',
    expected: [200, 200, 403, 403, 403, 403, 404, 404, 401],
  },
  listHooks: { path: '/hooks', expected: [200, 200, 200, 200, 200, 200, 404, 200, 401] },
  // Each is really made.
  createHook: {
    path: '/hooks',
    body: { name: 'fresh', namespace: 'ieb', host: 'github' },
    expected: [201, 201, 403, 201, 403, 404, 404, 404, 401],
  },
  deleteHook: {
    path: `/hooks/${HOOK}`,
    expected: [204, 204, 403, 204, 403, 404, 404, 404, 401],
  },
  // Nobody has its secret.
  receivePush: {
    path: `/hooks/${HOOK}`,
    body: pushOf('github'),
    expected: [401, 401, 401, 401, 401, 401, 401, 401, 401],
  },
  listSavedViews: {
    path: '/saved-views',
    expected: [200, 200, 200, 200, 200, 200, 404, 200, 401],
  },
  // Of the team; each is really made.
  createSavedView: {
    path: '/saved-views',
    body: { list: 'clusters', name: 'fresh', namespace: 'ieb' },
    expected: [201, 409, 403, 409, 403, 404, 404, 404, 401],
  },
  getSavedView: {
    path: `/saved-views/${VIEW}`,
    expected: [200, 200, 200, 200, 200, 404, 404, 404, 401],
  },
  patchSavedView: {
    path: `/saved-views/${VIEW}`,
    body: { is_default: true },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  // Of somebody else.
  deleteSavedView: {
    path: `/saved-views/${OTHERS_VIEW}`,
    expected: [404, 404, 404, 404, 404, 404, 404, 404, 401],
  },
  getMe: { path: '/me', expected: [200, 200, 200, 200, 200, 200, 200, 200, 401] },
  listRoleGrants: {
    path: '/role-grants',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  createRoleGrant: {
    path: '/role-grants',
    body: { source: 'group', value: 'fresh', role: 'reader' },
    expected: [201, 403, 403, 404, 404, 404, 404, 201, 401],
  },
  deleteRoleGrant: {
    path: `/role-grants/${GRANT}`,
    expected: [204, 403, 403, 404, 404, 404, 404, 404, 401],
  },
  listPeople: { path: '/people', expected: [200, 200, 200, 404, 404, 404, 404, 200, 401] },
  reviewAccess: {
    path: '/access-review',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  getAccess: {
    path: '/access?group=anybody',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  apply: {
    path: '/apply',
    body: documentOf('application', { ...application, name: 'fresh' }),
    expected: [200, 200, 403, 200, 403, 404, 404, 422, 401],
  },
  bulkEdit: {
    path: '/bulk',
    body: {
      kind: 'Application',
      objects: [{ namespace: 'ieb', name: 'app1' }],
      patch: { description: 'Edited' },
    },
    expected: [200, 200, 403, 200, 403, 404, 404, 404, 401],
  },
  // Tokens can't ask for teams, so none has a request of its own to read.
  listTeamRequests: {
    path: '/team-requests',
    expected: [200, 200, 200, 404, 404, 404, 404, 200, 401],
  },
  createTeamRequest: {
    path: '/team-requests',
    body: { ...wish, name: 'fresh' },
    expected: [403, 403, 403, 403, 403, 403, 403, 403, 401],
  },
  // For a team that exists, too, only people ask.
  askForMore: {
    path: '/teams/ieb/requests',
    body: limitsWish,
    expected: [403, 403, 403, 403, 403, 404, 404, 404, 401],
  },
  getTeamRequest: {
    path: requestPath,
    expected: [200, 200, 200, 404, 404, 404, 404, 404, 401],
  },
  approveTeamRequest: {
    path: `${requestPath}/approve`,
    body: { team: { name: 'wanted' } },
    expected: [200, 403, 403, 404, 404, 404, 404, 404, 401],
  },
  declineTeamRequest: {
    path: `${requestPath}/decline`,
    body: { reason: 'No' },
    expected: [200, 403, 403, 404, 404, 404, 404, 404, 401],
  },
  withdrawTeamRequest: {
    path: `${requestPath}/withdraw`,
    expected: [403, 403, 403, 404, 404, 404, 404, 404, 401],
  },
}

/** The resource that each operation's use case asks permission for, when it is called as above. */
const ofHold = { kind: 'hold', team: 'ieb' } as const
const ofRollout = { kind: 'rollout', team: 'ieb' } as const
const ofTeam = { kind: 'application', team: 'ieb' } as const
const ofVersion = { kind: 'version', team: 'ieb' } as const
const ofPullRequest = { kind: 'pull-request', deployers: [] } as const
const ofHook = { kind: 'hook', team: 'ieb' } as const
const tenant = { kind: 'tenant' } as const
const ofCluster = { kind: 'report', cluster: cluster.name } as const
const resources: Readonly<Record<string, Resource | ((actor: Actor) => Resource)>> = {
  listTeams: tenant,
  getTeam: { kind: 'team', team: 'ieb' },
  createTeam: { kind: 'team', team: 'fresh' },
  replaceTeam: { kind: 'team', team: 'ieb' },
  patchTeam: { kind: 'team', team: 'ieb' },
  deleteTeam: { kind: 'team', team: 'ieb' },
  listClusters: tenant,
  followEvents: tenant,
  getCluster: { kind: 'cluster' },
  createCluster: { kind: 'cluster' },
  replaceCluster: { kind: 'cluster' },
  patchCluster: { kind: 'cluster' },
  deleteCluster: { kind: 'cluster' },
  getClusterBranches: { kind: 'cluster' },
  clearClusterBranch: tenant,
  getClusterHolds: { kind: 'cluster' },
  getApplicationHolds: ofHold,
  getHold: ofHold,
  putHold: ofHold,
  deleteHold: ofHold,
  getClusterReport: ofCluster,
  listForeignApplications: { kind: 'foreign-application' },
  reportCluster: ofCluster,
  reportNothingNew: ofCluster,
  uploadReport: ofCluster,
  getReportKeys: ofCluster,
  replaceReportKeys: { kind: 'cluster' },
  registerCluster: { kind: 'registration', secret: null },
  getRegistrationSecret: { kind: 'registration-token' },
  makeRegistrationSecret: { kind: 'registration-token' },
  listRegistrationTokens: tenant,
  getRegistrationToken: { kind: 'registration-token' },
  createRegistrationToken: { kind: 'registration-token' },
  replaceRegistrationToken: { kind: 'registration-token' },
  patchRegistrationToken: { kind: 'registration-token' },
  deleteRegistrationToken: { kind: 'registration-token' },
  notifyOfApplication: ofCluster,
  writeMetrics: ofCluster,
  listApplications: tenant,
  getApplication: ofTeam,
  createApplication: ofTeam,
  replaceApplication: ofTeam,
  patchApplication: ofTeam,
  deleteApplication: ofTeam,
  rollBackApplication: ofTeam,
  listVersions: ofVersion,
  announceVersion: ofVersion,
  getVersion: ofVersion,
  getVersionCompliance: ofTeam,
  getApplicationEnvironments: ofTeam,
  listTargetPolicies: tenant,
  getTargetPolicy: { kind: 'target-policy', team: 'ieb' },
  createTargetPolicy: { kind: 'target-policy', team: 'ieb' },
  replaceTargetPolicy: { kind: 'target-policy', team: 'ieb' },
  patchTargetPolicy: { kind: 'target-policy', team: 'ieb' },
  deleteTargetPolicy: { kind: 'target-policy', team: 'ieb' },
  listAlertRules: tenant,
  getAlertRule: { kind: 'alert-rule', team: 'ieb' },
  createAlertRule: { kind: 'alert-rule', team: 'ieb' },
  replaceAlertRule: { kind: 'alert-rule', team: 'ieb' },
  patchAlertRule: { kind: 'alert-rule', team: 'ieb' },
  deleteAlertRule: { kind: 'alert-rule', team: 'ieb' },
  listAlerts: tenant,
  listRollouts: tenant,
  startRollout: ofRollout,
  getRollout: ofRollout,
  listRolloutEvents: ofRollout,
  listRolloutClusters: ofRollout,
  pauseRollout: ofRollout,
  abortRollout: ofRollout,
  resumeRollout: ofRollout,
  rollBackRollout: ofRollout,
  approveRollout: { kind: 'approval', team: 'ieb' },
  overrideRollout: { kind: 'override', team: 'ieb' },
  postRolloutCheck: { kind: 'check', team: 'ieb' },
  listSavedReports: tenant,
  getSavedReport: { kind: 'saved-report', team: 'ieb' },
  createSavedReport: { kind: 'saved-report', team: 'ieb' },
  replaceSavedReport: { kind: 'saved-report', team: 'ieb' },
  patchSavedReport: { kind: 'saved-report', team: 'ieb' },
  deleteSavedReport: { kind: 'saved-report', team: 'ieb' },
  listReportRuns: { kind: 'report-file', team: null },
  startReportRun: { kind: 'saved-report', team: 'ieb' },
  getReportFile: { kind: 'report-file', team: 'ieb' },
  listSchedulers: tenant,
  getScheduler: { kind: 'scheduler' },
  createScheduler: { kind: 'scheduler' },
  replaceScheduler: { kind: 'scheduler' },
  patchScheduler: { kind: 'scheduler' },
  deleteScheduler: { kind: 'scheduler' },
  getDecision: { kind: 'decision', team: 'ieb', scheduler: null },
  answerDecision: { kind: 'decision', team: 'ieb', scheduler: null },
  getClusterScores: { kind: 'score' },
  replaceClusterScores: { kind: 'score' },
  listMetricSources: tenant,
  getMetricSource: { kind: 'metric-source' },
  createMetricSource: { kind: 'metric-source' },
  replaceMetricSource: { kind: 'metric-source' },
  patchMetricSource: { kind: 'metric-source' },
  deleteMetricSource: { kind: 'metric-source' },
  getSourceSeries: { kind: 'metric-source' },
  listSilences: tenant,
  getSilence: { kind: 'silence' },
  createSilence: { kind: 'silence' },
  replaceSilence: { kind: 'silence' },
  patchSilence: { kind: 'silence' },
  deleteSilence: { kind: 'silence' },
  listEnvironments: tenant,
  listFreezes: tenant,
  listConfigs: tenant,
  getConfig: { kind: 'config', team: null, concerning: ['ieb'] },
  createConfig: (actor) => ({ kind: 'config', team: null, concerning: [...actor.teams.keys()] }),
  replaceConfig: { kind: 'config', team: null, concerning: ['ieb'] },
  patchConfig: { kind: 'config', team: null, concerning: ['ieb'] },
  deleteConfig: { kind: 'config', team: null, concerning: ['ieb'] },
  listConfigSchemas: tenant,
  getConfigSchema: { kind: 'config-schema', team: null, concerning: ['ieb'] },
  createConfigSchema: (actor) => ({
    kind: 'config-schema',
    team: null,
    concerning: [...actor.teams.keys()],
  }),
  replaceConfigSchema: { kind: 'config-schema', team: null, concerning: ['ieb'] },
  patchConfigSchema: { kind: 'config-schema', team: null, concerning: ['ieb'] },
  deleteConfigSchema: { kind: 'config-schema', team: null, concerning: ['ieb'] },
  listClusterTypes: tenant,
  getClusterType: { kind: 'cluster-type' },
  createClusterType: { kind: 'cluster-type' },
  replaceClusterType: { kind: 'cluster-type' },
  patchClusterType: { kind: 'cluster-type' },
  deleteClusterType: { kind: 'cluster-type' },
  listGuardRules: tenant,
  compareEnvironments: tenant,
  getEnvironment: { kind: 'environment' },
  createEnvironment: { kind: 'environment' },
  replaceEnvironment: { kind: 'environment' },
  patchEnvironment: { kind: 'environment' },
  deleteEnvironment: { kind: 'environment' },
  getFreeze: { kind: 'freeze', team: null },
  createFreeze: { kind: 'freeze', team: null },
  replaceFreeze: { kind: 'freeze', team: null },
  patchFreeze: { kind: 'freeze', team: null },
  deleteFreeze: { kind: 'freeze', team: null },
  getGuardRule: { kind: 'guard-rule' },
  createGuardRule: { kind: 'guard-rule' },
  replaceGuardRule: { kind: 'guard-rule' },
  patchGuardRule: { kind: 'guard-rule' },
  deleteGuardRule: { kind: 'guard-rule' },
  listSubscriptions: tenant,
  getSubscription: { kind: 'subscription', team: 'ieb' },
  createSubscription: { kind: 'subscription', team: 'ieb' },
  replaceSubscription: { kind: 'subscription', team: 'ieb' },
  patchSubscription: { kind: 'subscription', team: 'ieb' },
  deleteSubscription: { kind: 'subscription', team: 'ieb' },
  listDeliveries: { kind: 'subscription', team: 'ieb' },
  redeliver: { kind: 'subscription', team: 'ieb' },
  testSubscription: { kind: 'subscription', team: 'ieb' },
  listPlacements: tenant,
  getDependencies: ofTeam,
  getMatrix: tenant,
  summarizeObserved: tenant,
  getObservedSeries: tenant,
  getObservedSettings: { kind: 'settings' },
  replaceObservedSettings: { kind: 'settings' },
  getOutgoingHosts: { kind: 'settings' },
  replaceOutgoingHosts: { kind: 'settings' },
  explainPlacement: ofTeam,
  listChanges: tenant,
  exportModel: tenant,
  getChange: ofTeam,
  revertChange: ofTeam,
  listChangeBootstraps: ofTeam,
  getChangeCompliance: ofTeam,
  getCommitCompliance: ofTeam,
  listHistory: tenant,
  getLabelValues: tenant,
  getRepositorySettings: { kind: 'settings' },
  replaceRepositorySettings: { kind: 'settings' },
  clearRepositorySettings: { kind: 'settings' },
  tryRepositorySettings: { kind: 'settings' },
  getApplicationKinds: { kind: 'settings' },
  replaceApplicationKinds: { kind: 'settings' },
  getUpgrade: tenant,
  confirmUpgrade: tenant,
  listUpgradeFiles: { kind: 'repository' },
  listUpgradeClusters: { kind: 'cluster' },
  getGitState: { kind: 'settings' },
  keepDatabase: { kind: 'settings' },
  listTokens: (actor) => ({ kind: 'token', owner: principalOf(actor) }),
  createToken: (actor) => ({ kind: 'token', owner: principalOf(actor) }),
  revokeToken: { kind: 'token', owner: 'somebody else' },
  listPullRequests: ofPullRequest,
  reopenPullRequest: ofPullRequest,
  listHooks: tenant,
  createHook: ofHook,
  deleteHook: ofHook,
  receivePush: ofVersion,
  listSavedViews: (actor) => ({ kind: 'saved-view', owner: principalOf(actor) }),
  createSavedView: { kind: 'team-view', team: 'ieb' },
  getSavedView: { kind: 'team-view', team: 'ieb' },
  patchSavedView: { kind: 'team-view', team: 'ieb' },
  deleteSavedView: { kind: 'saved-view', owner: 'somebody else' },
  listAudit: { kind: 'audit' },
  getMe: (actor) => ({ kind: 'person', principal: principalOf(actor) }),
  listRoleGrants: { kind: 'settings' },
  createRoleGrant: { kind: 'settings' },
  deleteRoleGrant: { kind: 'settings' },
  listPeople: { kind: 'person', principal: null },
  reviewAccess: { kind: 'person', principal: null },
  getAccess: { kind: 'person', principal: null },
  listTeamRequests: (actor) => ({ kind: 'team-request', asker: principalOf(actor) }),
  createTeamRequest: (actor) => ({ kind: 'team-request', asker: principalOf(actor) }),
  askForMore: { kind: 'team-wish', team: 'ieb' },
  getTeamRequest: { kind: 'team-request', asker: 'person:asker' },
  approveTeamRequest: { kind: 'team-request', asker: null },
  declineTeamRequest: { kind: 'team-request', asker: null },
  withdrawTeamRequest: { kind: 'team-request', asker: 'person:asker' },
  apply: ofTeam,
  bulkEdit: ofTeam,
}

/**
 * Refused to others, whatever the table says: only people ask, only the asker withdraws, and only a cluster's own
 * token says which cluster notifies, or writes metrics. Gates are passed by those whom their environment names. Only who has the
 * secret of a hook sends it anything.
 */
const ofSomeAlone = [
  'createTeamRequest',
  'askForMore',
  'withdrawTeamRequest',
  'notifyOfApplication',
  'writeMetrics',
  'overrideRollout',
  'receivePush',
]

let api: TestApi
let tokens: Record<Principal, string | null>

beforeAll(async () => {
  api = await createTestApi()
  const elsewhere = await createTestApi()
  await api.call('/teams', { body: team })
  await api.call('/teams', { body: { name: 'other' } })
  await api.call('/clusters', { body: cluster })
  await api.call('/applications', { body: application })
  await api.call('/target-policies', { body: policy })
  await api.call('/target-policies', { body: ownPolicy })
  await api.call('/silences', { body: silence })
  await api.call('/environments', { body: environment })
  const held = { ...application, name: 'held' }
  await api.call('/applications', { body: held })
  const any = { 'if-match': '*' }
  await api.call('/environments', { body: { name: cluster.environment, hold: '30d' } })
  const versions = { follow: 'versions' }
  await api.call('/applications/ieb/held', { method: 'PATCH', body: versions, headers: any })
  const hold = { until: heldUntil, reason: 'Christmas' }
  await api.call(holdPath, { method: 'PUT', body: hold, headers: any })
  await api.call('/freezes', { body: freeze })
  await api.call('/cluster-types', { body: clusterType })
  await api.call('/configs', { body: config })
  await api.call('/config-schemas', { body: configSchema })
  await api.call('/guard-rules', { body: guardRule })
  const hosts = { hosts: ['hooks.example.com'] }
  await api.call('/outgoing-hosts', { method: 'PUT', body: hosts, headers: { 'if-match': '*' } })
  await api.call('/subscriptions', { body: ownSubscription })
  await api.call('/alert-rules', { body: ownRule })
  await api.call('/saved-reports', { body: savedReport })
  await api.call('/saved-reports', { body: ownReport })
  const content = gzipSync('{}').toString('hex')
  await inTenant(api.database, api.tenant.id, async (tx) => {
    await tx.execute(sql`
      insert into report_runs (tenant, id, report, team, state, asked_at, ended_at, format)
      select tenant, ${requestId}::uuid, object, team, 'done', now(), now(), 'json' from revisions
      where kind = 'saved-report' and name = 'own'`)
    await tx.execute(sql`insert into report_chunks (tenant, run, part, content)
      values (${api.tenant.id}, ${requestId}::uuid, 0, decode(${content}, 'hex'))`)
  })
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into deliveries (tenant, id, subscription, type, subject, data, dedupe)
      select tenant, ${DELIVERY}::uuid, object, 'test', '', '{}', '' from revisions
      where kind = 'subscription'`),
  )
  await api.call('/metric-sources', { body: metricSource })
  await api.call('/schedulers', { body: scheduler })
  await api.call('/target-policies', { body: { ...policy, name: 'foreign', namespace: 'other' } })
  await api.call('/applications', { body: { ...application, name: 'pinned', repo_branch: COMMIT } })
  await api.call('/registration-tokens', { body: registrationToken })
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into tokens (tenant, id, hash, name, role, created_by, expires_at)
      values (${api.tenant.id}, ${spareToken}, 'spare', 'spare', 'reader', 'test', now())`),
  )
  await api.call(`${appPath}/versions`, { body: { commit: COMMIT } })
  const rolled = { ...application, name: 'rolling', follow: 'versions' }
  await api.call('/applications', { body: rolled })
  await api.call('/applications/ieb/rolling/versions', { body: { commit: COMMIT } })
  await api.call('/rollouts', { body: rolling })
  await insertTeamRequest(api, requestId)
  await insertPullRequest(api, 'main', 'closed')
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into role_grants (tenant, id, source, value, role, created_by)
      values (${api.tenant.id}, ${GRANT}, 'group', 'given', 'reader', 'test')`),
  )
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into saved_views (tenant, id, team, list, name, query, is_default, created_by)
      select tenant, ${VIEW}::uuid, object, 'clusters', 'of the team', '', false, 'test'
      from revisions where kind = 'team' and name = 'ieb'`),
  )
  await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into saved_views (tenant, id, owner, list, name, query, is_default, created_by)
      values (${api.tenant.id}, ${OTHERS_VIEW}, 'somebody else', 'clusters', 'own', '', false, 'test')`),
  )
  tokens = {
    admin: await api.token('admin'),
    contributor: await api.token('contributor'),
    reader: await api.token('reader'),
    'contributor of the team': await api.token('contributor', { team: 'ieb' }),
    'reader of the team': await api.token('reader', { team: 'ieb' }),
    'contributor of another team': await api.token('contributor', { team: 'other' }),
    'a cluster': await api.token('contributor', { cluster: cluster.name }),
    'admin of another tenant': await elsewhere.token('admin'),
    nobody: null,
  }
})

/** There is one to delete, or to send something to. */
const insertHook = () =>
  inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      insert into hooks (tenant, id, name, team, host, sealed, created_by, created_by_name)
      select tenant, ${HOOK}::uuid, 'pushes', object, 'github',
        ${api.services.sealing.seal('secret', placeOf(api.tenant.id, HOOK))}, 'test', 'test'
      from revisions where kind = 'team' and name = 'ieb'
      on conflict do nothing`),
  )

const sent = (body: unknown, type = 'application/octet-stream'): Call =>
  body instanceof Uint8Array
    ? {
        text: new Uint8Array(body),
        headers: { 'if-match': '*', 'content-type': type },
      }
    : { body, headers: { 'if-match': '*' } }

const useCases = await useCasesByName()
const headerNames = ({ headers }: Answer) => [...headers.keys()].sort()
const as = (principal: Principal) => ({ token: tokens[principal] })

describe('who may do what', () => {
  afterAll(async () => {
    const call = as('admin of another tenant')
    for (const { id } of (await api.call('/role-grants', call)).json.items) {
      await api.call(`/role-grants/${id}`, { method: 'DELETE', ...call })
    }
  })

  it('names every operation', () => {
    const ids = operations.map(({ id }) => id).sort()
    expect(Object.keys(table).sort()).toEqual(ids)
    expect(Object.keys(resources).sort()).toEqual(ids)
  })

  it.each(operations)('$id asks for what the table of permissions knows', ({ id, useCase }) => {
    const { permission: action } = useCases.get(useCase.name)!
    for (const [index, principal] of principals.entries()) {
      const actor = actors[principal]
      const status = table[id]!.expected[index]!
      if (actor === null || ofSomeAlone.includes(id)) continue
      const asked = resources[id]!
      const resource = typeof asked === 'function' ? asked(actor) : asked
      expect(reaches(resourceName(resource), action)).toBeDefined()
      if (can(actor, action, resource)) expect([401, 403, 404], principal).not.toContain(status)
      else expect(status, principal).toBe(can(actor, 'read', resource) ? 403 : 404)
    }
  })

  const rows = operations.flatMap(({ id, method, query }) =>
    principals.map((principal, index) => ({
      id,
      method,
      hasDryRun: 'dryRun' in query.shape,
      principal,
      status: table[id]?.expected[index],
    })),
  )
  it.each(rows)(
    '$id by $principal: $status',
    async ({ id, method, hasDryRun, principal, status }) => {
      const { path, body, type } = table[id]!
      if (path.endsWith(HOOK)) await insertHook()
      const answer = await api.call(hasDryRun ? `${path}?dryRun=true` : path, {
        method,
        ...sent(body, type),
        ...as(principal),
      })
      expect(answer.status, answer.text).toBe(status)
    },
  )
})

describe('a token that announces for a team', () => {
  /** What it may; of the rollouts that it reads it is told that it may do nothing with them. */
  const allowed: Readonly<Record<string, number>> = {
    listVersions: 200,
    getVersion: 200,
    announceVersion: 200,
    listRollouts: 200,
    getRollout: 200,
    listRolloutEvents: 200,
    listRolloutClusters: 200,
    startRollout: 403,
    pauseRollout: 403,
    resumeRollout: 403,
    abortRollout: 403,
    rollBackRollout: 403,
    postRolloutCheck: 422,
    receivePush: 401,
  }
  /** It is no person, and no cluster’s. */
  const ofOthers = ['createTeamRequest', 'notifyOfApplication', 'writeMetrics', 'registerCluster']

  it.each(operations.filter(({ id }) => !ofOthers.includes(id)))(
    'is answered by $id only what it needs',
    async ({ id, method, query }) => {
      const { path, body, type } = table[id]!
      if (path.endsWith(HOOK)) await insertHook()
      const call = { method, ...sent(body, type) }
      const address = 'dryRun' in query.shape ? `${path}?dryRun=true` : path
      const token = await api.token('announcer', { team: 'ieb' })
      const answer = await api.call(address, { ...call, token })
      expect(answer.status, answer.text).toBe(allowed[id] ?? 404)
      if (id === 'receivePush') return
      const foreign = await api.token('announcer', { team: 'other' })
      const elsewhere = await api.call(address, { ...call, token: foreign })
      expect(elsewhere.status, elsewhere.text).toBe(id === 'listRollouts' ? 200 : 404)
      if (id === 'listRollouts') expect(elsewhere.json).toMatchObject({ items: [], total: 0 })
    },
  )

  it.each(operations.filter(({ id }) => ofOthers.includes(id)))(
    'is refused by $id',
    async ({ id, method }) => {
      const { path, body, type } = table[id]!
      const token = await api.token('announcer', { team: 'ieb' })
      const answer = await api.call(path, { method, ...sent(body, type), token })
      expect([403, 404], answer.text).toContain(answer.status)
    },
  )
})

describe('a token of a scheduler', () => {
  /** It is no person, and no cluster’s. */
  const ofOthers = ['createTeamRequest', 'notifyOfApplication', 'writeMetrics', 'registerCluster']
  const allowed: Readonly<Record<string, number>> = {
    getClusterScores: 200,
    replaceClusterScores: 200,
    receivePush: 401,
  }

  it.each(operations.filter(({ id }) => !ofOthers.includes(id)))(
    'is answered by $id only what it needs',
    async ({ id, method, query }) => {
      const { path, body, type } = table[id]!
      if (path.endsWith(HOOK)) await insertHook()
      const address = 'dryRun' in query.shape ? `${path}?dryRun=true` : path
      const token = await api.token('scheduler', { scheduler: scheduler.name })
      const answer = await api.call(address, { method, ...sent(body, type), token })
      expect(answer.status, answer.text).toBe(allowed[id] ?? 404)
    },
  )

  it.each(operations.filter(({ id }) => ofOthers.includes(id)))(
    'is refused by $id',
    async ({ id, method }) => {
      const { path, body, type } = table[id]!
      const token = await api.token('scheduler', { scheduler: scheduler.name })
      const answer = await api.call(path, { method, ...sent(body, type), token })
      expect([403, 404], answer.text).toContain(answer.status)
    },
  )
})

describe('what may not be seen', () => {
  const absent: Readonly<Record<string, string>> = {
    getTeam: '/teams/absent',
    getApplication: '/applications/ieb/absent',
    getTargetPolicy: '/target-policies/absent',
    explainPlacement: '/placements/absent/app1/absent',
    getRollout: '/rollouts/999',
    abortRollout: '/rollouts/999/abort',
    getChange: '/changes/999',
    revertChange: '/changes/999/revert',
    listChangeBootstraps: '/changes/999/bootstraps',
    getTeamRequest: '/team-requests/absent',
    declineTeamRequest: '/team-requests/absent/decline',
    replaceTeam: '/teams/absent',
    patchApplication: '/applications/absent/app1',
    deleteApplication: '/applications/ieb/absent',
    deleteTargetPolicy: '/target-policies/absent',
  }
  it.each(Object.entries(absent))('is answered by %s like what is absent', async (id, missing) => {
    const { method } = operations.find((operation) => operation.id === id)!
    const { path, body } = table[id]!
    for (const principal of ['contributor of another team', 'admin of another tenant'] as const) {
      const call = { method, body, headers: { 'if-match': '*' }, ...as(principal) }
      const hidden = await api.call(path, call)
      const gone = await api.call(missing, call)
      expect([hidden.status, hidden.text]).toEqual([404, gone.text])
      expect(headerNames(hidden)).toEqual(headerNames(gone))
    }
  })

  it('is in no list, no count and no CSV of another tenant', async () => {
    // Every tenant has its own tokens and audit (see tokens.test.ts and audit.test.ts), and the lists of a change, of an
    // application, of a cluster, of a rollout, of a report and of a subscription are a 404.
    const own = [
      'listAudit',
      'listTokens',
      'listChangeBootstraps',
      'listVersions',
      'listReportRuns',
      'listDeliveries',
      'listForeignApplications',
      'listRolloutEvents',
      'listRolloutClusters',
    ]
    const lists = operations.filter(({ id }) => id.startsWith('list') && !own.includes(id))
    for (const list of lists) {
      const call = as('admin of another tenant')
      // Each tenant has the cluster type `default`.
      const always = list.id === 'listClusterTypes' ? ['default'] : []
      const { items, total } = (await api.call(list.path, call)).json
      expect(items.map(({ name }: { name: string }) => name)).toEqual(always)
      expect(total).toBe(always.length)
      const { text } = await api.call(`${list.path}?format=csv`, call)
      expect(text.trim().split('\n')).toHaveLength(1 + always.length)
    }
  })

  it('is in another tenant’s audit only as what that tenant’s own people were refused', async () => {
    const { json } = await api.call('/audit?limit=1000', as('admin of another tenant'))
    const actors: string[] = json.items.map(({ actor }: { actor: { id: string } }) => actor.id)
    const own = await api.call('/audit?limit=1000')
    expect(own.json.items.length).toBeGreaterThan(0)
    for (const { actor } of own.json.items) expect(actors).not.toContain(actor.id)
  })

  it('takes no name in another tenant', async () => {
    for (const [path, body] of [
      ['/teams', team],
      ['/clusters', cluster],
      ['/applications', application],
      ['/target-policies', ownPolicy],
    ] as const) {
      const elsewhere = await api.call(path, { body, ...as('admin of another tenant') })
      expect(elsewhere.status).toBe(201)
    }
  })

  it('is in no list of another team', async () => {
    const call = as('contributor of another team')
    const namesOf = async (path: string) => {
      const items: { name: string }[] = (await api.call(path, call)).json.items
      return items.map(({ name }) => name)
    }
    expect(await namesOf('/teams')).toEqual(['other'])
    expect(await namesOf('/applications')).toEqual([])
    expect(await namesOf('/target-policies')).toEqual([policy.name, 'foreign'])
    expect((await api.call('/placements', call)).json.total).toBe(0)
    expect((await api.call('/placements?policy=own', call)).json.total).toBe(0)
    expect((await api.call('/history', call)).json.total).toBe(0)
    const { text } = await api.call('/changes', call)
    expect(text).not.toMatch(/ieb|app1"/)
  })

  it('is in no explanation: policies of other teams', async () => {
    const path = `/placements/ieb/app1/${cluster.name}`
    const namesFor = async (principal: Principal) => {
      const rows: { policy: string }[] = (await api.call(path, as(principal))).json.policies
      return rows.map((row) => row.policy)
    }
    expect(await namesFor('reader')).toEqual([policy.name, 'foreign', 'own'])
    expect(await namesFor('reader of the team')).toEqual([policy.name, 'own'])
  })
})

describe('what may not be edited', () => {
  it.each([
    // case | name | status
    ['a platform policy', policy.name, 403],
    ["another team's policy", 'foreign', 404],
  ])('is not taken over by its name in /apply: %s', async (_, name, status) => {
    const before = await api.call(`/target-policies/${name}`)
    const body = documentOf('target-policy', {
      ...policy,
      name,
      namespace: 'ieb',
      cluster_selector: '*',
    })
    const own = documentOf('application', { ...application, name: 'beside' })
    const answer = await api.call('/apply', {
      body: [own, body],
      ...as('contributor of the team'),
    })
    expect(answer.status).toBe(status)
    expect((await api.call(`/target-policies/${name}`)).text).toBe(before.text)
    expect((await api.call('/applications/ieb/beside')).status).toBe(404)
  })

  it('spoils a whole /apply, wherever it stands', async () => {
    const documents = ['a', 'b', 'c'].map((name) =>
      documentOf('application', { ...application, name: `batch-${name}` }),
    )
    const foreign = documentOf('application', { ...application, namespace: 'other' })
    for (let at = 0; at <= documents.length; at += 1) {
      const answer = await api.call('/apply', {
        body: documents.toSpliced(at, 0, foreign),
        ...as('contributor of the team'),
      })
      expect(answer.status).toBe(404)
    }
    expect((await api.call('/applications?q=batch')).json.total).toBe(0)
  })

  it("is not reached by giving one's own policy away", async () => {
    for (const namespace of ['other', null]) {
      const answer = await api.call('/target-policies/own', {
        method: 'PATCH',
        body: { namespace },
        headers: { 'if-match': '*' },
        ...as('contributor of the team'),
      })
      expect(answer.status).toBe(namespace === null ? 403 : 404)
    }
  })
})
