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
  const given = [...new URLSearchParams(query)]
  const names = given.map(([name]) => name)
  const { shape } = PARAMETERS[list]
  const unknown = names.find((name) => !Object.hasOwn(shape, name))
  if (unknown !== undefined) {
    return [issue(`There is no parameter ${JSON.stringify(unknown)} of ${list}.`)]
  }
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) return [issue(`The parameter ${repeated} is given twice.`)]
  const read = PARAMETERS[list].safeParse(Object.fromEntries(given))
  if (!read.success) return [issue(read.error.issues[0]!.message)]
  if (list !== 'history') return []
  const { outcome, ...filter } = deploymentParameters.parse(Object.fromEntries(given))
  const fault = outcomeFault({ ...filter, outcomes: outcome })
  return fault === null ? [] : [issue(fault)]
}

const issue = (reason: string): Issue => ({ path: ['query'], code: 'report_query', reason })
