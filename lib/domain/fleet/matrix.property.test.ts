import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexWith, EMPTY_INDEX } from '#lib/domain/labels/label-index.ts'
import { bitsOf, NO_BITS } from '#lib/domain/sets/bits.ts'
import { emptyFleet } from './fleet.ts'
import {
  axisOf,
  countLines,
  countPlacedBetween,
  linesOf,
  type MatrixAxis,
  OPEN_MEMBERS_MAX,
} from './matrix.ts'

/** Objects by id with a region each, or none; their names are in the order of their ids. */
function axisBy(
  regions: readonly (string | null)[],
  { open = [], closed = [] }: { open?: readonly string[]; closed?: readonly string[] } = {},
): MatrixAxis {
  const edits = regions.map((region, id) => ({
    id,
    before: null,
    after: new Map(region === null ? [] : [['region', region] as const]),
  }))
  const ordered = regions.map((_, id) => id)
  const index = indexWith(EMPTY_INDEX, edits)
  return axisOf({ ordered, index }, bitsOf(ordered), 'region', { open, closed })
}

const openOf = (axis: MatrixAxis) => axis.map(({ isOpen }) => isOpen)

describe('an axis of a matrix', () => {
  it('has its groups by their values, and what has none last', () => {
    const axis = axisBy(['west', null, 'east', 'west', ''])
    expect(axis).toEqual([
      { key: '', selector: 'region=', members: [4], isOpen: true },
      { key: 'east', selector: 'region=east', members: [2], isOpen: true },
      { key: 'west', selector: 'region=west', members: [0, 3], isOpen: true },
      { key: null, selector: '!region', members: [1], isOpen: true },
    ])
  })

  it('has only those that are among what is asked for', () => {
    const axis = axisOf({ ordered: [0, 1], index: EMPTY_INDEX }, bitsOf([1]), 'region', {
      open: [],
      closed: [],
    })
    expect(axis).toMatchObject([{ key: null, members: [1] }])
  })

  it('is open unless somebody closes it, while it has few members', () => {
    const few = Array.from({ length: OPEN_MEMBERS_MAX }, (_, id) => (id % 2 === 0 ? 'a' : 'b'))
    expect(openOf(axisBy(few))).toEqual([true, true])
    expect(openOf(axisBy(few, { closed: ['region=a'] }))).toEqual([false, true])
    expect(openOf(axisBy([...few, 'a']))).toEqual([false, false])
    expect(openOf(axisBy([...few, 'a'], { open: ['region=b'] }))).toEqual([false, true])
  })
})

const regions = fc.array(fc.constantFrom('a', 'b', 'c', null), { maxLength: 30 })

describe('the lines of a matrix', () => {
  it('are each group, and after an open one its members, whatever windows they are read in', () => {
    fc.assert(
      fc.property(
        regions,
        fc.subarray(['region=a', 'region=b', '!region']),
        fc.integer({ min: 1, max: 7 }),
        (regions, closed, limit) => {
          const axis = axisBy(regions, { closed })
          const whole = axis.flatMap(({ members, isOpen }, group) => [
            { group, id: null },
            ...(isOpen ? members.map((id) => ({ group, id })) : []),
          ])
          const lines = Array.from({ length: Math.ceil(whole.length / limit) + 1 }, (_, window) =>
            linesOf(axis, window * limit, limit),
          )
          expect(lines.flat()).toEqual(whole)
          expect(countLines(axis)).toBe(whole.length)
        },
      ),
    )
  })
})

const APPLICATIONS = 8
const CLUSTERS = 200
const clusters = fc.subarray(Array.from({ length: CLUSTERS }, (_, id) => id))
/** In a line of many, in one of few, in one of few, or in none. */
const place = fc.constantFrom(1, 1, 1, 2, 3, 0)
const placesOf = (length: number) => fc.array(place, { minLength: length, maxLength: length })

/** The ids by the line that each of them is in; 0: in none. */
function sideOf(lines: readonly number[]): number[][] {
  return [1, 2, 3].map((line) => lines.flatMap((of, id) => (of === line ? [id] : [])))
}

describe('counting what is placed between lines', () => {
  it('counts each pair of a row and a column once, by whether its cluster is heard of', () => {
    fc.assert(
      fc.property(
        fc.array(clusters, { minLength: APPLICATIONS, maxLength: APPLICATIONS }),
        placesOf(APPLICATIONS),
        placesOf(CLUSTERS),
        clusters,
        (placed, rowPlaces, columnPlaces, heard) => {
          const fleet = { ...emptyFleet(), placements: placed.map((ids) => bitsOf(ids)) }
          const [rows, columns] = [sideOf(rowPlaces), sideOf(columnPlaces)]
          const naive = rows.map((applications) =>
            columns.map((among) => {
              const pairs = applications.flatMap((id) =>
                placed[id]!.filter((cluster) => among.includes(cluster)),
              )
              const isHeard = pairs.filter((cluster) => heard.includes(cluster)).length
              return { heard: isHeard, silent: pairs.length - isHeard }
            }),
          )
          expect(countPlacedBetween(fleet, rows, columns, bitsOf(heard))).toEqual(naive)
        },
      ),
    )
  })

  it('counts nothing where nothing is', () => {
    expect(countPlacedBetween(emptyFleet(), [[1]], [[2], []], NO_BITS)).toEqual([
      [
        { heard: 0, silent: 0 },
        { heard: 0, silent: 0 },
      ],
    ])
  })
})
