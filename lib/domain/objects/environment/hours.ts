// When waves of an environment may be released: hours of the week by the clocks of a place.
import { z } from 'zod'
import type { WeeklyHours } from '#lib/domain/observed/planned-silence.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import type { Read } from '../fields.ts'
import { hoursSchema, weeklyJson } from '../plan-fields.ts'
import { timeZoneIssues, weeklyIssues } from '../weekly-issues.ts'

export type Hours = {
  readonly timeZone: string
  /** At least one; each ends on the day on which it begins. */
  readonly weekly: readonly WeeklyHours[]
}

const field = z.strictObject({
  time_zone: z.string().meta({ examples: ['Europe/Berlin'] }),
  weekly: z
    .array(hoursSchema)
    .meta({ description: 'On quarter hours of one day; `to` may be 00:00, its end.' }),
})
export const hoursField = { sent: field, answered: field }

export function readHours(sent: Read<z.output<typeof field>>): Hours {
  return { timeZone: sent.time_zone, weekly: sent.weekly }
}

export function hoursJson({ timeZone, weekly }: Hours) {
  return { time_zone: timeZone, weekly: weeklyJson(weekly) }
}

/** Every issue of the hours: those of hours of the week, and `bad_hours`. */
export function hoursIssues({ timeZone, weekly }: Hours): readonly Issue[] {
  const known = [...timeZoneIssues(timeZone), ...weeklyIssues(weekly)]
  const own = [
    ...(weekly.length === 0
      ? [badHours(['weekly'], 'Name at least one day with hours, or no hours at all.')]
      : []),
    ...(known.length > 0 ? [] : weekly.flatMap(spanIssues)),
  ]
  return [...known, ...own].map((issue) => ({ ...issue, path: ['hours', ...issue.path] }))
}

function spanIssues({ from, to }: WeeklyHours, index: number): readonly Issue[] {
  const offQuarters = (['from', 'to'] as const).filter(
    (end) => !/:(?:00|15|30|45)$/.test({ from, to }[end]),
  )
  return [
    ...offQuarters.map((end) =>
      badHours(['weekly', index, end], 'These hours begin and end on quarter hours.'),
    ),
    // Times of day as 08:00 sort as text.
    ...(to > from || to === '00:00'
      ? []
      : [
          badHours(['weekly', index, 'to'], '`to` is later on the same day, or 00:00 for its end.'),
        ]),
  ]
}

function badHours(path: Issue['path'], reason: string): Issue {
  return { path, code: 'bad_hours', reason }
}
