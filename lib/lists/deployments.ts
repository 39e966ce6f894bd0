// The history: deployments, and what became of them.
import { deploymentParameters } from '#lib/domain/lists/list-parameters.ts'
import { outcomeFault } from '#lib/domain/lists/outcome-fault.ts'
import { listHistoryUseCase, type ToldDeployment } from '#lib/usecases/history/list.ts'
import { clustersIn } from './environment.ts'
import { byParameter, defineList, PAIRS_EXPORTED, type RowForms } from './list.ts'
import { pairFields, pairLabels } from './pair-facets.ts'
import { deploymentPosition } from './positions.ts'

export const deploymentList = defineList({
  parameters: deploymentParameters,
  facets: {
    fields: { outcome: withOutcome, ...pairFields, actor: byParameter('actor') },
    labels: pairLabels('clusterSelector'),
  },
  position: deploymentPosition,
  useCase: listHistoryUseCase,
  input: ({ sort, q, environment, clusterSelector, outcome, ...filter }, window) => ({
    ...window,
    filter: {
      ...filter,
      clusterSelector: clustersIn(environment, [clusterSelector]),
      outcomes: outcome,
      text: q,
      descending: sort.descending,
    },
  }),
})

/** Only some queries can be filtered by what became of deployments. */
function withOutcome(outcome: string, query: Readonly<Record<string, string>>) {
  const { outcome: outcomes, ...filter } = deploymentParameters.parse({ ...query, outcome })
  return outcomeFault({ ...filter, outcomes }) === null ? { outcome } : null
}

export const deploymentRows: RowForms<ToldDeployment> = {
  exportRows: PAIRS_EXPORTED,
  json: deploymentJson,
  columns: {
    namespace: ({ namespace }) => namespace,
    application: ({ application }) => application,
    cluster: ({ cluster }) => cluster,
    version: ({ version }) => version,
    target: ({ target }) => target,
    from: ({ from }) => from,
    to: ({ to }) => to,
    change: ({ change }) => change,
    ended_by: ({ endedBy }) => endedBy,
    actor: ({ actor }) => actor,
    reason: ({ reason }) => reason,
    commit: ({ commit }) => commit,
    pulled_at: ({ pulledAt }) => pulledAt,
    synced_at: ({ syncedAt }) => syncedAt,
    healthy_at: ({ healthyAt }) => healthyAt,
    outcome: ({ outcome }) => outcome,
    rollback_of: ({ rollbackOf }) => rollbackOf,
  },
  labels: {
    label: ({ labels }) => labels.label,
    app_label: ({ labels }) => labels.app_label,
  },
}

function deploymentJson(deployment: ToldDeployment) {
  const {
    applicationId: _,
    clusterId: __,
    labels: ___,
    repoUrl,
    repoPath,
    endedBy,
    from,
    to,
    ...told
  } = deployment
  const { pulledAt, syncedAt, healthyAt, outcome, rollbackOf, ...rest } = told
  return {
    ...rest,
    pulled_at: pulledAt?.toISOString() ?? null,
    synced_at: syncedAt?.toISOString() ?? null,
    healthy_at: healthyAt?.toISOString() ?? null,
    outcome,
    rollback_of: rollbackOf,
    repo_url: repoUrl,
    repo_path: repoPath,
    from: from.toISOString(),
    to: to?.toISOString() ?? null,
    ended_by: endedBy,
  }
}
