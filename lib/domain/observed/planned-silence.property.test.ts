import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SilencePlan, silentUntil, WEEKDAYS, type WeeklyHours } from './planned-silence.ts'
import { clocksOf, DAY_MS, HOUR_MS, MINUTE_MS } from './time-zone.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const ALWAYS = { from: null, to: null } as const
const at = (text: string) => new Date(text)
const plan = (weekly: readonly WeeklyHours[], timeZone = 'UTC'): SilencePlan => ({
  ...ALWAYS,
  weekly,
  timeZone,
})

describe('silence by plan', () => {
  const nights = plan([{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '20:00', to: '06:00' }])
  const weekends = plan([...nights.weekly, { days: ['sat', 'sun'], from: '00:00', to: '00:00' }])
  const berlin = (from: string, to: string) =>
    plan([{ days: ['sat', 'sun'], from, to }], 'Europe/Berlin')
  const once = { ...ALWAYS, weekly: [], timeZone: 'UTC' }
  const rows: readonly (readonly [what: string, SilencePlan, at: string, until: string | null])[] =
    [
      ['before a night', nights, '2026-11-23T19:59:59Z', null],
      ['from its first instant', nights, '2026-11-23T20:00:00Z', '2026-11-24T06:00:00.000Z'],
      ['after midnight', nights, '2026-11-24T05:59:59Z', '2026-11-24T06:00:00.000Z'],
      ['not at its end', nights, '2026-11-24T06:00:00Z', null],
      [
        'in the night after its last day',
        nights,
        '2026-11-28T05:00:00Z',
        '2026-11-28T06:00:00.000Z',
      ],
      ['not in a night of another day', nights, '2026-11-28T21:00:00Z', null],
      ['through hours that meet', weekends, '2026-11-27T21:00:00Z', '2026-11-30T00:00:00.000Z'],
      [
        'where clocks are put forward',
        berlin('01:30', '04:00'),
        '2026-03-29T01:59:00Z',
        '2026-03-29T02:00:00.000Z',
      ],
      [
        'that begins in the hour that is left out',
        berlin('02:30', '04:00'),
        '2026-03-29T01:00:00Z',
        '2026-03-29T02:00:00.000Z',
      ],
      [
        'where clocks are put back',
        berlin('01:30', '04:00'),
        '2026-10-24T23:30:00Z',
        '2026-10-25T03:00:00.000Z',
      ],
      [
        'within a span',
        { ...once, from: at('2026-12-24T00:00:00Z'), to: at('2027-01-02T00:00:00Z') },
        '2026-12-24T00:00:00Z',
        '2027-01-02T00:00:00.000Z',
      ],
      [
        'not after a span',
        { ...once, from: at('2026-12-24T00:00:00Z'), to: at('2027-01-02T00:00:00Z') },
        '2027-01-02T00:00:00Z',
        null,
      ],
      [
        'no longer than the span of its hours',
        { ...nights, to: at('2026-11-24T01:00:00Z') },
        '2026-11-23T21:00:00Z',
        '2026-11-24T01:00:00.000Z',
      ],
      [
        'not before the span of its hours',
        { ...nights, from: at('2026-11-23T22:00:00Z') },
        '2026-11-23T21:00:00Z',
        null,
      ],
    ]
  it.each(rows)('%s', (_, silence, now, until) => {
    expect(silentUntil(silence, at(now))?.toISOString() ?? null).toBe(until)
  })
})

const time = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 30))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
const weekly = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    from: time,
    to: time,
  }),
  { minLength: 1, maxLength: 4 },
)
/** Around the days on which the clocks of Berlin change. */
const instant = fc
  .tuple(
    fc.constantFrom(at('2026-03-29T01:00:00Z'), at('2026-10-25T01:00:00Z')),
    fc.integer({ min: -9 * 48, max: 9 * 48 }),
  )
  .map(([change, halves]) => new Date(change.getTime() + (halves * HOUR_MS) / 2))
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata')

describe('at every instant', () => {
  it('silence lasts exactly until its end', () => {
    fc.assert(
      fc.property(weekly, zone, instant, (hours, timeZone, now) => {
        const silence = plan(hours, timeZone)
        const end = silentUntil(silence, now)
        if (end === null) return
        expect(end.getTime()).toBeGreaterThan(now.getTime())
        const lasts = end.getTime() - now.getTime()
        const between = [0.25, 0.5, 0.99].map((part) => new Date(now.getTime() + part * lasts))
        for (const each of [...between, new Date(end.getTime() - 1)]) {
          expect(silentUntil(silence, each)).not.toBeNull()
        }
        if (lasts < 8 * DAY_MS) expect(silentUntil(silence, end)).toBeNull()
      }),
      { numRuns },
    )
  })

  it('the clocks of the place say whether it is silent, where they show each time once', () => {
    fc.assert(
      fc.property(weekly, zone, instant, (hours, timeZone, now) => {
        const clocks = clocksOf(timeZone)
        const offset = (ms: number) => clocks.shown(now.getTime() + ms) - (now.getTime() + ms)
        fc.pre(offset(-2 * DAY_MS) === offset(2 * DAY_MS))
        const shown = clocks.shown(now.getTime())
        const minute = Math.floor((shown % DAY_MS) / MINUTE_MS)
        const today = (Math.floor(shown / DAY_MS) + 3) % 7
        const isIn = hours.some(({ days, from, to }) => {
          const [begin, end] = [minutesOf(from), minutesOf(to)]
          const isOn = (day: number) => days.includes(WEEKDAYS[(day + 7) % 7]!)
          const isOvernight = end <= begin
          return (
            (isOn(today) && minute >= begin && (isOvernight || minute < end)) ||
            (isOn(today - 1) && isOvernight && minute < end)
          )
        })
        expect(silentUntil(plan(hours, timeZone), now) !== null).toBe(isIn)
      }),
      { numRuns },
    )
  })
})

function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}
