// The releases of each application after an edit.
import type { Release } from '#lib/domain/releases/release.ts'
import type { Edit, ReleaseEdit, Releases } from './fleet-state.ts'
import { type Identified, slotsWith } from './shelf.ts'

/** The last edit of a release counts. The same value when none begins or ends. */
export function releasesAfter(releases: Releases, edits: readonly Edit[]): Releases {
  const edited = edits.filter((edit): edit is ReleaseEdit => edit.kind === 'release')
  if (edited.length === 0) return releases
  const ended = new Map(edited.map(({ id, after }) => [id, after]))
  const begun = [...ended].flatMap(([id, after]) => (after ? [{ id, object: after }] : []))
  const byApplication = Map.groupBy(begun, ({ object }) => object.application)
  const touched = new Set(byApplication.keys())
  // Most ids are no application's, and an iterator of entries would make a pair of each.
  for (let application = 0; application < releases.length; application++) {
    if (releases[application]?.some(({ id }) => ended.has(id))) touched.add(application)
  }
  return slotsWith(
    releases,
    [...touched].map((application) => {
      const kept = (releases[application] ?? []).filter(({ id }) => !ended.has(id))
      const all = [...kept, ...(byApplication.get(application) ?? [])].sort(byId)
      return [application, all.length === 0 ? undefined : all] as const
    }),
  )
}

const byId = (one: Identified<Release>, other: Identified<Release>) => one.id - other.id
