import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { configKeyIssues } from '#lib/domain/values/config-keys.ts'
import { joinableNameIssues, policyNameIssues } from '../names.ts'
import type { Config } from './config.ts'

const PRIORITY_MAX = 1000
/** The platform sets facts above it, and what a team may say otherwise below. */
const TEAM_PRIORITY_MAX = 499

/** Every issue of a config by itself, with the API's field names in the paths. Its selectors and values are read already. */
export function configIssues(config: Config): readonly Issue[] {
  return [
    ...policyNameIssues(config.name, ['name']),
    ...descriptionIssues(config.description),
    ...(config.team === null ? [] : joinableNameIssues(config.team, ['namespace'])),
    ...priorityIssues(config),
    ...configKeyIssues(config.values, ['values']),
  ]
}

function priorityIssues({ team, priority }: Config): readonly Issue[] {
  const most = team === null ? PRIORITY_MAX : TEAM_PRIORITY_MAX
  if (priority >= 0 && priority <= most) return []
  const whose = team === null ? '' : ' in a team’s config'
  return [
    {
      path: ['priority'],
      code: 'count_range',
      reason: `This is a number from 0 to ${most}${whose}.`,
    },
  ]
}
