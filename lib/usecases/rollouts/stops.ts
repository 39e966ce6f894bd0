// Who may roll out into an environment, whatever they confirm.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { isOverriderOf } from '#lib/domain/impact/protections.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { isOverrideReason, OVERRIDE_NEEDS } from '#lib/domain/text/reason.ts'
import { PLAIN_WRITE, type WriteOptions } from '../changes/write-options.ts'
import type { EditContext } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { findEnvironment } from './environment.ts'
import { nameOfRollout } from './find.ts'

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
  const message = `Only the deployers of environment \`${name}\` and its overriders may roll out there.`
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

/** Refuses whoever is no deployer, where the environment asks for one. Answers what was overridden; empty: nothing was. */
export function requireDeployer(
  fleet: Pick<Fleet, 'environments'>,
  name: string,
  actor: Actor,
  options: Pick<WriteOptions, 'override' | 'reason'> = PLAIN_WRITE,
): readonly RolloutStop[] {
  const stop = deployerStop(fleet, name, actor)
  const stops = stop ? [stop] : []
  requireUnstopped(stops, options)
  return stops
}

/** Refuses what something stops that isn't overridden, or is without enough of a reason. */
export function requireUnstopped(
  stops: readonly RolloutStop[],
  { override, reason }: Pick<WriteOptions, 'override' | 'reason'>,
  members: Readonly<Record<string, unknown>> = {},
): void {
  if (override && stops.length > 0 && !isOverrideReason(reason ?? '')) {
    const why = `${OVERRIDE_NEEDS} Give it in the header Berth-Reason.`
    throw new Refusal('invalid', why, { code: 'reason_required', members })
  }
  const stop = override ? stops.find(({ mayOverride }) => !mayOverride) : stops[0]
  if (!stop) return
  const kind = stop.code === 'environment_protected' ? 'forbidden' : 'conflict'
  throw new Refusal(kind, stop.message, { code: stop.code, members })
}

/** Each stop that somebody overrode has an event of its own in the audit. */
export function recordPassed(
  { audit }: Pick<EditContext, 'audit'>,
  rollout: number,
  stops: readonly RolloutStop[],
  reason: string | null,
): void {
  for (const { code, message } of stops) {
    const passed = { gate: code, message, reason }
    audit({ action: 'rollouts.override', object: nameOfRollout(rollout), after: passed })
  }
}
