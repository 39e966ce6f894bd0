// The cluster that a registration token makes of what a site says of itself.
import type { Labels } from '#lib/domain/labels/labels.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { fitsPattern } from './name-pattern.ts'
import type { RegistrationToken } from './registration-token.ts'

export type SiteSays = { readonly name: string; readonly labels: Labels }

/**
 * The JSON of the cluster. Its environment and labels are the token's; of its own it says those that the token leaves open.
 * Issues: `registration_name`, `label_not_open`.
 */
export function clusterJsonOf(
  token: RegistrationToken,
  { name, labels }: SiteSays,
): Checked<Readonly<Record<string, unknown>>> {
  const issues = [...nameIssues(token, name), ...closedIssues(token, labels)]
  if (issues.length > 0) return refused(issues)
  return accepted({
    name,
    environment: token.environment,
    metadata: Object.fromEntries([...token.labels, ...labels]),
  })
}

function nameIssues({ namePattern }: RegistrationToken, name: string): readonly Issue[] {
  if (fitsPattern(name, namePattern)) return []
  const reason = `A cluster of this token is called as ${namePattern}.`
  return [{ path: ['name'], code: 'registration_name', reason }]
}

function closedIssues({ openLabels }: RegistrationToken, labels: Labels): readonly Issue[] {
  const reason = 'The registration token doesn’t leave this label to the cluster.'
  return [...labels.keys()]
    .filter((key) => !openLabels.includes(key))
    .map((key) => ({ path: ['metadata', key], code: 'label_not_open', reason }))
}
