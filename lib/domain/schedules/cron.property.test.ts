import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clocksOf, DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import { cronFault, lastDue, nextDue } from './cron.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']
const zone = fc.constantFrom(...ZONES)
const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000))

const part = (max: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.nat(max).map((n) => String(Math.max(n, 1))),
    fc.constantFrom('*/2', '1-3', '1,2'),
  )

describe('a schedule', () => {
  it.each([
    ['0 6 * * *', null],
    ['15 * * * *', null],
    ['0 6 * * MON-FRI', null],
    ['0 6 1,15 */2 *', null],
    ['* * * * *', /once an hour/],
    ['0,30 * * * *', /once an hour/],
    ['*/30 * * * *', /once an hour/],
    ['60 * * * *', /one minute/],
    ['0 24 * * *', /hour/],
    ['0 0 31 2 *', /no such day/],
    ['0 0 L * *', /five fields/],
    ['@daily', /five fields/],
    ['0 6 * *', /five fields/],
    ['0 0 6 * * *', /five fields/],
    ['', /five fields/],
  ])('%j is refused for: %s', (text, fault) => {
    const found = cronFault(text)
    if (fault === null) expect(found).toBeNull()
    else expect(found).toMatch(fault)
  })

  it('of a time of each day is due at its first moment by the clocks, or when they are put forward over it', () => {
    fc.assert(
      fc.property(zone, instant, fc.nat(23), fc.nat(59), (timeZone, at, hour, minute) => {
        const cron = `${minute} ${hour} * * *`
        const clocks = clocksOf(timeZone)
        const today = Math.floor(clocks.shown(at.getTime()) / DAY_MS) * DAY_MS
        const due = [-2, -1, 0, 1, 2].map((days) =>
          clocks.firstAt(today + days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS),
        )
        expect(lastDue(cron, timeZone, at)?.getTime()).toBe(due.findLast((each) => each <= +at))
        expect(nextDue(cron, timeZone, at)?.getTime()).toBe(due.find((each) => each > +at))
      }),
    )
  })

  it('is due no sooner than an hour after it was, whatever its other fields say', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(59).map(String), part(23), part(28), part(12), part(6)),
        instant,
        zone,
        (fields, at, timeZone) => {
          const cron = fields.join(' ')
          expect(cronFault(cron)).toBeNull()
          const first = nextDue(cron, timeZone, at)!
          const second = nextDue(cron, timeZone, first)!
          // Lord Howe's clocks are moved by half an hour.
          const least = timeZone === 'Australia/Lord_Howe' ? HOUR_MS / 2 : HOUR_MS
          expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(least)
        },
      ),
    )
  })
})
