// Who may roll out into an environment, whatever they confirm.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isOverriderOf } from '#lib/domain/impact/protections.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { Refusal } from '../refusal.ts'
import { findEnvironment } from './environment.ts'

export type RolloutStop = {
  readonly code: 'environment_protected' | 'not_eligible'
  /** The environment's name. */
  readonly name: string
  readonly message: string
  readonly mayOverride: boolean
}

/** An environment that is protected or names deployers is for these, and for its overriders. */
export function deployerStop(
  fleet: Pick<Fleet, 'environments'>,
  name: string,
  actor: Actor,
): RolloutStop | null {
  const environment = findEnvironment(fleet, name)
  if (environment === null) return null
  const { deployers, overriders } = environment
  const isOpen = !environment.protected && deployers.length === 0
  const isNamed = [...deployers, ...overriders].some(({ id }) => actor.groups.includes(id))
  if (isOpen || isNamed) return null
  const message = `Only the deployers of environment \`${name}\` may roll out there.`
  return { code: 'environment_protected', name, message, mayOverride: actor.role === 'admin' }
}

/** Whether somebody may pass gates of an environment that don't hold. */
export function mayPassGates(
  fleet: Pick<Fleet, 'environments'>,
  name: string,
  { role, groups }: Actor,
): boolean {
  return role === 'admin' || isOverriderOf(fleet, name, groups)
}

/** Refuses whoever is no deployer, where the environment asks for one. */
export function requireDeployer(
  fleet: Pick<Fleet, 'environments'>,
  name: string,
  actor: Actor,
): void {
  const stop = deployerStop(fleet, name, actor)
  if (stop) throw new Refusal('forbidden', stop.message, { code: stop.code })
}
