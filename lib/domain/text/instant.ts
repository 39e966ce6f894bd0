// Instants as RFC 3339 writes them, read fast: a report holds thousands. And as sentences tell them.

/**
 * The instant that a text names, such as `2026-11-22T01:52:16Z` or `2026-11-22T02:52:16.250+01:00`; null: it names none. It
 * has a date, a time to the second and a zone, and lies in the years 1 to 9999, also in UTC: that is what Postgres writes.
 * https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function rfc3339(text: string): Date | null {
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX || !isSeparated(text)) return null
  const zoneAt = endOfFraction(text)
  const days = daysSince1970(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
  const ms =
    days * DAY_MS + timeOfDay(text) + fraction(text, zoneAt) - minutesOfZone(text, zoneAt) * 60_000
  return ms >= YEAR_1 && ms < YEAR_10000 ? new Date(ms) : null
}

/** An instant to the minute, in a sentence: `2026-11-22 01:52 UTC`. */
export function minuteText(at: Date): string {
  return at
    .toISOString()
    .replace(/:\d\d\.\d+Z$/, ' UTC')
    .replace('T', ' ')
}

const LENGTH_MIN = '2026-11-22T01:52:16Z'.length
/** With nine digits of a second, and a zone. */
const LENGTH_MAX = '2026-11-22T01:52:16.123456789+01:00'.length
const DAY_MS = 86_400_000
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z')
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z')

function isSeparated(text: string): boolean {
  return (
    text[4] === '-' && text[7] === '-' && text[10] === 'T' && text[13] === ':' && text[16] === ':'
  )
}

/** The number that decimal digits write; NaN: they aren't. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

const ZERO = 48

/** NaN: there is no such day. `Date` would count on from the end of a month, and takes years below 100 for others. */
function daysSince1970(year: number, month: number, day: number): number {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month))) return Number.NaN
  const beforeYear = (year - 1970) * 365 + leapDaysUntil(year - 1) - LEAP_DAYS_UNTIL_1969
  return beforeYear + BEFORE_MONTH[month - 1]! + (month > 2 && isLeap(year) ? 1 : 0) + day - 1
}

function leapDaysUntil(year: number): number {
  return Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
}

const LEAP_DAYS_UNTIL_1969 = leapDaysUntil(1969)
const BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

function daysIn(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : BEFORE_MONTH[month]! - BEFORE_MONTH[month - 1]!
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function timeOfDay(text: string): number {
  const hour = digits(text, 11, 13)
  const minute = digits(text, 14, 16)
  const second = digits(text, 17, 19)
  const isTime = hour <= 23 && minute <= 59 && second <= 59
  return isTime ? ((hour * 60 + minute) * 60 + second) * 1000 : Number.NaN
}

/** Where the zone begins, after the digits of the fraction of a second. */
function endOfFraction(text: string): number {
  if (text[19] !== '.') return 19
  let end = 20
  while (!Number.isNaN(digits(text, end, end + 1))) end++
  return end === 20 ? text.length : end
}

/** Milliseconds; what is finer is cut. */
function fraction(text: string, end: number): number {
  return end === 19 ? 0 : digits(text.slice(20, Math.min(end, 23)).padEnd(3, '0'), 0, 3)
}

/** By how many minutes a zone is ahead of UTC; NaN: it isn't one. */
function minutesOfZone(text: string, at: number): number {
  const sign = text[at]
  if (sign === 'Z') return text.length === at + 1 ? 0 : Number.NaN
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6 || text[at + 3] !== ':') {
    return Number.NaN
  }
  const hours = digits(text, at + 1, at + 3)
  const minutes = digits(text, at + 4, at + 6)
  if (!(hours <= 23 && minutes <= 59)) return Number.NaN
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}
