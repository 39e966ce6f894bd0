import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { groupsIssues } from '../group-issues.ts'
import { environmentNameIssues } from '../names.ts'
import type { Environment } from './environment.ts'
import { hoursIssues } from './hours.ts'
import { waveIssues } from './wave-issues.ts'

/** Every issue of an environment by itself, with the API's field names in the paths. */
export function environmentIssues(environment: Environment): readonly Issue[] {
  return [
    ...environmentNameIssues(environment.name, ['name']),
    ...descriptionIssues(environment.description),
    ...groupsIssues(environment.deployers, 'deployers'),
    ...groupsIssues(environment.overriders, 'overriders'),
    ...deployerIssues(environment),
    ...orderIssues(environment),
    ...(environment.hours === null ? [] : hoursIssues(environment.hours)),
    ...waveIssues(environment.waves),
    ...holdIssues(environment),
  ]
}

const AFTER_MAX = 5

/** What must come first, as far as one environment tells: whether it exists, and isn't a circle, the others say. */
function orderIssues({ after }: Environment): readonly Issue[] {
  if (after.length > AFTER_MAX) {
    const reason = `There are ${after.length} environments; at most ${AFTER_MAX} are allowed.`
    return [{ path: ['after'], code: 'too_many', reason }]
  }
  return after.flatMap((name, index) => [
    ...environmentNameIssues(name, ['after', index]),
    ...(after.indexOf(name) < index
      ? [
          {
            path: ['after', index],
            code: 'environment_duplicate',
            reason: 'This environment is named already.',
          },
        ]
      : []),
  ])
}

function holdIssues({ holdMs }: Environment): readonly Issue[] {
  if (holdMs !== 0) return []
  const reason = 'A hold is at least a minute long; leave it out where none is allowed.'
  return [{ path: ['hold'], code: 'duration_format', reason }]
}

/** Otherwise nobody could move anything there but with an override. */
function deployerIssues({ protected: isProtected, deployers }: Environment): readonly Issue[] {
  if (!isProtected || deployers.length > 0) return []
  const reason = 'A protected environment names at least one group of deployers.'
  return [{ path: ['deployers'], code: 'deployers_missing', reason }]
}
