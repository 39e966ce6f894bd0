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

export function askedIn(fleet: Pick<Fleet, 'environments'>, name: string): Environment {
  return findEnvironment(fleet, name) ?? undescribed(name)
}
