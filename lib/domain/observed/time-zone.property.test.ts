import { assert, constantFrom, date, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clocksOf, HOUR_MS, isTimeZone, MINUTE_MS } from './time-zone.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 200)

/** With summer time of an hour, of half an hour, at midnight, none, skipped days, and before there was standard time. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Atlantic/Azores',
] as const

const moment = record({
  zone: constantFrom(...ZONES),
  at: date({ min: new Date('1890-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
})

describe('the clocks of a place', () => {
  it.each([
    // zone | instant | what they show
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59Z'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', '2026-01-01T11:00:00Z'],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', '2026-07-01T10:30:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31T00:00:00Z'],
    ['UTC', '2026-07-01T00:00:00Z', '2026-07-01T00:00:00Z'],
  ])('in %s at %s show %s', (zone, instant, shown) => {
    expect(clocksOf(zone).shown(Date.parse(instant))).toBe(Date.parse(shown))
  })

  it.each([
    // zone | what they show | first at
    ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z', 'twice'],
    ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29T01:00:00Z', 'never'],
    ['America/Sao_Paulo', '2018-11-04T00:00:00Z', '2018-11-04T03:00:00Z', 'never'],
    ['America/Havana', '2026-11-01T00:00:00Z', '2026-11-01T04:00:00Z', 'twice'],
    ['Pacific/Apia', '2011-12-30T00:00:00Z', '2011-12-30T10:00:00Z', 'never'],
  ])('in %s are at %s first at %s, which they show %s', (zone, local, instant) => {
    expect(new Date(clocksOf(zone).firstAt(Date.parse(local))).toISOString()).toBe(
      new Date(instant).toISOString(),
    )
  })

  it('have not come to a local time before the first instant of it, and have then', () => {
    assert(
      property(moment, ({ zone, at }) => {
        const clocks = clocksOf(zone)
        const local = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
        const first = clocks.firstAt(local)
        expect(clocks.shown(first)).toBeGreaterThanOrEqual(local)
        expect(clocks.shown(first - 1000)).toBeLessThan(local)
      }),
      { numRuns },
    )
  })

  it('come to a later local time no earlier', () => {
    const apart = integer({ min: 0, max: 30 * 60 })
    assert(
      property(moment, apart, ({ zone, at }, minutes) => {
        const { firstAt } = clocksOf(zone)
        const local = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS
        expect(firstAt(local + minutes * MINUTE_MS)).toBeGreaterThanOrEqual(firstAt(local))
      }),
      { numRuns },
    )
  })
})

describe('the name of a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'may be %s',
    (text) => expect(isTimeZone(text)).toBe(true),
  )

  it.each(['', 'Mars/Olympus', 'Europe/Berlin ', 'local', '../etc/passwd'])('is not %j', (text) =>
    expect(isTimeZone(text)).toBe(false),
  )
})
