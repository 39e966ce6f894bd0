// The list of the placements that a part of the matrix stands for.
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { OpenedCell, OpenedLine } from './matrix-grid.tsx'

/** The filters of the matrix that lists of placements have, too. */
const SHARED = [
  'namespace',
  'appSelector',
  'clusterSelector',
  'environment',
  'at',
  'known_at',
] as const

export type SharedFilters = Readonly<Partial<Record<(typeof SHARED)[number], string>>>

export function sharedFilters(query: URLSearchParams): SharedFilters {
  return Object.fromEntries(SHARED.flatMap((name) => [[name, query.get(name) ?? undefined]]))
}

export function placementsPath(
  filters: SharedFilters,
  { row, column, state }: Partial<Pick<OpenedCell, 'row' | 'column'>> & { readonly state?: string },
): string {
  return withQuery(pagePaths.placements, {
    ...filters,
    ...(row && rowFilter(row)),
    ...(column && columnFilter(column, filters.clusterSelector)),
    state,
  })
}

/** A group of rows is a team. */
function rowFilter({ group, name }: OpenedLine) {
  return { namespace: group.key, application: name }
}

function columnFilter({ group, name }: OpenedLine, asked: string | undefined) {
  if (name !== null) return { cluster: name }
  return { clusterSelector: [asked, group.selector].filter(Boolean).join(',') }
}
