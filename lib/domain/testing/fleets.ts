// Builds fleets from models at once, and computes the impact of edits.
import type { Edit, ReleaseEdit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { filesOf } from '#lib/domain/impact/impact-files.ts'
import { impactOf } from '#lib/domain/impact/impact.ts'
import { releaseEditsOf } from '#lib/domain/impact/release-edits.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { ReleaseChange } from '#lib/domain/releases/release.ts'
import { editTo } from './arbitrary-edits.ts'
import { type Model, modelWith } from './naive.ts'
import { toyRenderer } from './toy-renderer.ts'

export function builtAfresh({ objects, releases, decisions }: Model): Fleet {
  const edits = Object.values(objects).flatMap((byId: ReadonlyMap<number, ModelObject>) =>
    [...byId].map(([id, object]) => editTo(id, object)),
  )
  const begun = [...releases].map(([id, after]) => ({ kind: 'release' as const, id, after }))
  return emptyFleet().with([...edits, ...begun, ...decisions.values()])
}

export function impactOn(fleet: Fleet, edits: readonly Edit[]) {
  const impact = impactOf(fleet, fleet.with(edits), edits, toyRenderer)
  return { impact, files: filesOf(impact, toyRenderer) }
}

/** The edits, and what they do to releases by themselves. `underWay`: the rollouts that are. */
export function settled(
  before: Model,
  edits: readonly Edit[],
  underWay: ReadonlySet<number>,
): Edit[] {
  const fleet = builtAfresh(before)
  const change = releaseEditsOf(fleet, fleet.with(edits), underWay)
  return [...edits, ...releaseEdits(modelWith(before, edits), change)]
}

/** The edits of a change of releases, with the next ids of a model. */
export function releaseEdits({ nextIds }: Model, { ended, begun }: ReleaseChange): ReleaseEdit[] {
  return [
    ...ended.map((id) => ({ kind: 'release' as const, id, after: null })),
    ...begun.map((after, nth) => ({ kind: 'release' as const, id: nextIds.release + nth, after })),
  ]
}
