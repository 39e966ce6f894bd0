// The query of a page. Unlike the API's, which programs write, it comes from forms and from people's bookmarks: an empty
// field is none, and what the page doesn't know is left alone.
import { readInstant, type Parameters } from './parameters.ts'

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Forms have no time zone in their date-time fields; the portal's are in UTC. */
const FORM_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** The known parameters of a page's query that are given. */
export function pageParameters(search: SearchParams, known: readonly string[]): Parameters {
  const given = known.flatMap((name) => {
    const value = search[name]
    const [text = ''] = Array.isArray(value) ? value : [value]
    const trimmed = text.trim()
    return trimmed === ''
      ? []
      : [[name, FORM_INSTANT.test(trimmed) ? `${trimmed}Z` : trimmed] as const]
  })
  return new Map(given)
}

/** The moment that a page is asked to show; an instant that nobody can read is the present. */
export function momentOf(search: SearchParams): Date | null {
  try {
    return readInstant(pageParameters(search, ['at']), 'at')
  } catch {
    return null
  }
}
