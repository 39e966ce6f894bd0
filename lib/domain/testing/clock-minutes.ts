// A look at every minute of a week, by clocks that show each quarter of an hour as the time zone's database says.
import * as fc from 'fast-check'
import { WEEKDAYS, type WeeklyHours } from '#lib/domain/observed/planned-silence.ts'

export const MINUTE_MS = 60_000
export const DAY_MINUTES = 24 * 60
/** Whole hours, half an hour, a quarter, and changes of summer time by an hour and by half of one. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
]
/** Clocks are changed at whole quarters of an hour: within one they go on minute by minute. */
const QUARTER_MINUTES = 15
const NEW_YEAR = Date.UTC(2026, 0, 1)
const WEEKS = 52
/** Hours reach from the day before into a week, and out of it. */
export const MARGIN_DAYS = 3

type Shown = readonly number[]
const known = new Map<string, Shown>()

/** What the clocks of a zone show in each minute around a week, as minutes since 1970 if they were those of UTC. */
export function shownIn(timeZone: string, week: number): Shown {
  const key = `${timeZone} ${week}`
  const found = known.get(key) ?? readClocks(timeZone, firstOf(week))
  known.set(key, found)
  return found
}

/** The first minute that is looked at around a week, since 1970. */
export function firstOf(week: number): number {
  return NEW_YEAR / MINUTE_MS + (week * 7 - MARGIN_DAYS) * DAY_MINUTES
}

function readClocks(timeZone: string, first: number): Shown {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const quarters = ((7 + 2 * MARGIN_DAYS) * DAY_MINUTES) / QUARTER_MINUTES
  return Array.from({ length: quarters }, (_, quarter) => {
    const [day, month, year, hours, minutes] = format
      .format((first + quarter * QUARTER_MINUTES) * MINUTE_MS)
      .match(/\d+/g)!
      .map(Number)
    const shown = Date.UTC(year!, month! - 1, day, hours, minutes) / MINUTE_MS
    return Array.from({ length: QUARTER_MINUTES }, (_, minute) => shown + minute)
  }).flat()
}

/** Whether each minute is in one of the hours: from the first that shows their beginning or later to the first that shows their end. */
export function minutesIn(weekly: readonly WeeklyHours[], shown: Shown): boolean[] {
  const isIn = shown.map(() => false)
  const firstShowing = (time: number) => shown.findIndex((minute) => minute >= time)
  const firstDay = Math.ceil(shown[0]! / DAY_MINUTES)
  for (const { days, from, to } of weekly) {
    for (let day = firstDay; day < firstDay + 7 + 2 * MARGIN_DAYS - 2; day++) {
      const weekday = (new Date(day * DAY_MINUTES * MINUTE_MS).getUTCDay() + 6) % 7
      if (!days.includes(WEEKDAYS[weekday]!)) continue
      const [begin, end] = [minutesOf(from), minutesOf(to)]
      const last = day * DAY_MINUTES + end + (end <= begin ? DAY_MINUTES : 0)
      isIn.fill(true, firstShowing(day * DAY_MINUTES + begin), firstShowing(last))
    }
  }
  return isIn
}

function minutesOf(text: string): number {
  const [hours, minutes] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Those in which clocks of a zone are changed, more often than others. */
export const week = fc.oneof(fc.constantFrom(9, 12, 13, 38, 39, 42, 43), fc.nat(WEEKS - 1))
