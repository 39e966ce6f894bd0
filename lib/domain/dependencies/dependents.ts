// Which applications need an application.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { neededBy } from './needed.ts'

type Applications = Pick<FleetState, 'applications'>

const computed = new WeakMap<Shelf<Application>, ReadonlyMap<number, readonly number[]>>()

/** By the id of an application that is needed, the ids of those that need it, by name. Computed once between two edits of applications. */
export function dependentsIn(fleet: Applications): ReadonlyMap<number, readonly number[]> {
  const before = computed.get(fleet.applications)
  if (before !== undefined) return before
  const dependents = new Map<number, number[]>()
  for (const id of dependingIn(fleet)) {
    for (const needed of neededIds(fleet, fleet.applications.slots[id]!)) {
      const known = dependents.get(needed) ?? []
      known.push(id)
      dependents.set(needed, known)
    }
  }
  computed.set(fleet.applications, dependents)
  return dependents
}

const depending = new WeakMap<Shelf<Application>, readonly number[]>()

/** The ids of the applications that need others, by name. */
export function dependingIn({ applications }: Applications): readonly number[] {
  const before = depending.get(applications)
  if (before !== undefined) return before
  const ids = applications.ordered.filter((id) => applications.slots[id]!.dependsOn.length > 0)
  depending.set(applications, ids)
  return ids
}

function neededIds(fleet: Applications, { dependsOn }: Application): ReadonlySet<number> {
  return new Set(dependsOn.flatMap((dependency) => neededBy(fleet, dependency)?.id ?? []))
}
