// About whom it is asked what they may do, from the query of a request or of a page.
import { normaliseGroupId } from '#lib/domain/objects/team-issues.ts'
import { parameterCode, readText } from '#lib/http/api/parameters.ts'
import type { AccessQuestion } from '#lib/usecases/access/people.ts'
import { refusalOf } from '#lib/usecases/refusal.ts'

const MEMBERSHIPS_MAX = 200

/** `person`, or any number of `group` and `role`. Groups are compared in the form in which grants are kept. */
export function readAccessQuestion(query: URLSearchParams): AccessQuestion {
  const person = readText(new Map(query), 'person')
  const groups = readEach(query, 'group').map((id) => normaliseGroupId(id) ?? id)
  const roles = readEach(query, 'role')
  if (person === null) return { person, memberships: { groups, roles } }
  if (groups.length === 0 && roles.length === 0) return { person }
  throw wrong('person', 'Ask about a person, or about groups and app roles.')
}

function readEach(query: URLSearchParams, name: string): readonly string[] {
  const values = query.getAll(name)
  if (values.length > MEMBERSHIPS_MAX) {
    throw wrong(name, `${name} may be given ${MEMBERSHIPS_MAX} times.`)
  }
  return values.flatMap((value) => readText(new Map([[name, value]]), name) ?? [])
}

function wrong(name: string, reason: string) {
  return refusalOf('malformed', [{ path: ['query', name], code: parameterCode(name), reason }])
}
