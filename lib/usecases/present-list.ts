// Lists of what has no history: each page shows the present.
import type { Total } from '#lib/domain/lists/total.ts'

export type PresentList<Item, Position> = Total & {
  readonly items: readonly Item[]
  /** Where the next page begins; null: this is the last one. */
  readonly next: Position | null
  /** No change: nothing of it is part of any. */
  readonly asOf: 0
}

/** A page of such a list. `read` reads so many rows; `positionOf` says where a row stands. */
export async function presentPage<Row, Position>(
  limit: number,
  read: (limit: number) => Promise<readonly Row[]>,
  positionOf: (row: Row) => Position,
): Promise<Omit<PresentList<Row, Position>, keyof Total>> {
  const rows = await read(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? positionOf(last) : null, asOf: 0 }
}
