import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'

const known = new WeakMap<FleetState['applications'], readonly number[]>()

/** The ids of the applications that need others, by namespace, then by name. Looked for once between two edits of applications. */
export function dependingIn({ applications }: Pick<FleetState, 'applications'>): readonly number[] {
  const before = known.get(applications)
  if (before !== undefined) return before
  const ids = applications.ordered.filter((id) => needsOthers(applications.slots[id]))
  known.set(applications, ids)
  return ids
}
