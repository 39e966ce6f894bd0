import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { policyNameIssues } from '../names.ts'
import { timeZoneIssues, weeklyIssues } from '../weekly-issues.ts'
import type { Silence } from './silence.ts'

/** Every issue of a silence by itself, with the API's field names in the paths. Its selector is parsed already. */
export function silenceIssues(silence: Silence): readonly Issue[] {
  return [
    ...policyNameIssues(silence.name, ['name']),
    ...descriptionIssues(silence.description),
    ...timeZoneIssues(silence.timeZone),
    ...weeklyIssues(silence.weekly),
    ...spanIssues(silence),
  ]
}

function spanIssues({ from, to, weekly }: Silence): Issue[] {
  if (from !== null && to !== null && from >= to) return spanIssue('to must be after from.')
  if (weekly.length > 0 || (from !== null && to !== null)) return []
  return spanIssue('A silence has hours of the week, or both from and to.')
}

function spanIssue(reason: string): Issue[] {
  return [{ path: ['to'], code: 'silence_span', reason }]
}
