// The lists that reports are made of, and what may be asked of each.
import type { z } from 'zod'
import {
  applicationParameters,
  auditParameters,
  changeParameters,
  clusterParameters,
  deploymentParameters,
  placementParameters,
} from '#lib/domain/lists/list-parameters.ts'
import { queryFault } from '#lib/domain/lists/list-query.ts'
import { outcomeFault } from '#lib/domain/lists/outcome-fault.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { KINDS } from '../kinds.ts'

export const REPORT_LISTS = [
  'placements',
  'history',
  'clusters',
  'applications',
  'changes',
  'audit',
] as const
export type ReportList = (typeof REPORT_LISTS)[number]

const PARAMETERS: Readonly<Record<ReportList, z.ZodObject>> = {
  placements: placementParameters,
  clusters: clusterParameters,
  applications: applicationParameters,
  history: deploymentParameters,
  changes: changeParameters(KINDS),
  audit: auditParameters,
}

/** What is wrong with the query of a list, as its address would have it. */
export function reportQueryIssues(list: ReportList, query: string): Issue[] {
  const fault = queryFault(list, PARAMETERS[list], query) ?? deploymentFault(list, query)
  return fault === null ? [] : [{ path: ['query'], code: 'report_query', reason: fault }]
}

function deploymentFault(list: ReportList, query: string): string | null {
  if (list !== 'history') return null
  const given = Object.fromEntries(new URLSearchParams(query))
  const { outcome, ...filter } = deploymentParameters.parse(given)
  return outcomeFault({ ...filter, outcomes: outcome })
}
