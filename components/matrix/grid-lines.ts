// The lines of an axis of the matrix as the grid draws them, from its groups alone: what each holds comes with its window.
import type { MatrixAxis } from '#lib/schemas/matrix.ts'

type Group = MatrixAxis['groups'][number]
export type GridLine = { readonly group: number; readonly isGroup: boolean }

export function gridLines(groups: readonly Group[]): readonly GridLine[] {
  return groups.flatMap(({ open, size }, group) => [
    { group, isGroup: true },
    ...Array.from({ length: open ? size : 0 }, () => ({ group, isGroup: false })),
  ])
}

/** The address's parameter that names the pair that is explained, as team/application/cluster. */
export const CELL = 'cell'

/** The addresses' parameters that say which groups are open. */
export const OPENNESS = {
  rows: { open: 'openRows', closed: 'closedRows' },
  columns: { open: 'openColumns', closed: 'closedColumns' },
} as const
export type Axis = keyof typeof OPENNESS

/** The same query with a group of an axis opened, or closed. */
export function withToggled(
  query: URLSearchParams,
  axis: Axis,
  { selector, open }: Group,
): URLSearchParams {
  const { open: openName, closed: closedName } = OPENNESS[axis]
  const [to, from] = open ? [closedName, openName] : [openName, closedName]
  const toggled = new URLSearchParams(query)
  toggled.delete(from, selector)
  if (!toggled.has(to, selector)) toggled.append(to, selector)
  return toggled
}
