import { instantOf } from '#lib/domain/lists/instant.ts'
import { isTimeZone } from '#lib/domain/observed/time-zone.ts'
import { cronFault } from '#lib/domain/schedules/cron.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { joinableNameIssues, policyNameIssues } from '../names.ts'
import { reportQueryIssues } from './report-lists.ts'
import { FILE, NOW, type SavedReport } from './saved-report.ts'

/** Longer ones aren't addresses any more. */
const QUERY_MAX = 4_000

/** Every issue of a saved report by itself, with the API's field names in the paths. */
export function savedReportIssues(report: SavedReport): readonly Issue[] {
  const { name, description, team, list, query, at, deliver } = report
  return [
    ...policyNameIssues(name, ['name']),
    ...descriptionIssues(description),
    ...(team === null ? [] : joinableNameIssues(team, ['namespace'])),
    ...(query.length > QUERY_MAX
      ? wrong('query', `At most ${QUERY_MAX} characters are allowed here.`)
      : reportQueryIssues(list, query)),
    ...(list === 'audit' && team !== null
      ? wrong('list', 'The audit is of all teams, so only a report of the platform can list it.')
      : []),
    ...(at === NOW || instantOf(at) !== null
      ? []
      : wrong('at', 'Write now, or an instant such as 2026-03-01T12:00:00Z.')),
    ...scheduleIssues(report),
    ...(deliver === FILE ? [] : policyNameIssues(deliver, ['deliver'])),
  ]
}

const wrong = (field: string, reason: string): Issue[] => [
  { path: [field], code: `report_${field}`, reason },
]

function scheduleIssues({ schedule, timeZone }: SavedReport): Issue[] {
  const fault = schedule === null ? null : cronFault(schedule)
  return [
    ...(fault === null ? [] : [{ path: ['schedule'], code: 'report_schedule', reason: fault }]),
    ...(isTimeZone(timeZone)
      ? []
      : [
          {
            path: ['time_zone'],
            code: 'time_zone_unknown',
            reason: 'This must be a time zone such as Europe/Berlin.',
          },
        ]),
  ]
}
