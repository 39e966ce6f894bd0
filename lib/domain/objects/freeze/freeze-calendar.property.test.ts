// When freezes hold within a window and on the days of a month, against a look at each minute.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentWithin, WEEKDAYS } from '#lib/domain/observed/planned-silence.ts'
import { clocksOf, DAY_MS } from '#lib/domain/observed/time-zone.ts'
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
import { nextOpening } from '#lib/domain/rollouts/opening.ts'
import { aFreeze } from '#lib/domain/testing/objects.ts'
import { type Freeze, frozenAt } from './freeze.ts'
import type { Stated } from './stated.ts'
import { freezeCalendar, monthsLater, monthText, readMonth } from './freeze-calendar.ts'

const QUARTER_MS = 15 * MINUTE_MS
const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const time = fc
  .tuple(fc.nat(23), fc.constantFrom(0, 15, 30, 45))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const weekly = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    from: time,
    to: time,
  }),
  { minLength: 1, maxLength: 4 },
)
const zone = fc.constantFrom(...ZONES)

describe('when a freeze holds within a window', () => {
  it('is when the clocks show its hours, minute by minute, over both changes of summer time', () => {
    fc.assert(
      fc.property(weekly, zone, week, (hours, timeZone, number) => {
        const from = (firstOf(number) + MARGIN_DAYS * DAY_MINUTES) * MINUTE_MS
        const window = { from, until: from + 7 * DAY_MS }
        const spans = silentWithin(aFreeze({ weekly: hours, timeZone }), window)
        const isIn = Array.from({ length: 7 * DAY_MINUTES }, () => false)
        for (const span of spans) {
          isIn.fill(true, (span.from - from) / MINUTE_MS, (span.until - from) / MINUTE_MS)
        }
        const first = MARGIN_DAYS * DAY_MINUTES
        const oracle = minutesIn(hours, shownIn(timeZone, number))
        expect(isIn).toEqual(oracle.slice(first, first + 7 * DAY_MINUTES))
      }),
      { numRuns },
    )
  })

  it('is when it is said to hold, each quarter of an hour, and is told in order and apart', () => {
    const edge = fc.option(fc.integer({ min: -3, max: 10 }).map((days) => days * DAY_MS))
    fc.assert(
      fc.property(
        fc.record({ weekly: fc.oneof(weekly, fc.constant([])), zone, week, from: edge, to: edge }),
        ({ weekly: hours, zone: timeZone, week: number, from, to }) => {
          const begin = (firstOf(number) + MARGIN_DAYS * DAY_MINUTES) * MINUTE_MS
          const dateOf = (ms: number | null) => (ms === null ? null : new Date(begin + ms))
          const freeze = aFreeze({ weekly: hours, timeZone, from: dateOf(from), to: dateOf(to) })
          const spans = silentWithin(freeze, { from: begin, until: begin + 7 * DAY_MS })
          for (let at = begin; at < begin + 7 * DAY_MS; at += QUARTER_MS) {
            const isWithin = spans.some((span) => span.from <= at && at < span.until)
            expect(isWithin).toBe(frozenAt(freeze, new Date(at)) !== null)
          }
          const edges = spans.flatMap((span) => [span.from, span.until])
          expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b))
        },
      ),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })
})

