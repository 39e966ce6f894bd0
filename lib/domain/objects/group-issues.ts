import { z } from 'zod'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { groupFlaw, normaliseGroupId } from './team/group-id.ts'

/** Groups of the identity provider, by id. */
export const groupsSchema = z.array(
  z.strictObject({ id: z.string().overwrite((id) => normaliseGroupId(id) ?? id) }),
)

const GROUPS_MAX = 100

/** Every issue of a list of groups in a field: too many, ids that are none, and groups that it names twice. */
export function groupsIssues(
  groups: readonly { readonly id: string }[],
  ...path: Issue['path']
): readonly Issue[] {
  if (groups.length > GROUPS_MAX) {
    const reason = `There are ${groups.length} groups; at most ${GROUPS_MAX} are allowed.`
    return [{ path, code: 'too_many', reason }]
  }
  const ids = groups.map(({ id }) => normaliseGroupId(id) ?? id)
  return groups.flatMap(({ id }, index) =>
    grammarIssues(id, [...path, index, 'id'], (text) => groupFlaw(text) ?? repeatFlaw(index, ids)),
  )
}

function repeatFlaw(index: number, ids: readonly string[]): Flaw | null {
  const first = ids.indexOf(ids[index] ?? '')
  return first < index
    ? {
        code: 'group_duplicate',
        reason: `This is the same group as the one at position ${first + 1}.`,
      }
    : null
}
