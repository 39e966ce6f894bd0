import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { environmentNameIssues, joinableNameIssues, policyNameIssues } from '../names.ts'
import { timeZoneIssues, weeklyIssues } from '../weekly-issues.ts'
import type { Freeze } from './freeze.ts'

const NAMES_MAX = 100

/** Every issue of a freeze by itself, with the API's field names in the paths. Its selector is parsed already. */
export function freezeIssues(freeze: Freeze): readonly Issue[] {
  const { environments, namespaces } = freeze
  return [
    ...policyNameIssues(freeze.name, ['name']),
    ...descriptionIssues(freeze.description),
    ...namesIssues('environments', environments ?? [], environmentNameIssues),
    ...(environments?.length === 0 ? [NOWHERE] : []),
    ...namesIssues('namespaces', namespaces, joinableNameIssues),
    ...timeZoneIssues(freeze.timeZone),
    ...weeklyIssues(freeze.weekly),
    ...spanIssues(freeze),
  ]
}

const NOWHERE: Issue = {
  path: ['environments'],
  code: 'freeze_scope',
  reason: 'A freeze names its environments, or * for all.',
}

function namesIssues(
  field: string,
  names: readonly string[],
  issuesOf: (name: string, path: Issue['path']) => readonly Issue[],
): readonly Issue[] {
  if (names.length > NAMES_MAX) {
    const reason = `There are ${names.length} names; at most ${NAMES_MAX} are allowed.`
    return [{ path: [field], code: 'too_many', reason }]
  }
  return names.flatMap((name, index) => issuesOf(name, [field, index]))
}

function spanIssues({ from, to }: Freeze): readonly Issue[] {
  if (from === null || to === null || from < to) return []
  return [{ path: ['to'], code: 'freeze_span', reason: 'to must be after from.' }]
}
