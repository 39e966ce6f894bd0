// Instants as RFC 3339 writes them, read fast: a report holds thousands.

/**
 * The instant that a text names, such as `2026-11-22T01:52:16Z` or `2026-11-22T02:52:16.250+01:00`; null: it names none. It
 * has a date, a time to the second and a zone, and lies in the years 1 to 9999, also in UTC: that is what Postgres writes.
 * https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function rfc3339(text: string): Date | null {
  if (text.length < 20 || text.length > LENGTH_MAX || !isSeparated(text)) return null
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  const ms = timeOfDay(text)
  const zoneAt = endOfFraction(text)
  const zone = minutesOfZone(text, zoneAt)
  if (Number.isNaN(ms + zone) || month < 1 || month > 12) return null
  const at = new Date(0)
  at.setUTCFullYear(digits(text, 0, 4), month - 1, day)
  // What `Date` counts on from the end of a month is no date.
  if (at.getUTCDate() !== day || at.getUTCMonth() !== month - 1) return null
  at.setTime(at.getTime() + ms + fraction(text, zoneAt) - zone * 60_000)
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999 ? at : null
}

/** With nine digits of a second, and a zone. */
const LENGTH_MAX = '2026-11-22T01:52:16.123456789+01:00'.length

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

function timeOfDay(text: string): number {
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)]
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
  const [hours, minutes] = [digits(text, at + 1, at + 3), digits(text, at + 4, at + 6)]
  if (!(hours <= 23 && minutes <= 59)) return Number.NaN
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}
