// Which application a dependency is on.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'

/** Null: there is none of that name any more. */
export function neededBy(
  { applications }: Pick<FleetState, 'applications'>,
  { application, namespace }: Dependency,
): Identified<Application> | null {
  return findByName(applications, application, namespace)
}
