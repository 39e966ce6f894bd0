// When days and hours begin by the clocks of a place, summer time included. The rules come with Node's ICU, which follows the
// IANA time zone database: https://www.iana.org/time-zones.

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** No clock differs by more from UTC. */
const OFFSET_MAX_MS = 15 * HOUR_MS

/** The clocks of a place. Local times are milliseconds as they would be counted if the place were in UTC. */
export type Clocks = {
  /** What the clocks show at an instant. */
  readonly shown: (instant: number) => number
  /**
   * The first instant at which the clocks show a local time or, where they are put forward over it, the instant at which
   * they are.
   */
  readonly firstAt: (local: number) => number
}

/** Whether a text names a time zone, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The clocks of a time zone that there is. */
export function clocksOf(timeZone: string): Clocks {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offset = (instant: number) => offsetIn(format.formatToParts(instant))
  return {
    shown: (instant) => instant + offset(instant),
    firstAt: (local) => {
      const [before, after] = [offset(local - OFFSET_MAX_MS), offset(local + OFFSET_MAX_MS)]
      const shows = (instant: number) => instant + offset(instant) === local
      const found = [local - before, local - after].find(shows)
      return found ?? firstWith(after, local - after, local - before, offset)
    },
  }
}

/** Of `GMT`, `GMT+05:30` or, before there was standard time, `GMT-00:01:15`, in milliseconds. */
function offsetIn(parts: readonly Intl.DateTimeFormatPart[]): number {
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(name) ?? []
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000
  return sign === '-' ? -ms : ms
}

/** The second with which an offset begins that doesn't hold just before `from` and holds at `to`. */
function firstWith(
  wanted: number,
  from: number,
  to: number,
  offset: (instant: number) => number,
): number {
  let [low, high] = [Math.floor(from / 1000), Math.ceil(to / 1000)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (offset(middle * 1000) === wanted) high = middle
    else low = middle + 1
  }
  return high * 1000
}
