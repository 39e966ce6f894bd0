// Builds fleets from models at once, and computes the impact of edits.
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { filesOf } from '#lib/domain/impact/impact-files.ts'
import { impactOf } from '#lib/domain/impact/impact.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { editTo } from './arbitraries.ts'
import type { Model } from './naive.ts'
import { toyRenderer } from './toy-renderer.ts'

export function builtAfresh({ objects }: Model): Fleet {
  const edits = Object.values(objects).flatMap((byId: ReadonlyMap<number, ModelObject>) =>
    [...byId].map(([id, object]) => editTo(id, object)),
  )
  return emptyFleet().with(edits)
}

export function impactOn(fleet: Fleet, edits: readonly Edit[]) {
  const impact = impactOf(fleet, fleet.with(edits), edits, toyRenderer)
  return { impact, files: filesOf(impact, toyRenderer) }
}
