// The list from which somebody opens objects, in this tab: the way on from one of them to the next. Each visitor of a browser has
// lists of their own: names of objects are for those alone who may read them.

/** A page of a list, as it was when it was opened. */
export type OpenedList = {
  /** Its address. */
  readonly href: string
  /** Where its rows lead, in their order. */
  readonly rows: readonly string[]
  /** The number of its first row. */
  readonly firstRow: number
  /** How many rows the whole list has, in words. */
  readonly total: string
  readonly previousHref: string | null
  readonly nextHref: string | null
}

export type Neighbours = {
  readonly list: string
  /** `3 of 312`. */
  readonly place: string
  /** The row before, or the page of the list before; null: this is the first one. */
  readonly previous: string | null
  readonly next: string | null
}

const keyOf = (visitor: string) => `berth-list ${visitor}`

export function keepOpenedList(visitor: string, list: OpenedList, storage: Storage): void {
  storage.setItem(keyOf(visitor), JSON.stringify(list))
}

/** What is kept, as text; null: nothing is. */
export function keptList(visitor: string, storage: Storage): string | null {
  return storage.getItem(keyOf(visitor))
}

/** The rows beside that of an object's page, in what is kept; null: the list hasn't it. */
export function neighboursIn(kept: string | null, path: string): Neighbours | null {
  const list = openedList(kept)
  const at = list?.rows.findIndex((row) => pathOf(row) === path) ?? -1
  if (list === null || at === -1) return null
  const { href, rows, firstRow, total, previousHref, nextHref } = list
  return {
    list: href,
    place: `${(firstRow + at).toLocaleString('en')} of ${total}`,
    previous: rows[at - 1] ?? previousHref,
    next: rows[at + 1] ?? nextHref,
  }
}

function pathOf(href: string): string {
  return href.split('?')[0]!
}

/** Another version of the portal may have kept something else. */
function openedList(kept: string | null): OpenedList | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is optional and unknown
    const list = JSON.parse(kept ?? 'null') as Partial<OpenedList> | null
    const isList =
      list !== null &&
      Array.isArray(list.rows) &&
      typeof list.href === 'string' &&
      typeof list.firstRow === 'number' &&
      typeof list.total === 'string'
    if (!isList) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as just looked at
    return list as OpenedList
  } catch {
    return null
  }
}
