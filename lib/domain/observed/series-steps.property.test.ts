import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Step, stepCount, stepFor, STEPS, stepsBefore, stepsOf } from './series-steps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-zone.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })
const texts = (instants: readonly Date[]) => instants.map((at) => at.toISOString())

describe('the steps of a range', () => {
  it('of days have 23 and 25 hours where summer time begins and ends', () => {
    const spring = stepsOf(
      range('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'),
      '1d',
      'Europe/Berlin',
    )
    expect(texts(spring.begins)).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
    const autumn = stepsOf(
      range('2026-10-24T22:00:00Z', '2026-10-26T00:00:00Z'),
      '1d',
      'Europe/Berlin',
    )
    expect(texts([...autumn.begins, autumn.end])).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
    ])
  })

  it('of weeks begin on Mondays', () => {
    const { begins, end } = stepsOf(range('2026-11-22', '2026-11-24'), '1w', 'UTC')
    expect(texts([...begins, end])).toEqual([
      '2026-11-16T00:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
      '2026-11-30T00:00:00.000Z',
    ])
  })

  it('of hours are those of UTC, where everything is counted', () => {
    const { begins } = stepsOf(
      range('2026-11-22T10:15:00Z', '2026-11-22T12:00:00Z'),
      '1h',
      'Asia/Kolkata',
    )
    expect(texts(begins)).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z'])
  })

  it('of a day that no clock showed are left out', () => {
    const { begins } = stepsOf(
      range('2011-12-29T10:00:00Z', '2012-01-01T10:00:00Z'),
      '1d',
      'Pacific/Apia',
    )
    expect(texts(begins)).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ])
  })

  it('before are a day earlier for a day, though it ends within an hour', () => {
    const day = range('2026-11-21T19:31:00Z', '2026-11-22T19:31:00Z')
    const [now, before] = [stepsOf(day, '1h', 'UTC'), stepsBefore(day, '1h', 'UTC')]
    expect(now.begins).toHaveLength(25)
    expect(texts(before.begins)).toEqual(
      texts(now.begins.map((begin) => new Date(begin.getTime() - DAY_MS))),
    )
  })
})

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
] as const

const asked = record({
  from: integer({
    min: Date.parse('2008-01-01') / MINUTE_MS,
    max: Date.parse('2027-01-01') / MINUTE_MS,
  }),
  minutes: integer({ min: 1, max: 20 * 24 * 60 }),
  step: constantFrom<Step>(...STEPS),
  zone: constantFrom(...ZONES),
}).map(({ from, minutes, ...rest }) => ({
  ...rest,
  range: { from: new Date(from * MINUTE_MS), to: new Date((from + minutes) * MINUTE_MS) },
}))

/** Made once: to make one takes much longer than to ask it. */
const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
    }),
  ]),
)

describe('the steps of any range', () => {
  it('cover it, one after the other, and no more than it', () => {
    assert(
      property(asked, ({ range, step, zone }) => {
        const { begins, end } = stepsOf(range, step, zone)
        const bounds = [...begins, end].map((at) => at.getTime())
        expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b))
        expect(begins[0]!.getTime()).toBeLessThanOrEqual(range.from.getTime())
        expect(bounds[1]).toBeGreaterThan(range.from.getTime())
        expect(begins.at(-1)!.getTime()).toBeLessThan(range.to.getTime())
        expect(end.getTime()).toBeGreaterThanOrEqual(range.to.getTime())
      }),
      { numRuns },
    )
  })

  it('are the same whatever range shows them', () => {
    assert(
      property(asked, ({ range, step, zone }) => {
        const { begins, end } = stepsOf(range, step, zone)
        for (const begin of begins) {
          const alone = stepsOf({ from: begin, to: new Date(begin.getTime() + 1) }, step, zone)
          expect(alone.begins).toEqual([begin])
        }
        expect(stepsOf({ from: begins[0]!, to: end }, step, zone)).toEqual({ begins, end })
      }),
      { numRuns },
    )
  })

  it('begin when the clocks of the place say so, unless they skip that', () => {
    assert(
      property(asked, ({ range, step, zone }) => {
        const { begins } = stepsOf(range, step, zone)
        if (step === '1h') return
        const shown = begins.map((begin) => clocks.get(zone)!.format(begin))
        const every = step === '1d' || step === '1w' ? 24 : Number(step.slice(0, -1))
        const off = shown.filter(
          (time) => !time.endsWith(':00') || Number(time.slice(0, 2)) % every !== 0,
        )
        expect(off.length).toBeLessThanOrEqual(2)
      }),
      { numRuns },
    )
  })

  it('take as long as their name says, but for where the clocks are changed', () => {
    assert(
      property(asked, ({ range, step, zone }) => {
        const { begins, end } = stepsOf(range, step, zone)
        const bounds = [...begins, end].map((at) => at.getTime())
        const lengths = bounds.slice(1).map((at, index) => (at - bounds[index]!) / HOUR_MS)
        const usual = { '1h': 1, '3h': 3, '6h': 6, '12h': 12, '1d': 24, '1w': 168 }[step]
        expect(lengths.filter((length) => length !== usual).length).toBeLessThanOrEqual(3)
      }),
      { numRuns },
    )
  })

  it('have as many before them', () => {
    assert(
      property(asked, ({ range, step, zone }) => {
        const now = stepsOf(range, step, zone)
        const before = stepsBefore(range, step, zone)
        expect(before.begins).toHaveLength(now.begins.length)
        const bounds = [...before.begins, before.end].map((at) => at.getTime())
        expect(bounds).toEqual([...new Set(bounds)].sort((a, b) => a - b))
        expect(before.begins[0]!.getTime()).toBeLessThan(now.begins[0]!.getTime())
      }),
      { numRuns },
    )
  })

  it('are at most 120 where nobody says how long they are, up to two years', () => {
    const longer = integer({ min: 1, max: 2 * 365 * 24 * 60 })
    assert(
      property(longer, constantFrom(...ZONES), (minutes, zone) => {
        const from = new Date('2024-06-01T10:20:00Z')
        const long = { from, to: new Date(from.getTime() + minutes * MINUTE_MS) }
        const step = stepFor(long)
        expect(stepCount(long, step)).toBeLessThanOrEqual(120)
        // The range may begin and end within a step.
        expect(stepsOf(long, step, zone).begins.length).toBeLessThanOrEqual(122)
      }),
      { numRuns },
    )
  })
})
