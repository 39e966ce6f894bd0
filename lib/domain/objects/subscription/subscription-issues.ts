import { callUrlIssues } from '#lib/domain/addresses/call-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { joinableNameIssues, policyNameIssues } from '../names.ts'
import { FILE } from '../saved-report/saved-report.ts'
import type { Subscription } from './subscription.ts'

/** Every issue of a subscription by itself, with the API's field names in the paths. */
export function subscriptionIssues(subscription: Subscription): readonly Issue[] {
  const { name, description, team, events } = subscription
  return [
    ...policyNameIssues(name, ['name']),
    ...(name === FILE ? [FILE_RESERVED] : []),
    ...descriptionIssues(description),
    ...(team === null ? [] : joinableNameIssues(team, ['namespace'])),
    ...urlIssues(subscription),
    ...(events.length === 0 ? [NO_EVENTS] : []),
  ]
}

const FILE_RESERVED: Issue = {
  path: ['name'],
  code: 'name_reserved',
  reason: 'Reports that tell nobody say this word in the place of a name.',
}

const NO_EVENTS: Issue = {
  path: ['events'],
  code: 'required',
  reason: 'A subscription is told of something.',
}

/** Who knows the address of an incoming webhook of Teams or Slack may post there, so none of it is shown. */
function urlIssues({ receiver, url }: Subscription): readonly Issue[] {
  const issues = callUrlIssues(url, ['url'])
  if (issues.length > 0 || receiver === 'webhook') return issues
  if (/^https?:\/\/[^/?#]+\/?$/.test(url)) return []
  const reason =
    'The address that Teams and Slack give is a secret: send it as such, and only its server here.'
  return [{ path: ['url'], code: 'url_secret', reason }]
}
