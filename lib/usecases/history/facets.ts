// Counts deployments by what they have in common.
import { labelChange } from '#db/queries/deployment-candidates.ts'
import { readDeploymentOutcomes } from '#db/queries/deployment-outcomes.ts'
import type { DeploymentQuery } from '#db/queries/deployment-query.ts'
import { type MatchedDeployment, readDeployments } from '#db/queries/deployments.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import {
  countBy,
  type FacetOf,
  type FacetCounts,
  facetCounts,
  type FacetQuestion,
  facetsAmong,
} from '#lib/domain/lists/facets.ts'
import { outcomeFault } from '#lib/domain/lists/outcome-fault.ts'
import { areFew, type Total } from '#lib/domain/lists/total.ts'
import { outcomeOf } from '#lib/domain/observed/outcome.ts'
import type { Context } from '../define.ts'
import { usualLabels } from '../labels/usual-labels.ts'
import { PAIR_FIELDS, pairValues } from '../placements/pair-values.ts'

/** The fields of deployments by which they are counted. */
const DEPLOYMENT_FIELDS = ['outcome', ...PAIR_FIELDS, 'actor'] as const
type DeploymentFacet = FacetOf<(typeof DEPLOYMENT_FIELDS)[number]>

/** The deployments of a list, and how many they are. */
type CountedDeployments = Total & { readonly query: DeploymentQuery }

/** Counts of all deployments of a list, not only of a page. */
export async function countDeploymentFacets(
  context: Context,
  { query, ...total }: CountedDeployments,
  { facets, ...part }: FacetQuestion,
): Promise<FacetCounts[]> {
  const { scope } = context
  const asked = facets ? facetsAmong(DEPLOYMENT_FIELDS, facets) : await usualFacets(context, query)
  if (!areFew(total)) return asked.map((facet) => facetCounts(facet, null, part))
  const rows = await readDeployments(scope, query)
  const counts: FacetCounts[] = []
  for (const facet of asked) {
    const valueOf = await valuesOf(scope, query, facet, rows)
    counts.push(facetCounts(facet, countBy(rows, valueOf), part))
  }
  return counts
}

async function usualFacets(context: Context, query: DeploymentQuery): Promise<DeploymentFacet[]> {
  const labels = await usualLabels(context, 'cluster')
  const isFilteredByOutcome = outcomeFault({ ...query, outcomes: ['any'] }) === null
  const fields = [...(isFilteredByOutcome ? (['outcome'] as const) : []), 'team', 'actor'] as const
  return [...labels, ...fields.map((by): DeploymentFacet => ({ by, key: null }))]
}

async function valuesOf(
  scope: TenantScope,
  query: DeploymentQuery,
  facet: DeploymentFacet,
  rows: readonly MatchedDeployment[],
): Promise<(row: MatchedDeployment) => string | null | undefined> {
  switch (facet.by) {
    case 'actor':
      return ({ actor }) => actor
    case 'outcome':
      return outcomesOf(scope, query, rows)
    default:
      return pairValues(scope, facet, rows, await labelChange(scope, query))
  }
}

async function outcomesOf(
  scope: TenantScope,
  { upTo, observed }: DeploymentQuery,
  rows: readonly MatchedDeployment[],
) {
  const told = await readDeploymentOutcomes(scope, rows, { change: upTo, ...observed })
  const outcomes = new Map(
    rows.map((row, place) => [row, outcomeOf({ ...told[place]!, hasEnded: row.endedBy !== null })]),
  )
  return (row: MatchedDeployment) => outcomes.get(row)
}
