// Which applications their teams show to the whole tenant.
import type { FleetState } from './fleet-state.ts'

type Applications = FleetState['applications']

// Fleets that differ in something else share their applications.
const known = new WeakMap<Applications, readonly number[]>()

/** Their ids. Costs by all applications once, for as long as none is edited. */
export function sharedApplications({ applications }: Pick<FleetState, 'applications'>) {
  const shared =
    known.get(applications) ??
    applications.ordered.filter((id) => applications.slots[id]!.visibility === 'tenant')
  known.set(applications, shared)
  return shared
}
