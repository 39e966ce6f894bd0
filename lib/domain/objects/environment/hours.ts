// When waves of an environment may be released: hours of the week by the clocks of a place.
import type { WeeklyHours } from '#lib/domain/observed/planned-silence.ts'

export type Hours = {
  readonly timeZone: string
  /** At least one; each ends on the day on which it begins. */
  readonly weekly: readonly WeeklyHours[]
}
