// The same model with other ids, for tests that nothing depends on them.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { bitsOf, CHUNK_IDS, idsIn } from '#lib/domain/sets/bits.ts'
import { editTo } from './arbitrary-edits.ts'
import type { Model } from './naive.ts'

/** The edits that make a model of an empty one. */
export function editsInto({ objects, releases, decisions }: Model): Edit[] {
  return [
    ...Object.values(objects).flatMap((byId) =>
      [...byId].map(([id, object]) => editTo(id, object)),
    ),
    ...[...releases].map(([id, after]) => ({ kind: 'release' as const, id, after })),
    ...decisions.values(),
  ]
}

const CLUSTER_STEP = Math.ceil(CHUNK_IDS / 80)

/** Another id for each object; those of clusters are so far apart that their sets have several chunks. */
export function withOtherId(edit: Edit, shift: number): Edit {
  const otherId = (id: number) => (id * 7 + shift) % 257
  const otherCluster = (id: number) => otherId(id) * CLUSTER_STEP
  if (edit.kind === 'decision') {
    const after = edit.after && bitsOf(idsIn(edit.after).map(otherCluster))
    const [policy, application] = [otherId(edit.policy), otherId(edit.application)]
    return { ...edit, policy, application, after }
  }
  if (edit.kind !== 'release') {
    return { ...edit, id: edit.kind === 'cluster' ? otherCluster(edit.id) : otherId(edit.id) }
  }
  // The order of releases means something.
  const id = edit.id + shift
  if (edit.after === null) return { ...edit, id }
  const { application, clusters } = edit.after
  return {
    ...edit,
    id,
    after: {
      ...edit.after,
      application: otherId(application),
      clusters: clusters && bitsOf(idsIn(clusters).map(otherCluster)),
    },
  }
}
