// The list as people type it: one resource per line, as `kubectl api-resources --output name` prints them.
import type { ApplicationKindsJson } from '#lib/schemas/application-kinds.ts'

type Kinds = ApplicationKindsJson['application_kinds']

/** One line per resource, such as `certificates.cert-manager.io`; resources of the core group have no suffix. */
export function kindsText(kinds: Kinds): string {
  return namesOf(kinds).join('\n')
}

export function namesOf(kinds: Kinds): string[] {
  return kinds.flatMap(({ group, resources }) =>
    resources.map((resource) => (group === '' ? resource : `${resource}.${group}`)),
  )
}

/** One entry per group, in the order of the lines. Blanks do not separate names: two on one line are for the API to refuse. */
export function kindsOfText(text: string): Kinds {
  const lines = text.split(/[\n,]/).flatMap((line) => line.trim() || [])
  const byGroup = Map.groupBy(lines, (line) => line.split('.').slice(1).join('.'))
  return [...byGroup].map(([group, names]) => ({
    group,
    resources: names.map((name) => name.split('.', 1)[0]!),
  }))
}
