import { describe, expect, it } from 'vitest'
import { countedFrom, gapsOf, lastOf, linesOf, markersByStep, sumOf } from './series.ts'

const T = ['2026-11-22T00:00:00Z', '2026-11-22T01:00:00Z', '2026-11-22T02:00:00Z']
const [t0 = '', t1 = '', t2 = ''] = T
const EARLIER = ['2026-11-21T21:00:00Z', '2026-11-21T22:00:00Z', '2026-11-21T23:00:00Z']

const series = (name: string, values: readonly (number | null)[], times = T) => ({
  key: null,
  name,
  points: values.map((value, index) => [times[index] ?? '', value] as const),
})

const line = (...values: (number | null)[]) => ({ key: null, name: '', values, before: null })

describe('an answer', () => {
  it('becomes a line for each series, over all instants in their order', () => {
    const { times, lines } = linesOf({
      series: [series('healthy', [1, 2], [t2, t0]), series('failed', [5], [t1])],
    })
    expect(times).toEqual(T)
    expect(lines).toEqual([
      { key: null, name: 'healthy', values: [2, null, 1], before: null },
      { key: null, name: 'failed', values: [null, 5, null], before: null },
    ])
  })

  it('has under each step the one as many steps earlier', () => {
    const compare = { from: '', to: '', series: [series('healthy', [7, 8, 9], EARLIER)] }
    const both = linesOf({ series: [series('healthy', [1, 2, 3])], compare })
    expect(both.lines.map(({ before }) => before)).toEqual([[7, 8, 9]])
  })

  it('has nothing under the first steps where the period before has fewer', () => {
    const compare = { from: '', to: '', series: [series('healthy', [8, 9], EARLIER)] }
    const both = linesOf({ series: [series('healthy', [1, 2, 3])], compare })
    expect(both.lines.map(({ before }) => before)).toEqual([[null, 8, 9]])
  })
})

describe('what isn’t known', () => {
  it.each([
    ['nothing is missing', [line(1, 2, 3)], []],
    ['one line knows', [line(null, 2, 3), line(0, null, 1)], []],
    ['at the beginning', [line(null, 2, 3)], [[0, 0]]],
    ['in between', [line(1, null, 3), line(1, null, 3)], [[1, 1]]],
    [
      'at both ends',
      [line(null, 2, null)],
      [
        [0, 0],
        [2, 2],
      ],
    ],
    ['everywhere', [line(null, null, null)], [[0, 2]]],
  ])('is a gap, never nought: %s', (_, lines, gaps) => {
    expect(gapsOf({ times: T, lines })).toEqual(gaps)
  })

  it('ends with the first value', () => {
    expect(countedFrom({ times: T, lines: [line(null, 0, null)] })).toBe(1)
    expect(countedFrom({ times: T, lines: [line(null, null, null)] })).toBeNull()
  })

  it('isn’t added, and isn’t the newest', () => {
    expect(sumOf([null, 2, 3])).toBe(5)
    expect(sumOf([null])).toBeNull()
    expect(lastOf([1, 2, null])).toBe(2)
    expect(lastOf([null])).toBeNull()
  })
})

const marker = (t: string, change: number) => ({ t, change, text: '' })

it('puts each change into the step in which it was made', () => {
  const found = markersByStep(T, [
    marker('2026-11-21T23:59:59Z', 1),
    marker(t1, 2),
    marker('2026-11-22T01:59:59Z', 3),
    marker('2026-11-22T05:00:00Z', 4),
  ])
  expect([...found].map(([t, marked]) => [t, marked.map(({ change }) => change)])).toEqual([
    [t1, [2, 3]],
    [t2, [4]],
  ])
})
