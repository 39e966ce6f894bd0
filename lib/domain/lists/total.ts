// How many rows a list has. Counting stops where nobody would page through them any more, so that it costs a page.

/** Up to here totals are exact. */
export const COUNTED_MAX = 10_000

export type Total = {
  readonly total: number
  /** False: there are more than `total`. */
  readonly totalIsExact: boolean
}

/** The total of what is known, or was counted to the last. */
export function exactly(total: number): Total {
  return { total, totalIsExact: true }
}

/** The total of a count that stopped as soon as it was beyond `COUNTED_MAX`. */
export function countedTotal(counted: number): Total {
  return counted > COUNTED_MAX ? { total: COUNTED_MAX, totalIsExact: false } : exactly(counted)
}
