import type {
  Deployment,
  DeploymentPosition,
  DeploymentQuery,
} from '#db/queries/deployment-query.ts'
import { readDeploymentOutcomes } from '#db/queries/deployment-outcomes.ts'
import { listDeployments } from '#db/queries/deployments.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { type Outcome, outcomeOf } from '#lib/domain/observed/outcome.ts'
import type { LabelKey } from '#lib/domain/lists/columns.ts'
import type { FacetCounts, FacetQuestion } from '#lib/domain/lists/facets.ts'
import { outcomeFault } from '#lib/domain/lists/outcome-fault.ts'
import { asked, defineRead } from '../define.ts'
import { wrongQuery } from '../observed/wrong-query.ts'
import { labelsOfPairs, type PairLabels } from '../placements/pair-labels.ts'
import { countDeploymentFacets } from './facets.ts'
import { type Moment, type ObservedMoment, observedMoment, readMoment } from '../moment.ts'

type DeploymentFilter = Omit<DeploymentQuery, 'upTo' | 'teams' | 'observed'>

export type ListHistoryInput = {
  readonly at: Moment
  /** Of a later page of an export: when the clusters were asked about for the first one. */
  readonly observed?: ObservedMoment | undefined
  /** Absent filters exclude nothing; the newest deployment is first. */
  readonly filter: Partial<DeploymentFilter>
  readonly after: DeploymentPosition | null
  readonly limit: number
  /** For a page of an export, where the total isn't needed. */
  readonly isExport?: boolean
  /** Labels that its rows show. */
  readonly labels?: readonly LabelKey[]
  /** What all of its deployments are counted by, besides. */
  readonly facets?: FacetQuestion
}

const everyDeployment: DeploymentFilter = {
  namespace: null,
  application: null,
  cluster: null,
  change: null,
  actor: null,
  from: null,
  to: null,
  begun: false,
  clusterSelector: null,
  appSelector: null,
  outcomes: null,
  text: null,
  descending: true,
}

/** A deployment, and what its cluster told of it. */
export type ToldDeployment = Deployment & {
  /** When its cluster had it; null: not yet, or not before its end, or nobody knows. */
  readonly pulledAt: Date | null
  readonly syncedAt: Date | null
  readonly healthyAt: Date | null
  readonly outcome: Outcome
  /** Those that were asked for. */
  readonly labels: PairLabels
}

export type DeploymentList = Total & {
  readonly items: readonly ToldDeployment[]
  readonly facets: readonly FacetCounts[]
  readonly next: DeploymentPosition | null
  /** The change as of which this is read; a later page can be read `at` it. */
  readonly asOf: number
  readonly observed: ObservedMoment
}

export const listHistoryUseCase = defineRead<ListHistoryInput, DeploymentList>({
  name: 'history.list',
  // Queries that no index answers: through all names, and back through all changes.
  isHeavy: ({ at, filter, isExport, facets }) =>
    isExport === true ||
    at !== null ||
    facets !== undefined ||
    [filter.text, filter.actor, filter.outcomes].some((each) => (each ?? null) !== null),
  load: () => asked({ kind: 'tenant' }),
  run: async (context, input) => {
    const { at, filter, after, limit, isExport, labels = [], facets } = input
    const { scope, actor } = context
    const fault = outcomeFault(filter)
    if (fault !== null) throw wrongQuery('outcome', fault)
    const { change: upTo, asOf } = await readMoment(context, at)
    const observed = input.observed ?? observedMoment(context, at)
    const teams = readableTeams(actor)
    const query = { ...everyDeployment, ...filter, upTo, teams, observed }
    const { rows, ...total } = await listDeployments(scope, query, {
      after,
      limit: limit + 1,
      isCounted: isExport !== true,
    })
    const page = rows.slice(0, limit)
    const labelled = await labelsOfPairs(scope, page, labels, upTo)
    const told = await withOutcomes(scope, page, { change: upTo, ...observed })
    const items = told.map((deployment) => ({ ...deployment, labels: labelled(deployment) }))
    return {
      items,
      facets: facets ? await countDeploymentFacets(context, { query, ...total }, facets) : [],
      next: rows.length > limit ? items.at(-1)! : null,
      ...total,
      asOf,
      observed,
    }
  },
})

async function withOutcomes(
  scope: TenantScope,
  deployments: readonly Deployment[],
  time: ObservedTime,
): Promise<Omit<ToldDeployment, 'labels'>[]> {
  const told = await readDeploymentOutcomes(scope, deployments, time)
  return deployments.map((deployment, index) => {
    const { pulledAt, syncedAt, healthyAt, ...rest } = told[index]!
    const hasEnded = deployment.endedBy !== null
    const outcome = outcomeOf({ pulledAt, healthyAt, hasEnded, ...rest })
    return { ...deployment, pulledAt, syncedAt, healthyAt, outcome }
  })
}
