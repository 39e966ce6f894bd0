export type QueryRow = { readonly metric: string; readonly query: string }

export const EMPTY_QUERY: QueryRow = { metric: '', query: '' }

/** What is sent: empty rows aren't. */
export function writtenQueries(rows: readonly QueryRow[]): readonly QueryRow[] {
  return rows.filter(({ metric, query }) => metric !== '' || query !== '')
}
