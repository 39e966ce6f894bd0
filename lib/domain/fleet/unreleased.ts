// What is placed and waits for a release: placements of managed applications, on clusters where they have no release.
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import { type Bits, isEmpty } from '#lib/domain/sets/bits.ts'
import { unreleasedAmong } from './deliveries.ts'
import type { FleetState } from './fleet-state.ts'
import { placementsOf } from './targeting.ts'

/** By application id, its clusters; none is empty. */
export type Unreleased = ReadonlyMap<number, Bits>

const known = new WeakMap<FleetState, Unreleased | null>()

/** Null: no application is managed. */
export function unreleasedIn(fleet: FleetState): Unreleased | null {
  const before = known.get(fleet)
  if (before !== undefined) return before
  const { ordered, slots } = fleet.applications
  const managed = ordered.filter((id) => isManaged(slots[id]!))
  const unreleased = managed
    .map((id) => [id, unreleasedAmong(fleet, id, [placementsOf(fleet, id)])] as const)
    .filter(([, clusters]) => !isEmpty(clusters))
  const found = managed.length === 0 ? null : new Map(unreleased)
  known.set(fleet, found)
  return found
}

/** The fleet as if nothing but that were placed, so that it is counted as placements are. */
export function withOnly<State extends FleetState>(fleet: State, unreleased: Unreleased): State {
  return { ...fleet, placements: fleet.placements.map((_, id) => unreleased.get(id)) }
}
