import { isTimeZone } from '#lib/domain/observed/time-zone.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues, grammarIssues, quoted } from '#lib/domain/text/text.ts'
import { policyNameIssues } from '../names.ts'
import type { Silence } from './silence.ts'

const HOURS_MAX = 20

/** Every issue of a silence by itself, with the API's field names in the paths. Its selector is parsed already. */
export function silenceIssues(silence: Silence): readonly Issue[] {
  return [
    ...policyNameIssues(silence.name, ['name']),
    ...descriptionIssues(silence.description),
    ...grammarIssues(silence.timeZone, ['time_zone'], timeZoneFlaw),
    ...hoursIssues(silence.weekly),
    ...spanIssues(silence),
  ]
}

function timeZoneFlaw(text: string) {
  if (isTimeZone(text)) return null
  return { code: 'time_zone_unknown', reason: `There is no time zone ${quoted(text)}.` }
}

function hoursIssues(weekly: Silence['weekly']): Issue[] {
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

function spanIssues({ from, to, weekly }: Silence): Issue[] {
  if (from !== null && to !== null && from >= to) return spanIssue('to must be after from.')
  if (weekly.length > 0 || (from !== null && to !== null)) return []
  return spanIssue('A silence has hours of the week, or both from and to.')
}

function spanIssue(reason: string): Issue[] {
  return [{ path: ['to'], code: 'silence_span', reason }]
}
