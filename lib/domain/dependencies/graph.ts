// Which applications need which, in both directions.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { neededBy } from './needed.ts'

type Applications = Pick<FleetState, 'applications'>

/** The applications that one needs and that are there, each once, by id. */
export function neededIds(fleet: Applications, id: number): readonly number[] {
  const { dependsOn } = fleet.applications.slots[id]!
  if (dependsOn.length === 0) return NONE
  return [...new Set(dependsOn.flatMap((each) => neededBy(fleet, each)?.id ?? []))]
}

/** The ids of the applications that need one, which may be gone. Costs by all applications once, for as long as none is edited. */
export function dependentsOf({ applications }: Applications, needed: Name): readonly number[] {
  const known = dependents.get(applications) ?? dependentsByName(applications)
  dependents.set(applications, known)
  return known.get(keyOf(needed.team, needed.name)) ?? NONE
}

type Name = Pick<Application, 'team' | 'name'>

const NONE: readonly number[] = []

// Fleets that differ in something else share their shelf of applications.
const dependents = new WeakMap<Applications['applications'], ReadonlyMap<string, number[]>>()

function dependentsByName({
  ordered,
  slots,
}: Applications['applications']): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>()
  for (const id of ordered) {
    for (const key of neededKeys(slots[id]!)) {
      const those = found.get(key)
      if (those) those.push(id)
      else found.set(key, [id])
    }
  }
  return found
}

function neededKeys({ dependsOn }: Application): Iterable<string> {
  if (dependsOn.length === 0) return NO_KEYS
  return new Set(dependsOn.map(({ namespace, application }) => keyOf(namespace, application)))
}

const NO_KEYS: readonly string[] = []

/** The name by which people and programs know what a dependency is on. */
export function nameOf({ namespace, application }: Dependency): string {
  return keyOf(namespace, application)
}

function keyOf(team: string, name: string): string {
  return `${team}/${name}`
}
