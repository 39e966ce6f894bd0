// The table of operations: routes and the OpenAPI document are made from it, and nothing else is served under /api/v1.
import type { Operation } from '#lib/http/api/operation.ts'
import { applicationInput, applicationOutput } from '#lib/schemas/application.ts'
import { clusterInput, clusterOutput } from '#lib/schemas/cluster.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { targetPolicyInput, targetPolicyOutput } from '#lib/schemas/target-policy.ts'
import { teamInput, teamOutput } from '#lib/schemas/team.ts'
import { applications, clusters, targetPolicies, teams } from '#lib/usecases/objects/use-cases.ts'
import { accessOperations } from './access-operations.ts'
import { getApplicationKinds, replaceApplicationKinds } from './application-kinds-operations.ts'
import { apply } from './apply-operation.ts'
import { listAudit } from './audit-operation.ts'
import { listChangeBootstraps } from './bootstrap-lists.ts'
import { clearClusterBranch, getClusterBranches } from './cluster-branch-operations.ts'
import { getGitState, keepDatabase } from './git-state-operations.ts'
import { getLabelValues } from './label-operation.ts'
import { objectOperations } from './object-operations.ts'
import {
  explainPlacement,
  getChange,
  listChanges,
  listHistory,
  listPlacements,
} from './read-operations.ts'
import {
  clearRepositorySettings,
  getRepositorySettings,
  replaceRepositorySettings,
  tryRepositorySettings,
} from './repository-settings-operations.ts'
import {
  approveTeamRequest,
  createTeamRequest,
  declineTeamRequest,
  getTeamRequest,
  listTeamRequests,
  withdrawTeamRequest,
} from './team-request-operations.ts'
import { createToken, listTokens, revokeToken } from './token-operations.ts'
import {
  confirmUpgrade,
  getUpgrade,
  listUpgradeClusters,
  listUpgradeFiles,
} from './upgrade-operations.ts'

export const operations: readonly Operation[] = [
  ...objectOperations({
    singular: 'Team',
    noun: 'a team',
    plural: 'Teams',
    tag: 'teams',
    collection: '/teams',
    item: '/teams/{name}',
    writes: ['team'],
    labelled: false,
    input: teamInput,
    output: teamOutput,
    useCases: teams,
    location: ({ name }) => apiPaths.team(name),
    columns: ['name', 'description', 'groups', 'source_repos', 'network', 'kubectl', 'quota'],
  }),
  ...objectOperations({
    singular: 'Cluster',
    noun: 'a cluster',
    plural: 'Clusters',
    tag: 'clusters',
    collection: '/clusters',
    item: '/clusters/{name}',
    writes: ['cluster'],
    labelled: true,
    input: clusterInput,
    output: clusterOutput,
    useCases: clusters,
    location: ({ name }) => apiPaths.cluster(name),
    columns: [
      'name',
      'description',
      'shortName',
      'environment',
      'metadata',
      'default_project',
      'argocd_namespace',
      'confinement',
    ],
  }),
  getClusterBranches,
  clearClusterBranch,
  ...objectOperations({
    singular: 'Application',
    noun: 'an application',
    plural: 'Applications',
    tag: 'applications',
    collection: '/applications',
    item: '/applications/{namespace}/{name}',
    writes: ['application'],
    labelled: true,
    input: applicationInput,
    output: applicationOutput,
    useCases: applications,
    location: ({ namespace = '', name }) => apiPaths.application(namespace, name),
    columns: [
      'namespace',
      'name',
      'description',
      'repo_url',
      'repo_branch',
      'repo_path',
      'metadata',
    ],
  }),
  ...objectOperations({
    singular: 'TargetPolicy',
    noun: 'a target policy',
    plural: 'TargetPolicies',
    tag: 'target-policies',
    collection: '/target-policies',
    item: '/target-policies/{name}',
    writes: ['target-policy', 'platform-policy'],
    labelled: false,
    input: targetPolicyInput,
    output: targetPolicyOutput,
    useCases: targetPolicies,
    location: ({ name }) => apiPaths.targetPolicy(name),
    columns: [
      'name',
      'description',
      'app_selector',
      'cluster_selector',
      'effect',
      'namespace',
      'suspended',
    ],
  }),
  listPlacements,
  explainPlacement,
  listChanges,
  getChange,
  listChangeBootstraps,
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
  apply,
  listTeamRequests,
  createTeamRequest,
  getTeamRequest,
  approveTeamRequest,
  declineTeamRequest,
  withdrawTeamRequest,
  ...accessOperations,
]
