// Hours against a look at every minute, in weeks around both changes of summer time.
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import {
  DAY_MINUTES,
  firstOf,
  MARGIN_DAYS,
  MINUTE_MS,
  minutesIn,
  shownIn,
  week,
  ZONES,
} from '#lib/domain/testing/clock-minutes.ts'
import { nextHoursTurn, nextOpening } from './opening.ts'

const trials = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const QUARTERS = 4 * 24
const timeOf = (quarter: number) =>
  [Math.floor(quarter / 4) % 24, (quarter % 4) * 15]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Within one day; the last quarter may end at 00:00. */
const span = fc.tuple(fc.nat(QUARTERS - 1), fc.nat(QUARTERS - 1)).map(([from, length]) => ({
  from: timeOf(from),
  to: timeOf(Math.min(from + 1 + length, QUARTERS)),
}))
const weekly = fc.array(
  fc
    .tuple(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), span)
    .map(([days, hours]) => ({ days, ...hours })),
  { minLength: 1, maxLength: 3 },
)

it('are open in exactly the minutes of their hours, and say when they are next', () => {
  const met = new Set<boolean>()
  fc.assert(
    fc.property(weekly, fc.constantFrom(...ZONES), week, (weekly, timeZone, week) => {
      const hours = { timeZone, weekly }
      const isOpen = minutesIn(weekly, shownIn(timeZone, week))
      const instantOf = (minute: number) => (firstOf(week) + minute) * MINUTE_MS
      const from = MARGIN_DAYS * DAY_MINUTES
      const to = from + 7 * DAY_MINUTES
      // The last minute that is looked at counts for all that come later.
      let opens = isOpen.indexOf(true, to)
      let turns = to
      for (let minute = to - 1; minute >= from; minute -= 1) {
        if (isOpen[minute] !== isOpen[minute + 1]) turns = minute + 1
        if (isOpen[minute]) opens = minute
        met.add(isOpen[minute]!)
        const isTurn = isOpen[minute - 1] !== isOpen[minute] || turns === minute + 1
        if (minute % 60 !== 0 && !isTurn) continue
        const at = instantOf(minute)
        const opening = nextOpening(hours, at)
        const due = nextHoursTurn(hours, at)!
        if (opens === -1) expect(opening).toBeGreaterThan(instantOf(to))
        else if (opening !== instantOf(opens)) expect([at, opening]).toEqual([at, instantOf(opens)])
        if (due <= at || (due > instantOf(turns) && turns < to)) {
          expect([at, due]).toEqual([at, instantOf(turns)])
        }
      }
    }),
    { numRuns: Math.ceil(trials / 10) },
  )
  expect(met).toEqual(new Set([true, false]))
})

it.each([
  ['skip a quarter that the clocks leave out', '2026-03-29T00:00Z', '2026-04-05T00:15:00.000Z'],
  [
    'are open once in a quarter that the clocks show twice',
    '2026-10-25T00:30Z',
    '2026-11-01T01:15:00.000Z',
  ],
])('%s', (_, at, opens) => {
  const hours = {
    timeZone: 'Europe/Berlin',
    weekly: [{ days: ['sun' as const], from: '02:15', to: '02:30' }],
  }
  expect(new Date(nextOpening(hours, Date.parse(at))!).toISOString()).toBe(opens)
})
