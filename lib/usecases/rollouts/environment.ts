// What an environment asks of rollouts: one that nobody described asks for nothing, in one wave.
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { REST } from '#lib/domain/objects/environment/wave-rule.ts'

export type Asked = Pick<Environment, 'after' | 'afterSoakMs' | 'auto' | 'hours' | 'waves'>

const NOTHING: Asked = { after: [], afterSoakMs: 0, auto: 'off', hours: null, waves: [REST] }

export function findEnvironment(
  { environments }: Pick<Fleet, 'environments'>,
  name: string,
): Environment | null {
  return findByName(environments, name)?.object ?? null
}

export function askedIn(fleet: Pick<Fleet, 'environments'>, name: string): Asked {
  return findEnvironment(fleet, name) ?? NOTHING
}
