// Which clusters a rollout is about, and which of them each of its waves has.
import { releasesOf } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { isHold } from '#lib/domain/releases/release.ts'
import { type Bits, intersect, NO_BITS, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Facts, Rollout } from './rollout.ts'

/** The clusters of an environment on which an application is placed; `environment`: as their field has it. */
export function placedIn(
  { placements, clustersByEnvironment }: Pick<FleetState, 'placements' | 'clustersByEnvironment'>,
  application: number,
  environment: string,
): Bits {
  const clusters = clustersByEnvironment.get(environment) ?? NO_BITS
  return intersect(placements[application] ?? NO_BITS, clusters)
}

/** Those of them that hold what they have, which no rollout touches. */
export function holdingIn(
  fleet: Pick<FleetState, 'placements' | 'clustersByEnvironment' | 'releases'>,
  application: number,
  environment: string,
): Bits {
  const holds = releasesOf(fleet, application).filter(isHold)
  if (holds.length === 0) return NO_BITS
  const clusters = uniteAll(holds.map((hold) => hold.clusters ?? NO_BITS))
  return intersect(placedIn(fleet, application, environment), clusters)
}

/** The others, to which a rollout gives its version. */
export function reachedIn(
  fleet: Pick<FleetState, 'placements' | 'clustersByEnvironment' | 'releases'>,
  application: number,
  environment: string,
): Bits {
  const holding = holdingIn(fleet, application, environment)
  return subtract(placedIn(fleet, application, environment), holding)
}

/**
 * The clusters that a pending wave is for now: those of its plan that are still placed or, of the rest, all placed ones that no
 * other wave has or was given. `placed` is that of `Facts`.
 */
export function membersOf({ waves }: Pick<Rollout, 'waves'>, index: number, placed: Bits): Bits {
  const wave = waves[index]
  if (wave === undefined) return NO_BITS
  const taken = waves.map(({ released, planned, state }, at) => {
    if (released !== null) return released
    return wave.planned === null && state === 'pending' && at !== index ? (planned ?? []) : NO_BITS
  })
  const own = wave.planned === null ? placed : intersect(wave.planned, placed)
  return subtract(own, uniteAll(taken))
}

type Missing = Pick<Facts, 'placed' | 'blocked'>

/**
 * Those of the clusters of a pending wave that it would give the version now: nothing is missing there that the application needs,
 * or somebody decided that it needn’t wait for it.
 */
export function readyOf({ waves }: Pick<Rollout, 'waves'>, index: number, facts: Missing): Bits {
  return subtract(membersOf({ waves }, index, facts.placed), waitingIn({ waves }, index, facts))
}

/** The other ones of its clusters, which it leaves for later. */
export function blockedOf({ waves }: Pick<Rollout, 'waves'>, index: number, facts: Missing): Bits {
  return intersect(membersOf({ waves }, index, facts.placed), waitingIn({ waves }, index, facts))
}

function waitingIn({ waves }: Pick<Rollout, 'waves'>, index: number, { blocked }: Missing): Bits {
  const wave = waves[index]
  if (wave === undefined || wave.overridden.includes('depends')) return NO_BITS
  return subtract(blocked, wave.freed)
}
