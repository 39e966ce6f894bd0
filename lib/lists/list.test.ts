import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { everyPage, type Window } from './list.ts'

const ROWS_MAX = 1000

/** A list of so many numbers, and what was asked of it. */
function listOf(count: number) {
  const asked: Window<number>[] = []
  const load = async (window: Window<number>) => {
    asked.push(window)
    const from = window.after ?? 0
    const end = Math.min(count, from + window.limit)
    const items = Array.from({ length: end - from }, (_, index) => from + index)
    return { items, next: end < count ? end : null, asOf: 7, total: count, totalIsExact: true }
  }
  return { asked, load }
}

it('reads however long a list by bounded pages, each when the one before was taken, as of one change', async () => {
  const counts = fc.nat({ max: 5 * ROWS_MAX })
  const sizes = fc.option(fc.integer({ min: 1, max: ROWS_MAX }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(counts, sizes, async (count, exportRows) => {
      fc.pre(count / (exportRows ?? ROWS_MAX) < 50)
      const { asked, load } = listOf(count)
      let before = 0
      const beforeNext = async () => void (before += 1)
      const taken: number[] = []
      const rows = exportRows === undefined ? {} : { exportRows }
      for await (const items of everyPage(load, new Date(0), rows, beforeNext)) {
        taken.push(...items)
        // Nothing is read ahead of whoever takes it.
        expect(asked.length).toBe(before + 1)
      }
      expect(taken).toEqual(Array.from({ length: count }, (_, index) => index))
      expect(Math.max(...asked.map(({ limit }) => limit))).toBeLessThanOrEqual(ROWS_MAX)
      expect(new Set(asked.slice(1).map(({ at }) => at))).toEqual(new Set(asked[1] ? [7] : []))
    }),
  )
})
