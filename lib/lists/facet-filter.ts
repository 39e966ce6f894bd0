// How a list is filtered by a value that some of its rows were counted by.
import type { Facet } from '#lib/domain/lists/facets.ts'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { allOf } from '#lib/domain/labels/selector.ts'
import type { ListFacets } from './list.ts'

type Query = Readonly<Record<string, string>>

/** The parameters that change; null: none says that a field has this value, or none. */
export function filterBy(
  { fields, lacking = {}, labels }: ListFacets,
  facet: Facet,
  value: string | null,
  query: Query,
): Query | null {
  if (facet.key === null) {
    return value === null ? (lacking[facet.by] ?? null) : fields[facet.by]!(value, query)
  }
  const { parameter: name } = labels[facet.by]!
  const term = value === null ? `!${facet.key}` : `${facet.key}=${value}`
  return { [name]: withTerm(query[name] ?? '', term) }
}

function withTerm(text: string, term: string): string {
  const given = [text, term].flatMap((each) => {
    const read = parseSelector(each, [])
    return read.ok ? [read.value] : []
  })
  return formatSelector(allOf(given)!)
}
