import { callUrlIssues } from '#lib/domain/addresses/call-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { policyNameIssues } from '../names.ts'
import type { Scheduler } from './scheduler.ts'

/** Every issue of a scheduler by itself, with the API's field names in the paths. */
export function schedulerIssues({ name, description, url, everyMs }: Scheduler): readonly Issue[] {
  return [
    ...policyNameIssues(name, ['name']),
    ...descriptionIssues(description),
    ...(url === null ? [] : callUrlIssues(url, ['url'])),
    ...(everyMs === 0 ? [NEVER] : []),
  ]
}

const NEVER: Issue = {
  path: ['every'],
  code: 'duration_format',
  reason: 'Without changes it is asked once a minute at most: write 1m or more.',
}
