// What a page about a change or a commit shows of how far it has come, as its address asks for it.
import { grouping, words } from '#lib/domain/lists/parameters.ts'
import { COMPLIANCES, type Compliance } from '#lib/domain/observed/compliance.ts'
import type { CommitComplianceInput } from '#lib/usecases/observed/compliance.ts'
import { pageParameters, type SearchParams } from './page-query.ts'

const by = grouping('What a group has in common.')
const outcomes = words(COMPLIANCES, 'What a group holds.')

export type ComplianceAsked = {
  /** As the address says it. */
  readonly word: string
  readonly by: CommitComplianceInput['by']
  /** Only groups that hold any of these; null: all. */
  readonly outcomes: readonly Compliance[] | null
  /** How many groups come before this page. */
  readonly from: number
}

const ABSENT = 'cluster'

/** What can't be read counts as absent. */
export function complianceAsked(search: SearchParams): ComplianceAsked {
  const given = pageParameters(search, ['by', 'outcome', 'from'])
  const word = by.safeParse(given['by']).success ? (given['by'] ?? ABSENT) : ABSENT
  const from = /^\d{1,6}$/.test(given['from'] ?? '') ? Number(given['from']) : 0
  const read = outcomes.safeParse(given['outcome'])
  return { word, by: by.parse(word), outcomes: read.success ? read.data : null, from }
}
