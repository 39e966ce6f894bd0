// The query of a page. Unlike the API's, which programs write, it comes from forms and bookmarks: an empty field counts as
// absent, and unknown parameters are ignored.

import { instantOf } from '#lib/domain/lists/instant.ts'
import type { ListAddress } from '#lib/schemas/paths.ts'

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Forms have no time zone in their date-time fields; the portal's are in UTC. */
const FORM_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

const DAY_MS = 86_400_000
/** Later ones have a year that Postgres doesn't read as `Date` writes it. */
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z')

export function pageParameters(
  search: SearchParams,
  known: readonly string[],
): Readonly<Record<string, string>> {
  const given = known.flatMap((name) => {
    const value = search[name]
    const [text = ''] = Array.isArray(value) ? value : [value]
    const trimmed = text.trim()
    return trimmed === ''
      ? []
      : [[name, FORM_INSTANT.test(trimmed) ? `${trimmed}Z` : trimmed] as const]
  })
  return Object.fromEntries(given)
}

/**
 * The end of a page's range as the API understands it: a date on a page includes the whole day, in the API it is the first
 * moment.
 */
export function untilOf(text: string): string {
  const day = text.length === 'yyyy-mm-dd'.length ? instantOf(text) : null
  if (day === null) return text
  return new Date(Math.min(day.getTime() + DAY_MS, LAST_INSTANT.getTime())).toISOString()
}

/** What a list's address asks for, whichever page of it, as the API understands it. */
export function askedOf({
  filters,
  query,
}: Pick<ListAddress, 'filters' | 'query'>): Readonly<Record<string, string>> {
  const asked = pageParameters(query, [...filters, 'sort'])
  return asked['to'] === undefined ? asked : { ...asked, to: untilOf(asked['to']) }
}

/** The moment that a page should show; an unreadable one is the present. */
export function momentOf(search: SearchParams): Date | null {
  return instantIn(search, 'at')
}

/** When what a page shows should have been known; null: now, and where that can't be read. */
export function knownAtOf(search: SearchParams): Date | null {
  const [at, knownAt] = [momentOf(search), instantIn(search, 'known_at')]
  return at !== null && knownAt !== null && at > knownAt ? null : knownAt
}

function instantIn(search: SearchParams, name: string): Date | null {
  return instantOf(pageParameters(search, [name])[name] ?? '')
}
