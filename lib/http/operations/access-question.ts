// Whose rights are asked about, from the query of a request or of a page.
import { z } from 'zod'
import { text, texts } from '#lib/domain/lists/parameters.ts'
import { normaliseGroupId } from '#lib/domain/objects/team/group-id.ts'
import type { AccessQuestion } from '#lib/usecases/access/people.ts'

/** `person`, or any number of `group` and `role`. */
export const accessParameters = z
  .object({
    person: text('A person by subject; without it, whoever has the groups and app roles.'),
    group: texts('A group by id.'),
    role: texts('An app role by value.'),
  })
  .refine(({ person, group, role }) => person === null || group.length + role.length === 0, {
    path: ['person'],
    error: 'Ask about a person, or about groups and app roles.',
  })

/** Groups are compared in the form in which grants are stored. */
export function accessQuestion({
  person,
  group,
  role: roles,
}: z.output<typeof accessParameters>): AccessQuestion {
  if (person !== null) return { person }
  const groups = group.map((id) => normaliseGroupId(id) ?? id)
  return { person, memberships: { groups, roles } }
}