describe('a month', () => {
  const months = fc.record({
    year: fc.integer({ min: 2020, max: 2040 }),
    month: fc.integer({ min: 1, max: 12 }),
  })

  it('has all its days in weeks from Monday on, frozen in the hours in which a freeze holds', () => {
    fc.assert(
      fc.property(months, weekly, zone, zone, (month, hours, timeZone, shownZone) => {
        const freeze = aFreeze({ weekly: hours, timeZone })
        const days = freezeCalendar([always(freeze)], [], month, shownZone).flat()
        expect(days.length % 7).toBe(0)
        expect(new Date(days[0]!.date).getUTCDay()).toBe(1)
        const own = days.filter(({ isOfMonth }) => isOfMonth).map(({ date }) => date)
        expect(own[0]).toBe(`${monthText(month)}-01`)
        expect(own).toHaveLength(new Date(Date.UTC(month.year, month.month, 0)).getUTCDate())
        const clocks = clocksOf(shownZone)
        for (const { date, frozen } of [days[0]!, days[10]!, days.at(-1)!]) {
          const [begin, end] = [0, DAY_MS].map((ms) => clocks.firstAt(Date.parse(date) + ms))
          const held = frozenQuarters(freeze, begin!, end!)
          const isAllDay = held === (end! - begin!) / QUARTER_MS
          expect(frozen.length).toBe(held === 0 ? 0 : 1)
          if (held > 0) expect(frozen[0]!.hours.length === 0).toBe(isAllDay)
        }
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    )
  })

  it('says the hours of a day by the clocks, and nothing where it is all day', () => {
    const christmas = aFreeze({
      name: 'christmas',
      from: new Date('2026-12-23T17:00:00Z'),
      to: new Date('2026-12-25T07:30:00Z'),
    })
    const days = freezeCalendar(
      [always(christmas)],
      [],
      { year: 2026, month: 12 },
      'Europe/Berlin',
    ).flat()
    const frozen = days.flatMap(({ date, frozen: [held] }) => (held ? [[date, held.hours]] : []))
    expect(frozen).toEqual([
      ['2026-12-23', [{ from: '18:00', to: '24:00' }]],
      ['2026-12-24', []],
      ['2026-12-25', [{ from: '00:00', to: '08:30' }]],
    ])
  })

  it('says when an environment is open, by the clocks of whoever looks', () => {
    const weekly = [{ days: ['mon' as const, 'tue' as const], from: '08:00', to: '00:00' }]
    const hours = { timeZone: 'Europe/Berlin', weekly }
    const openOn = (timeZone: string) => {
      const days = freezeCalendar(
        [],
        [always({ name: 'prod', hours })],
        { year: 2026, month: 12 },
        timeZone,
      )
      return days[0]!.slice(0, 4).map(({ date, open }) => [date, open[0]!.hours])
    }
    expect(openOn('Europe/Berlin')).toEqual([
      ['2026-11-30', [{ from: '08:00', to: '24:00' }]],
      ['2026-12-01', [{ from: '08:00', to: '24:00' }]],
      ['2026-12-02', null],
      ['2026-12-03', null],
    ])
    expect(openOn('Asia/Tokyo')).toEqual([
      ['2026-11-30', [{ from: '16:00', to: '24:00' }]],
      [
        '2026-12-01',
        [
          { from: '00:00', to: '08:00' },
          { from: '16:00', to: '24:00' },
        ],
      ],
      ['2026-12-02', [{ from: '00:00', to: '08:00' }]],
      ['2026-12-03', null],
    ])
  })

  it('shows what was said only while it was said', () => {
    const set = aFreeze({ name: 'stop-the-line' })
    const edited = aFreeze({ name: 'stop-the-line', description: 'The line is down.' })
    const freezes = [
      { said: set, from: at('2026-12-03T09:00'), until: at('2026-12-04T10:00') },
      { said: edited, from: at('2026-12-04T10:00'), until: at('2026-12-05T11:30') },
    ]
    const month = { year: 2026, month: 12 }
    const frozen = freezeCalendar(freezes, [], month, 'UTC').flat()
    expect(
      frozen.flatMap(({ date, frozen: [held] }) => (held ? [[date, held.hours]] : [])),
    ).toEqual([
      ['2026-12-03', [{ from: '09:00', to: '24:00' }]],
      ['2026-12-04', []],
      ['2026-12-05', [{ from: '00:00', to: '11:30' }]],
    ])
    expect(frozen[4]!.frozen[0]!.freeze).toBe(freezes[1])
    const weekly = [{ days: [...WEEKDAYS], from: '08:00', to: '16:00' }]
    const hours = { timeZone: 'UTC', weekly }
    const environments = [
      {
        said: { name: 'prod', hours: null },
        from: at('2026-12-01T00:00'),
        until: at('2026-12-02T12:00'),
      },
      {
        said: { name: 'prod', hours },
        from: at('2026-12-02T12:00'),
        until: at('2026-12-03T12:00'),
      },
    ]
    const open = freezeCalendar([], environments, month, 'UTC').flat()
    expect(open.slice(0, 5).map(({ open: [prod] }) => prod!.hours)).toEqual([
      [],
      [],
      [{ from: '00:00', to: '16:00' }],
      [{ from: '08:00', to: '24:00' }],
      [],
    ])
  })

  it('has an environment open on each day on which no hours hold a wave up all the time', () => {
    fc.assert(
      fc.property(months, weekly, zone, (month, hours, timeZone) => {
        const open = { timeZone, weekly: hours }
        const days = freezeCalendar(
          [],
          [always({ name: 'prod', hours: open })],
          month,
          timeZone,
        ).flat()
        const clocks = clocksOf(timeZone)
        for (const { date, open: environments } of [days[0]!, days[10]!, days.at(-1)!]) {
          const [begin, end] = [0, DAY_MS].map((ms) => clocks.firstAt(Date.parse(date) + ms))
          const opening = nextOpening(open, begin!)
          const isOpen = opening !== null && opening < end!
          expect(environments[0]!.hours !== null).toBe(isOpen)
        }
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    )
  })

  it('follows another, and is read as it is written', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: -30, max: 30 }), (month, by) => {
        expect(readMonth(monthText(month))).toEqual(month)
        expect(monthsLater(monthsLater(month, by)!, -by)).toEqual(month)
      }),
    )
    expect(monthsLater({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
    expect(monthsLater({ year: 2000, month: 1 }, -1)).toBe(null)
    for (const text of ['', '2026', '2026-13', '0001-01', '2026-1', '9999-12']) {
      expect(readMonth(text)).toBe(null)
    }
  })
})

function at(text: string): number {
  return Date.parse(`${text}:00Z`)
}

function always<T>(said: T): Stated<T> {
  return { said, from: -Infinity, until: Infinity }
}

function frozenQuarters(freeze: Freeze, from: number, until: number): number {
  let held = 0
  for (let at = from; at < until; at += QUARTER_MS) {
    if (frozenAt(freeze, new Date(at)) !== null) held += 1
  }
  return held
}
