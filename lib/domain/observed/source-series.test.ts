import { describe, expect, it } from 'vitest'
import { filledQuery, gridOf, linesOnGrid, SOURCE_LINES_MAX } from './source-series.ts'

const at = (text: string) => new Date(`2026-11-22T${text}Z`)
const hour = gridOf(at('10:00:00'), at('11:00:00'), '15m')!

describe('the instants at which a source is asked', () => {
  it('are those of the step within the range, so that the same are asked for a while', () => {
    expect(hour.times).toHaveLength(5)
    expect(gridOf(at('09:59:10'), at('11:00:50'), '15m')).toEqual(hour)
    expect(new Date(hour.times[0]!)).toEqual(at('10:00:00'))
  })

  it.each([
    [1, '1m'],
    [24, '15m'],
    [24 * 30, '6h'],
    [24 * 365, '1w'],
  ])('of %i hours are %s apart if nothing is said', (hours, step) => {
    const to = at('00:00:00')
    expect(gridOf(new Date(to.getTime() - hours * 3_600_000), to, null)?.step).toBe(step)
  })

  it('are 1,000 at most, and one at least', () => {
    const from = at('00:00:00')
    expect(gridOf(from, new Date(from.getTime() + 999 * 60_000), '1m')?.times).toHaveLength(1000)
    expect(gridOf(from, new Date(from.getTime() + 1000 * 60_000), '1m')).toBeNull()
    expect(gridOf(at('10:01:00'), at('10:20:00'), '1h')).toBeNull()
  })
})

it.each([
  [
    'promql',
    'rate(x[$step]) + x @ $to offset $range',
    'rate(x[900s]) + x @ 1795345200 offset 3600s',
  ],
  [
    'kql',
    'T | where t > $from | summarize count() by bin(t, $step)',
    'T | where t > datetime(2026-11-22T10:00:00.000Z) | summarize count() by bin(t, 900s)',
  ],
  ['promql', 'x{a=~"b$|$stepped"} / $steps', 'x{a=~"b$|$stepped"} / $steps'],
] as const)('a query in %s is filled: %s', (language, query, filled) => {
  expect(filledQuery(query, hour, language)).toBe(filled)
})

it('of a time zone the instants are those at which its days begin and the last one ends, whether they are as long or not', () => {
  const [from, to] = [new Date('2026-10-24T10:00:00Z'), new Date('2026-10-26T12:00:00Z')]
  const grid = gridOf(from, to, '1d', 'Europe/Berlin')!
  const begins = [
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ]
  expect(grid.times.map((time) => new Date(time).toISOString())).toEqual(begins)
  const even = begins.map((_, day) => [Date.parse(begins[0]!) + day * grid.stepMs, day] as const)
  expect(linesOnGrid([{ key: 'a', values: new Map(even) }], grid).lines[0]?.values).toEqual([
    0, 1, 2, 3,
  ])
})

const line = (key: string, ...values: [text: string, value: number][]) => ({
  key,
  values: new Map(values.map(([text, value]) => [at(text).getTime(), value])),
})

describe('what a source answers', () => {
  it('stands at the instants that were asked for, with gaps where nothing is known', () => {
    const answered = line(
      'a',
      ['09:59:59', 9],
      ['10:00:00', 1],
      ['10:20:00', 2],
      ['10:30:00', Number.NaN],
      ['10:45:00', Infinity],
      ['11:14:59', 0],
      ['11:15:00', 9],
    )
    expect(linesOnGrid([answered], hour)).toEqual({
      lines: [{ key: 'a', values: [1, 2, null, null, 0] }],
      leftOut: 0,
    })
  })

  it('is cut to the largest lines', () => {
    const many = Array.from({ length: SOURCE_LINES_MAX + 5 }, (_, index) =>
      line(`l${String(index).padStart(2, '0')}`, ['10:00:00', index]),
    )
    const { lines, leftOut } = linesOnGrid(many, hour)
    expect(leftOut).toBe(5)
    expect(lines.map(({ key }) => key)).toEqual(many.slice(5).map(({ key }) => key))
  })
})
