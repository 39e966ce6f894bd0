import { array, assert, constantFrom, dictionary, integer, option, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, groupsIn, linesOf } from './series.ts'
import { type Metric, METRICS } from './series-metrics.ts'
import { STATES } from './states.ts'

const counts = dictionary(constantFrom(...STATES), integer({ min: 0, max: 5 }), {
  noNullPrototype: true,
})
const column = option(
  array(
    constantFrom('a', 'b', 'c', null).chain((key) => counts.map((each) => [key, each] as const)),
  ).map((groups): Column => new Map(groups)),
)
/** What clusters count themselves is known of some groups alone. */
const counted: readonly Metric[] = Object.values(METRICS).filter(
  (metric: Metric) => metric.isOf !== 'clusters',
)
const columns = array(column, { maxLength: 6 })

describe('the lines of a series', () => {
  it('have a value for each point, and none exactly where nobody knows', () => {
    assert(
      property(columns, constantFrom(...counted), (each, metric) => {
        for (const { values } of linesOf(metric, each, groupsIn(metric, each).keys)) {
          expect(values).toHaveLength(each.length)
          for (const [index, value] of values.entries()) {
            if (each[index] === null) expect(value).toBeNull()
            else if (metric.counted !== 'durations') expect(value).not.toBeNull()
          }
        }
      }),
    )
  })

  it('of all states hold together everything that was counted, and at least one of each group', () => {
    assert(
      property(columns, (each) => {
        const { keys, leftOut } = groupsIn(METRICS.states, each)
        const lines = linesOf(METRICS.states, each, keys)
        expect(leftOut).toBe(0)
        expect(new Set(lines.map(({ key }) => key))).toEqual(new Set(keys))
        for (const [index, groups] of each.entries()) {
          const sum = lines.reduce((total, { values }) => total + (values[index] ?? 0), 0)
          const wanted = [...(groups ?? [])].flatMap(([, named]) => Object.values(named))
          expect(sum).toBe(wanted.reduce((total, count) => total + count, 0))
        }
      }),
    )
  })

  it('never count what nobody can tell as well', () => {
    const each: Column[] = [new Map([['a', { unknown: 3, healthy: 1 }]])]
    expect(linesOf(METRICS.states, each, ['a'])).toEqual([
      { key: 'a', name: 'unknown', values: [3] },
      { key: 'a', name: 'healthy', values: [1] },
    ])
    expect(linesOf(METRICS.drift, each, ['a'])).toEqual([
      { key: 'a', name: 'drifted', values: [0] },
      { key: 'a', name: 'unknown', values: [3] },
    ])
  })

  it('of what clusters count themselves are unknown where none sent any', () => {
    const each: Column[] = [
      new Map(),
      new Map([['a', { fetch: 0 }]]),
      new Map([['b', { fetch: 7 }]]),
    ]
    expect(linesOf(METRICS.git_requests, each, ['a'])).toEqual([
      { key: 'a', name: 'fetch', values: [null, 0, null] },
    ])
  })

  it('of a group that had nothing say so', () => {
    expect(linesOf(METRICS.deployments, [new Map(), null], ['a'])).toEqual([
      { key: 'a', name: 'succeeded', values: [0, null] },
    ])
  })

  it('of durations are nothing where there was none', () => {
    const each: Column[] = [new Map([[null, { 10: 4 }]]), new Map(), null]
    expect(linesOf(METRICS.sync_duration, each, [null])).toEqual([
      { key: null, name: 'p50', values: [7.5, null, null] },
      { key: null, name: 'p95', values: [9.75, null, null] },
    ])
  })
})

describe('the groups of a series', () => {
  it('are the hundred with the most of what it is about, by name', () => {
    const named = Array.from({ length: 120 }, (_, index) => `g${index}`)
    const each = new Map(
      named.map((key, index): [string, Record<string, number>] => [
        key,
        index < 20 ? { healthy: 99 } : { drifted: index },
      ]),
    )
    const { keys, leftOut } = groupsIn(METRICS.drift, [each])
    expect(leftOut).toBe(20)
    expect(keys).toEqual(named.slice(20).sort())
  })
})
