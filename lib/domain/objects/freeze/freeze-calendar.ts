// The days of a month, each with the freezes that hold in some of it, and the hours in which environments take waves.
import type { Span } from '#lib/domain/observed/planned-silence.ts'
import { type Clocks, clocksOf, DAY_MS, MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import type { Freeze } from './freeze.ts'
import { byName, frozenWithin, type HoursStated, openWithin, type Stated } from './stated.ts'

/** `month` is from 1. */
export type Month = { readonly year: number; readonly month: number }

export type CalendarDay = {
  /** As `2026-12-24`. */
  readonly date: string
  /** False: it belongs to the month before or after, and fills a week. */
  readonly isOfMonth: boolean
  readonly frozen: readonly FrozenDay[]
  /** Of each environment that has hours. */
  readonly open: readonly OpenDay[]
}

export type FrozenDay = {
  /** As it was said last. */
  readonly freeze: Stated<Freeze>
  /** From when to when by the clocks, as `18:00` and `24:00`, in order; empty: all day. */
  readonly hours: readonly DayHours[]
}

/** When waves may be released to an environment on a day, as far as its hours say. */
type OpenDay = {
  readonly environment: string
  /** As of a freeze; null: not at all. */
  readonly hours: readonly DayHours[] | null
}

type DayHours = { readonly from: string; readonly to: string }

const YEARS = { first: 2000, last: 2999 }

/** Of `2026-12`; null: it is none, or too far away. */
export function readMonth(text: string): Month | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return isShown(Number(year)) ? { year: Number(year), month: Number(month) } : null
}

export function monthText({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** The month of an instant by the clocks of a place. */
export function monthAt(now: Date, timeZone: string): Month {
  const shown = new Date(clocksOf(timeZone).shown(now.getTime()))
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1 }
}

/** So many months later or, below 0, earlier; null: that is too far away. */
export function monthsLater({ year, month }: Month, months: number): Month | null {
  const index = year * 12 + month - 1 + months
  const later = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
  return isShown(later.year) ? later : null
}

function isShown(year: number): boolean {
  return year >= YEARS.first && year <= YEARS.last
}

/** From the first instant that the weeks of a month show to the end of the last. */
export function calendarWindow(month: Month, timeZone: string): Span {
  const days = shownDays(month, clocksOf(timeZone))
  return { from: days[0]!.from, until: days.at(-1)!.until }
}

/**
 * The weeks of a month from Monday on, by the clocks of a place, whatever the clocks are by which freezes hold and environments are
 * open, and each only while it was said. Costs by the number of both.
 */
export function freezeCalendar(
  freezes: readonly Stated<Freeze>[],
  environments: readonly Stated<HoursStated>[],
  month: Month,
  timeZone: string,
): readonly (readonly CalendarDay[])[] {
  const clocks = clocksOf(timeZone)
  const days = shownDays(month, clocks)
  const window = calendarWindow(month, timeZone)
  const held = byName(freezes).map((stated) => ({
    freeze: stated[0]!,
    spans: frozenWithin(stated, window),
  }))
  const open = byName(environments).map((stated) => ({
    environment: stated[0]!.said.name,
    spans: openWithin(stated, window),
  }))
  const shown = days.map((each): CalendarDay => {
    const date = new Date(each.day * DAY_MS)
    return {
      date: date.toISOString().slice(0, 'YYYY-MM-DD'.length),
      isOfMonth: date.getUTCMonth() + 1 === month.month,
      frozen: held.flatMap(({ freeze, spans }) => {
        const hours = hoursOn(each, spans, clocks)
        return hours === null ? [] : [{ freeze, hours }]
      }),
      open: open.map(({ environment, spans }) => ({
        environment,
        hours: hoursOn(each, spans, clocks),
      })),
    }
  })
  return Array.from({ length: shown.length / 7 }, (_, week) => shown.slice(week * 7, week * 7 + 7))
}

function shownDays(month: Month, clocks: Clocks): readonly Day[] {
  return daysOf(month).map((day) => {
    const [from, until] = [clocks.firstAt(day * DAY_MS), clocks.firstAt((day + 1) * DAY_MS)]
    return { day, from, until }
  })
}

/** One of the days since 1970, from its first instant to that of the next. */
type Day = Span & { readonly day: number }

/** Empty: all day. Null: none of it. */
function hoursOn(day: Day, spans: readonly Span[], clocks: Clocks): OpenDay['hours'] {
  const parts = within(spans, day)
  const [first] = parts
  if (first === undefined) return null
  if (first.from === day.from && first.until === day.until) return []
  const timeAt = (instant: number) => timeText(clocks.shown(instant) - day.day * DAY_MS)
  return parts.map(({ from, until }) => ({
    from: timeAt(from),
    to: until === day.until ? '24:00' : timeAt(until),
  }))
}

/** Whole weeks, as days since 1970. */
function daysOf({ year, month }: Month): readonly number[] {
  const first = Date.UTC(year, month - 1) / DAY_MS
  const last = Date.UTC(year, month) / DAY_MS - 1
  const begin = first - weekdayOf(first)
  const end = last + 6 - weekdayOf(last)
  return Array.from({ length: end - begin + 1 }, (_, index) => begin + index)
}

/** From Monday, which is 0. 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

function within(spans: readonly Span[], { from, until }: Span): readonly Span[] {
  return spans
    .map((span) => ({ from: Math.max(span.from, from), until: Math.min(span.until, until) }))
    .filter((part) => part.from < part.until)
}

/** Of `64,800,000` milliseconds: `18:00`. */
function timeText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
