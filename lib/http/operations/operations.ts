// The table of operations: routes and the OpenAPI document are made from it, and nothing else is served under /api/v1.
import { type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import type { Operation } from '#lib/http/api/operation.ts'
import { accessOperations } from './access-operations.ts'
import { getApplicationKinds, replaceApplicationKinds } from './application-kinds-operations.ts'
import { apply } from './apply-operation.ts'
import { exportModel } from './model-operation.ts'
import { listAlerts } from './alert-operations.ts'
import { listAudit } from './audit-operation.ts'
import { bulkEdit } from './bulk-operation.ts'
import { listChangeBootstraps } from './bootstrap-lists.ts'
import { clearClusterBranch, getClusterBranches } from './cluster-branch-operations.ts'
import { getChangeCompliance, getCommitCompliance } from './compliance-operations.ts'
import { getDependencies } from './dependency-operations.ts'
import { answerDecision, getDecision } from './decision-operations.ts'
import { listDeliveries, redeliver, testSubscription } from './delivery-operations.ts'
import { followEvents } from './event-operation.ts'
import { listForeignApplications } from './foreign-operation.ts'
import { getGitState, keepDatabase } from './git-state-operations.ts'
import {
  deleteHold,
  getHold,
  getApplicationHolds,
  getClusterHolds,
  putHold,
} from './hold-operations.ts'
import { createHook, deleteHook, listHooks, receivePush } from './hook-operations.ts'
import { getLabelValues } from './label-operation.ts'
import { objectOperations } from './object-operations.ts'
import { getSourceSeries } from './metric-source-operations.ts'
import { getObservedSettings, replaceObservedSettings } from './observed-settings-operations.ts'
import { getOutgoingHosts, replaceOutgoingHosts } from './outgoing-hosts-operations.ts'
import { observedSeries, observedSummary } from './observed-operations.ts'
import { getMatrix } from './matrix-operation.ts'
import { writeMetrics } from './metrics-operation.ts'
import { notifyOfApplication } from './notification-operation.ts'
import {
  explainPlacement,
  explainPlacementConfig,
  getChange,
  getPlacementFiles,
  listChanges,
  listHistory,
  listPlacements,
} from './read-operations.ts'
import { getReportKeys, replaceReportKeys, uploadReport } from './carried-report-operations.ts'
import { getClusterReport, reportCluster, reportNothingNew } from './report-operations.ts'
import {
  getRegistrationSecret,
  makeRegistrationSecret,
  registerCluster,
} from './registration-operations.ts'
import {
  clearRepositorySettings,
  getRepositorySettings,
  replaceRepositorySettings,
  tryRepositorySettings,
} from './repository-settings-operations.ts'
import { revertChange } from './revert-operation.ts'
import {
  abortRollout,
  approveRollout,
  getRollout,
  listRolloutClusters,
  listRolloutEvents,
  listRollouts,
  overrideRollout,
  pauseRollout,
  postRolloutCheck,
  resumeRollout,
  rollBackRollout,
  startRollout,
} from './rollout-operations.ts'
import { compareEnvironments, getApplicationEnvironments } from './environment-operations.ts'
import { listPullRequests, reopenPullRequest } from './pull-request-operations.ts'
import { rollBackApplication } from './rollback-operation.ts'
import { getReportFile, listReportRuns, startReportRun } from './saved-report-operations.ts'
import { getClusterScores, replaceClusterScores } from './score-operations.ts'
import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  patchSavedView,
} from './saved-view-operations.ts'
import {
  approveTeamRequest,
  askForMore,
  createTeamRequest,
  declineTeamRequest,
  getTeamRequest,
  listTeamRequests,
  withdrawTeamRequest,
} from './team-request-operations.ts'
import { createToken, listTokens, revokeToken } from './token-operations.ts'
import {
  announceVersion,
  getVersion,
  getVersionCompliance,
  listVersions,
} from './version-operations.ts'
import {
  confirmUpgrade,
  getUpgrade,
  listUpgradeClusters,
  listUpgradeFiles,
} from './upgrade-operations.ts'

const besides: Readonly<Partial<Record<Kind, readonly Operation[]>>> = {
  team: [askForMore],
  application: [
    rollBackApplication,
    listVersions,
    announceVersion,
    getVersion,
    getVersionCompliance,
    getApplicationEnvironments,
    getApplicationHolds,
  ],
  environment: [compareEnvironments],
  'saved-report': [listReportRuns, startReportRun, getReportFile],
  subscription: [listDeliveries, redeliver, testSubscription],
  cluster: [
    getClusterBranches,
    clearClusterBranch,
    getClusterReport,
    listForeignApplications,
    reportCluster,
    reportNothingNew,
    uploadReport,
    getReportKeys,
    replaceReportKeys,
    registerCluster,
    getClusterHolds,
    getHold,
    putHold,
    deleteHold,
    getClusterScores,
    replaceClusterScores,
  ],
  'target-policy': [getDecision, answerDecision],
  'registration-token': [getRegistrationSecret, makeRegistrationSecret],
  'metric-source': [getSourceSeries],
}

export const operations: readonly Operation[] = [
  ...KINDS.flatMap((kind) => [...objectOperations(kind), ...(besides[kind] ?? [])]),
  listPlacements,
  explainPlacement,
  explainPlacementConfig,
  getPlacementFiles,
  getDependencies,
  getMatrix,
  observedSummary,
  observedSeries,
  getObservedSettings,
  replaceObservedSettings,
  getOutgoingHosts,
  replaceOutgoingHosts,
  notifyOfApplication,
  writeMetrics,
  followEvents,
  listAlerts,
  listRollouts,
  startRollout,
  getRollout,
  listRolloutEvents,
  listRolloutClusters,
  pauseRollout,
  resumeRollout,
  abortRollout,
  rollBackRollout,
  approveRollout,
  overrideRollout,
  postRolloutCheck,
  listChanges,
  getChange,
  revertChange,
  listChangeBootstraps,
  getChangeCompliance,
  getCommitCompliance,
  listPullRequests,
  reopenPullRequest,
  listHistory,
  listAudit,
  getLabelValues,
  getRepositorySettings,
  replaceRepositorySettings,
  clearRepositorySettings,
  tryRepositorySettings,
  getApplicationKinds,
  replaceApplicationKinds,
  getGitState,
  keepDatabase,
  getUpgrade,
  confirmUpgrade,
  listUpgradeFiles,
  listUpgradeClusters,
  listTokens,
  createToken,
  revokeToken,
  listHooks,
  createHook,
  receivePush,
  deleteHook,
  listSavedViews,
  createSavedView,
  getSavedView,
  patchSavedView,
  deleteSavedView,
  apply,
  bulkEdit,
  exportModel,
  listTeamRequests,
  createTeamRequest,
  getTeamRequest,
  approveTeamRequest,
  declineTeamRequest,
  withdrawTeamRequest,
  ...accessOperations,
]
