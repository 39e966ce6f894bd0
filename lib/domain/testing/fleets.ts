// Builds fleets from models at once, and computes the impact of edits.
import type { Edit, ReleaseEdit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { decisionEditsOf, type ScoreOf } from '#lib/domain/decisions/decision-edits.ts'
import { filesOf } from '#lib/domain/impact/impact-files.ts'
import { impactOf } from '#lib/domain/impact/impact.ts'
import { releaseEditsOf } from '#lib/domain/impact/release-edits.ts'
import type { ReleaseChange } from '#lib/domain/releases/release.ts'
import { type Model, modelWith } from './naive.ts'
import { editsInto } from './other-ids.ts'
import { toyRenderer } from './toy-renderer.ts'

export function builtAfresh(model: Model): Fleet {
  return emptyFleet().with(editsInto(model))
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

/** The edits, and what they do to decisions by themselves. */
export function decided(before: Model, edits: readonly Edit[], scoreOf: ScoreOf): Edit[] {
  const fleet = builtAfresh(before)
  return [...edits, ...decisionEditsOf(fleet, fleet.with(edits), scoreOf)]
}
