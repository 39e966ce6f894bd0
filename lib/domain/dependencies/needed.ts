// Which application a dependency is on.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'

type Found = Map<Dependency, Identified<Application> | null>

const known = new WeakMap<FleetState['applications'], Found>()

/** Null: there is none of that name any more. Looked for once between two edits of applications. */
export function neededBy(
  { applications }: Pick<FleetState, 'applications'>,
  dependency: Dependency,
): Identified<Application> | null {
  const found: Found = known.get(applications) ?? new Map()
  known.set(applications, found)
  const before = found.get(dependency)
  if (before !== undefined) return before
  const needed = findByName(applications, dependency.application, dependency.namespace)
  found.set(dependency, needed)
  return needed
}
