// How many rows a list has. Counting stops beyond what anybody would page through, so that it costs no more than a page.

/** Up to here totals are exact. */
export const COUNTED_MAX = 10_000

export type Total = {
  readonly total: number
  /** False: there are more than `total`. */
  readonly totalIsExact: boolean
}

/** The exact total of a list that was counted to its end. */
export function exactly(total: number): Total {
  return { total, totalIsExact: true }
}

/** Whether the rows are so few that each can be looked at. */
export function areFew({ total, totalIsExact }: Total): boolean {
  return totalIsExact && total <= COUNTED_MAX
}

/** The total of a count that stopped as soon as it was beyond `COUNTED_MAX`. */
export function countedTotal(counted: number): Total {
  return counted > COUNTED_MAX ? { total: COUNTED_MAX, totalIsExact: false } : exactly(counted)
}
