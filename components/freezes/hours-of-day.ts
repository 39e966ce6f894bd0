import type { FrozenDay } from '#lib/domain/objects/freeze/freeze-calendar.ts'

/** As `00:00–06:00, 22:00–24:00`. */
export function hoursOfDay(hours: FrozenDay['hours']): string {
  return hours.map(({ from, to }) => `${from}–${to}`).join(', ')
}
