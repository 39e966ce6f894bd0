// The list as people type it: one resource a line, as `kubectl api-resources --output name` prints them.
import type { ApplicationKindsJson } from '#lib/schemas/application-kinds.ts'

type Kinds = ApplicationKindsJson['application_kinds']

/** A line each, such as `certificates.cert-manager.io`; of the core group the resource alone. */
export function kindsText(kinds: Kinds): string {
  return namesOf(kinds).join('\n')
}

export function namesOf(kinds: Kinds): string[] {
  return kinds.flatMap(({ group, resources }) =>
    resources.map((resource) => (group === '' ? resource : `${resource}.${group}`)),
  )
}

/**
 * One entry a group, in the order of the lines; what is wrong with a name is the API's to say. A blank parts no names: a group and
 * a resource that are typed side by side are none, and not two.
 */
export function kindsOfText(text: string): Kinds {
  const lines = text.split(/[\n,]/).flatMap((line) => line.trim() || [])
  const byGroup = Map.groupBy(lines, (line) => line.split('.').slice(1).join('.'))
  return [...byGroup].map(([group, names]) => ({
    group,
    resources: names.map((name) => name.split('.', 1)[0]!),
  }))
}
