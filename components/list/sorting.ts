// What a list is sorted by, as its address says it: `name,-since`.

export type Direction = 'ascending' | 'descending'

type Sort = { readonly by: string; readonly direction: Direction }

/** The sorts of an address, the first one first. */
export function sortsOf(text: string | undefined): readonly Sort[] {
  if (text === undefined) return []
  return text
    .split(',')
    .map((each) =>
      each.startsWith('-')
        ? { by: each.slice(1), direction: 'descending' }
        : { by: each, direction: 'ascending' },
    )
}

/** The same sorts, of which one is turned, or comes after all others. */
export function sortedThen(sorts: readonly Sort[], then: Sort): readonly Sort[] {
  if (sorts.every(({ by }) => by !== then.by)) return [...sorts, then]
  return sorts.map((sort) => (sort.by === then.by ? then : sort))
}

export function sortText(sorts: readonly Sort[]): string {
  return sorts.map(({ by, direction }) => (direction === 'ascending' ? by : `-${by}`)).join(',')
}
