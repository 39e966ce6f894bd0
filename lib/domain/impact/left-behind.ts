// Which applications an edit leaves behind somewhere, to be released there as soon as what they need is there.
import { waitingClusters } from '#lib/domain/dependencies/waiting.ts'
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf, intersect, isEmpty, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Impact } from './impact.ts'

/**
 * The ids of those that need others and are behind on a cluster, as far as the edit may have left them there: it edits them, gives
 * them a cluster, begins or ends a release of theirs, changes what a cluster has of them, or moves a cluster to another environment.
 * The others cost nothing. `edits` are those of the impact.
 */
export function leftBehind(impact: Impact, edits: readonly Edit[]): readonly number[] {
  const { after: fleet } = impact
  const edited = edits.flatMap((edit) => (edit.kind === 'application' ? [edit.id] : []))
  const { applications, environments } = movedOrReleased(impact, edits)
  const behind = [
    ...edited.filter((id) => waitingClusters(fleet, id).length > 0),
    ...applications.filter((id) => waitingClusters(fleet, id, environments).length > 0),
  ]
  return [...new Set(behind)]
}

/** The applications that may be behind on a cluster where they weren’t, and the environments of all such clusters. */
function movedOrReleased(impact: Impact, edits: readonly Edit[]) {
  const relocated = bitsOf(impact.clusters.filter(isRelocated).map(({ id }) => id))
  const turned = editedReleases(impact, edits)
  const moved = impact.applications
    .filter(({ after }) => after !== null && needsOthers(after))
    .map(({ id, added, changed, kept }) => ({
      id,
      clusters: uniteAll([added, changed, intersect(kept, relocated)]),
    }))
    .filter(({ clusters }) => !isEmpty(clusters))
  const clusters = uniteAll(moved.map((each) => each.clusters))
  const groups = byGroup(clusters, impact.after.clustersByEnvironment)
  return {
    applications: [...moved.map(({ id }) => id), ...turned.map(({ application }) => application)],
    environments: new Set([
      ...groups.map(({ key }) => key),
      ...turned.map(({ environment }) => environment),
    ]),
  }
}

/** Those that begin or end. */
function editedReleases(
  { before }: Pick<Impact, 'before'>,
  edits: readonly Edit[],
): readonly Release[] {
  const released = edits.filter((edit) => edit.kind === 'release')
  const ended = new Set(released.flatMap(({ id, after }) => (after === null ? [id] : [])))
  const held = ended.size === 0 ? [] : before.releases.flatMap((each) => each ?? [])
  return [
    ...released.flatMap(({ after }) => after ?? []),
    ...held.flatMap(({ id, object }) => (ended.has(id) ? [object] : [])),
  ]
}

/** Whether a cluster is in another environment from now on. */
function isRelocated({ before, after }: Impact['clusters'][number]): boolean {
  return before !== null && after !== null && before.environment !== after.environment
}
