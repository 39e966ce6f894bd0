// When clusters are silent by plan, such as those that are switched off at night: once, or each week by the clocks of a place.
import { type Clocks, clocksOf, DAY_MS, MINUTE_MS } from './time-zone.ts'

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** On each of the days from one time of day to another, which is one of the next day unless it is later. */
export type WeeklyHours = {
  readonly days: readonly Weekday[]
  /** As `22:00`, by the clocks of the place. */
  readonly from: string
  readonly to: string
}

export type SilencePlan = {
  /** Instants between which it holds; null: without such an end. */
  readonly from: Date | null
  readonly to: Date | null
  /** Only in these hours; empty: all the time. */
  readonly weekly: readonly WeeklyHours[]
  readonly timeZone: string
}

/** 1970-01-01, the first day of the count, was a Thursday. */
const FIRST_WEEKDAY = WEEKDAYS.indexOf('thu')
/** Hours that meet are one silence, but no instant further away is looked for. */
const LOOKED_AHEAD_MS = 8 * DAY_MS
/** From yesterday, whose hours may still hold, to the same day of the next week and, if that is left out, the day after. */
const NEAR_DAYS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Until when there is silence by plan at an instant, at most eight days on; null: there is none. */
export function silentUntil(plan: SilencePlan, now: Date): Date | null {
  const { from, to, weekly } = plan
  if ((from !== null && now < from) || (to !== null && now >= to)) return null
  const latest = Math.min(now.getTime() + LOOKED_AHEAD_MS, to?.getTime() ?? Infinity)
  if (weekly.length === 0) return to ?? new Date(latest)
  const end = hoursUntil(plan, now.getTime(), latest)
  return end === now.getTime() ? null : new Date(Math.min(end, latest))
}

/**
 * The first instant after `now` at which silence by plan may begin or end; null: it never does again. Until then nothing about
 * it differs.
 */
export function nextTurn(plan: SilencePlan, now: Date): Date | null {
  const turns = [plan.from, plan.to].flatMap((each) => (each && each > now ? [each.getTime()] : []))
  if (plan.weekly.length > 0) turns.push(hoursTurn(plan, now.getTime()))
  return turns.length === 0 ? null : new Date(Math.min(...turns))
}

/** Instants in milliseconds since 1970, the second of which is no longer in it. */
export type Span = { readonly from: number; readonly until: number }

/** The spans of a window in which there is silence by plan, in order and apart. Costs by the days of the window. */
export function silentWithin(plan: SilencePlan, window: Span): readonly Span[] {
  const from = Math.max(window.from, plan.from?.getTime() ?? -Infinity)
  const until = Math.min(window.until, plan.to?.getTime() ?? Infinity)
  if (from >= until) return []
  return plan.weekly.length === 0 ? [{ from, until }] : hoursWithin(plan, { from, until })
}

function hoursWithin({ weekly, timeZone }: SilencePlan, { from, until }: Span): readonly Span[] {
  const clocks = clocksOf(timeZone)
  // From yesterday, whose hours may still hold; clocks that are put back show a day again that was over.
  const first = Math.floor(clocks.shown(from) / DAY_MS) - 1
  const last = Math.floor(clocks.shown(until) / DAY_MS) + 1
  const local = weekly.flatMap((hours) => {
    const begin = timeOfDay(hours.from)
    const length = lengthOf(begin, hours.to)
    return daysBetween(first, last, hours.days).map((day) => {
      const shown = day * DAY_MS + begin
      return { from: shown, until: shown + length }
    })
  })
  const spans = joined(local).map((each) => ({
    from: Math.max(from, clocks.firstAt(each.from)),
    until: Math.min(until, clocks.firstAt(each.until)),
  }))
  // What the clocks leave out is no time, and joins what is around it.
  return joined(spans.filter((each) => each.from < each.until))
}

function daysBetween(first: number, last: number, days: readonly Weekday[]): readonly number[] {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return all.filter((day) => days.includes(weekdayOf(day)))
}

/** In order; those that meet are one. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const span = { from, until }
    const before = apart.at(-1)
    if (before === undefined || before.until < span.from) apart.push(span)
    else apart[apart.length - 1] = { ...before, until: Math.max(before.until, span.until) }
  }
  return apart
}

/** Whether hours begin or end there that the clocks show only when they are put forward over them, too. */
function hoursTurn({ weekly, timeZone }: SilencePlan, now: number): number {
  const clocks = clocksOf(timeZone)
  const shown = clocks.shown(now)
  const today = Math.floor(shown / DAY_MS)
  const turns = weekly.flatMap(({ days, from, to }) => {
    const begin = timeOfDay(from)
    return NEAR_DAYS.flatMap((day) => {
      if (!days.includes(weekdayOf(today + day))) return []
      const local = (today + day) * DAY_MS + begin
      return [local, local + lengthOf(begin, to)]
    })
  })
  // Clocks that are put back show again what was over, so the next that they show may have been.
  const next = turns
    .filter((local) => local >= shown)
    .sort((a, b) => a - b)
    .find((local) => clocks.firstAt(local) > now)
  return next === undefined ? now + LOOKED_AHEAD_MS : clocks.firstAt(next)
}

/** When the hours end that hold at an instant, and all that follow at once; the instant itself: none hold. */
function hoursUntil({ weekly, timeZone }: SilencePlan, now: number, latest: number): number {
  const clocks = clocksOf(timeZone)
  let end = now
  while (end < latest) {
    const later = Math.max(...weekly.map((hours) => endOf(hours, clocks, end)))
    if (later <= end) return end
    end = later
  }
  return end
}

/** The end of the hours that hold at an instant; -Infinity: they don't. */
function endOf({ days, from, to }: WeeklyHours, clocks: Clocks, now: number): number {
  const begin = timeOfDay(from)
  const length = lengthOf(begin, to)
  const today = Math.floor(clocks.shown(now) / DAY_MS)
  // Clocks that are put back show a day again that was over.
  const ends = [today - 1, today, today + 1].flatMap((day) => {
    if (!days.includes(weekdayOf(day))) return []
    const local = day * DAY_MS + begin
    const end = clocks.firstAt(local + length)
    return clocks.firstAt(local) <= now && now < end ? [end] : []
  })
  return Math.max(-Infinity, ...ends)
}

/** How long hours are that begin at a time of day, in milliseconds. */
function lengthOf(begin: number, to: string): number {
  return (timeOfDay(to) - begin + DAY_MS) % DAY_MS || DAY_MS
}

function weekdayOf(day: number): Weekday {
  return WEEKDAYS[(((day + FIRST_WEEKDAY) % 7) + 7) % 7]!
}

/** Of `22:30`, in milliseconds. */
function timeOfDay(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':')
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}
