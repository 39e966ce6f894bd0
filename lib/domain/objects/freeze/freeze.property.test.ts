// Freezes against hours that were looked up minute by minute.
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
import { aFreeze } from '#lib/domain/testing/objects.ts'
import { frozenAt } from './freeze.ts'

const trials = Number(process.env['BERTH_TRIALS'] ?? 100)
vi.setConfig({ testTimeout: 600_000 })

const time = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 45))
  .map(([hours, minutes]) => [hours, minutes].map((n) => String(n).padStart(2, '0')).join(':'))
const weekly = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    from: time,
    to: time,
  }),
  { minLength: 1, maxLength: 3 },
)
it('holds in exactly the minutes that its hours are in, over both changes of summer time', () => {
  fc.assert(
    fc.property(weekly, fc.constantFrom(...ZONES), week, (weekly, timeZone, week) => {
      const freeze = aFreeze({ weekly, timeZone })
      const shown = shownIn(timeZone, week)
      const isIn = minutesIn(weekly, shown)
      const from = MARGIN_DAYS * DAY_MINUTES
      for (let minute = from; minute < from + 7 * DAY_MINUTES; minute += 1) {
        // In each hour, and on both sides of each turn.
        const isTurn = isIn[minute - 1] !== isIn[minute] || isIn[minute] !== isIn[minute + 1]
        if (minute % 60 !== 0 && !isTurn) continue
        const at = new Date((firstOf(week) + minute) * MINUTE_MS)
        const isFrozen = frozenAt(freeze, at) !== null
        if (isFrozen !== isIn[minute])
          expect([at.toISOString(), isFrozen]).toEqual([at, isIn[minute]])
      }
    }),
    { numRuns: Math.ceil(trials / 10) },
  )
})
