// What is wrong with the hours of a week, whoever plans by them.
import { isTimeZone } from '#lib/domain/observed/time-zone.ts'
import type { WeeklyHours } from '#lib/domain/observed/planned-silence.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { grammarIssues, quoted } from '#lib/domain/text/text.ts'

const HOURS_MAX = 20

/** The issues of a time zone: `time_zone_unknown`. */
export function timeZoneIssues(timeZone: string): readonly Issue[] {
  return grammarIssues(timeZone, ['time_zone'], (text) =>
    isTimeZone(text)
      ? null
      : { code: 'time_zone_unknown', reason: `There is no time zone ${quoted(text)}.` },
  )
}

/** The issues of hours of the week: too many, days that aren't named once each, and what is no time of day. */
export function weeklyIssues(weekly: readonly WeeklyHours[]): readonly Issue[] {
  if (weekly.length > HOURS_MAX) {
    const reason = `There are ${weekly.length} hours of the week; at most ${HOURS_MAX} are allowed.`
    return [{ path: ['weekly'], code: 'too_many', reason }]
  }
  return weekly.flatMap(({ days, from, to }, index) => [
    ...(days.length === 0 || new Set(days).size < days.length
      ? [hoursIssue(index, 'days', 'The hours name each of their days once, and at least one.')]
      : []),
    ...timeIssues(index, 'from', from),
    ...timeIssues(index, 'to', to),
  ])
}

function timeIssues(index: number, field: 'from' | 'to', text: string): Issue[] {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)) return []
  return [hoursIssue(index, field, 'A time of day is 00:00 to 23:59.')]
}

function hoursIssue(index: number, field: string, reason: string): Issue {
  return { path: ['weekly', index, field], code: 'hours_format', reason }
}
