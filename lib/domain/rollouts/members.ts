// Which clusters a rollout is about, and which of them each of its waves has.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import {
  type Bits,
  bitsOf,
  idsIn,
  intersect,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { Rollout } from './rollout.ts'

/** The clusters of an environment on which an application is placed; `environment`: as their field has it. */
export function placedIn(
  { placements, clusters }: Pick<FleetState, 'placements' | 'clusters'>,
  application: number,
  environment: string,
): Bits {
  const ids = idsIn(placements[application] ?? NO_BITS)
  return bitsOf(ids.filter((id) => clusters.slots[id]?.environment === environment))
}

/**
 * The clusters that a pending wave would give the version now: those of its plan that are still placed or, of the rest, all
 * placed ones that no other wave has or was given. `placed` is that of `Facts`.
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
