// What is asked of a list, in the words of its own filters.
import type { ReportList } from '#lib/domain/objects/saved-report/report-lists.ts'
import type { FilterField } from './filter-form.tsx'
import { LIST_FIELDS } from './list-fields.ts'

export type AskedFilter = { readonly name: string; readonly label: string; readonly text: string }

/** Filters that the API takes and the list's form doesn't show. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  environment: 'Environment',
  clusterSelector: 'Cluster selector',
  appSelector: 'Application selector',
}

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The filters of a query, as the address of the list has it, in its order. */
export function askedFilters(list: ReportList, query: string): readonly AskedFilter[] {
  return [...new URLSearchParams(query)].map(([name, value]) => {
    if (name === 'sort') return { name, label: 'Sorted by', text: sortText(value) }
    const field = LIST_FIELDS[list].find((each) => each.name === name)
    const label = field?.label ?? OTHER_LABELS[name] ?? name
    return { name, label, text: field?.choices ? choiceText(field.choices, value) : value }
  })
}

/** The later ones sort what the earlier ones leave equal. */
function sortText(sort: string): string {
  return sort
    .split(',')
    .map((each) => (each.startsWith('-') ? `${each.slice(1)}, descending` : each))
    .join(', then ')
}

/** The words for one or several values of a field with choices. */
export function choiceText(choices: NonNullable<FilterField['choices']>, value: string): string {
  const words = value.split(',').map((one) => choices.find(([given]) => given === one)?.[1] ?? one)
  return oneOf.format(words)
}

export function isReportList(text: string): text is ReportList {
  return Object.hasOwn(LIST_FIELDS, text)
}
