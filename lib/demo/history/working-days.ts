// The days on which the people of the demo worked, counted back from a day, which isn't one of them.

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WEEKEND = [0, 6]

/** The instant at so many minutes past midnight, by UTC, of the working day that lies so many working days back. */
export function workingDay(today: Date, back: number, minutes: number): Date {
  let day = Math.floor(today.getTime() / DAY_MS) * DAY_MS
  for (let left = back; left > 0;) {
    day -= DAY_MS
    if (!WEEKEND.includes(new Date(day).getUTCDay())) left--
  }
  return new Date(day + minutes * MINUTE_MS)
}
