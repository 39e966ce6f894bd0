// What an environment asks of rollouts.
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { undescribed } from '#lib/domain/objects/environment/environment.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'

export function findEnvironment(
  { environments }: Pick<Fleet, 'environments'>,
  name: string,
): Environment | null {
  return findByName(environments, name)?.object ?? null
}

/** Whether there is such an environment: an object of that name, or a cluster that names it. */
export function isEnvironment(
  fleet: Pick<Fleet, 'environments' | 'clustersByEnvironment'>,
  name: string,
): boolean {
  return findEnvironment(fleet, name) !== null || fleet.clustersByEnvironment.has(name)
}

export function askedIn(fleet: Pick<Fleet, 'environments'>, name: string): Environment {
  return findEnvironment(fleet, name) ?? undescribed(name)
}
