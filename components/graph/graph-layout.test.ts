import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  layoutOf,
  type LayeredEdge,
  NODE_HEIGHT_PX,
  NODE_WIDTH_PX,
  pathOf,
} from './graph-layout.ts'

type Drawn = { readonly count: number; readonly edges: readonly LayeredEdge[] }

/** Every node of a column leads to some of the next one. */
const graphs: fc.Arbitrary<Drawn> = fc
  .array(fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((columns) => {
    const firstOf = (place: number) =>
      columns.slice(0, place).reduce((sum, column) => sum + column.length, 0)
    const edges = columns.flatMap((column, place) => {
      const next = columns[place + 1]
      if (next === undefined) return []
      return column.map((to, nth) => ({
        from: firstOf(place) + nth,
        to: firstOf(place + 1) + (to % next.length),
        columns: 1,
      }))
    })
    return { count: firstOf(columns.length), edges }
  })

it('no node covers another, each stands right of what leads to it, and they are read by columns', () => {
  fc.assert(
    fc.property(graphs, ({ count, edges }) => {
      const placed = layoutOf(count, edges, 64).placed
      expect(placed.map(({ node }) => node).toSorted((a, b) => a - b)).toEqual([
        ...Array(count).keys(),
      ])
      for (const [nth, a] of placed.entries()) {
        for (const b of placed.slice(nth + 1)) {
          expect(a.x < b.x || (a.x === b.x && a.y < b.y)).toBe(true)
          const isApart =
            Math.abs(a.x - b.x) >= NODE_WIDTH_PX || Math.abs(a.y - b.y) >= NODE_HEIGHT_PX
          expect(isApart).toBe(true)
        }
      }
      const xOf = new Map(placed.map(({ node, x }) => [node, x]))
      for (const { from, to } of edges) expect(xOf.get(from)!).toBeLessThan(xOf.get(to)!)
    }),
  )
})

it('an edge goes past the nodes between its ends, and touches none', () => {
  const edges = [
    { from: 0, to: 1, columns: 1 },
    { from: 1, to: 2, columns: 1 },
    { from: 0, to: 2, columns: 1 },
  ]
  const { placed, ways } = layoutOf(3, edges, 64)
  const between = placed.find(({ node }) => node === 1)!
  const { past } = ways[2]!
  expect(ways.map((way) => way.past.length)).toEqual([0, 0, 1])
  expect(past[0]!.x).toBeCloseTo(between.x + NODE_WIDTH_PX / 2)
  expect(past[0]!.y < between.y || past[0]!.y > between.y + NODE_HEIGHT_PX).toBe(true)
  const path = pathOf({ x: 0, y: 0 }, [{ x: 300, y: 90 }], { x: 600, y: 0 })
  expect(path).toBe('M 0 0 C 98 0 98 90 196 90 L 404 90 C 502 90 502 0 600 0')
})
