// What happens to a rollout besides the passing of time: its waves are released, and people stop it and let it go on.
// Each step is total; one that doesn't fit the state of the rollout gives the same rollout.
import { type Bits, unite } from '#lib/domain/sets/bits.ts'
import {
  type OverridableGate,
  type PauseCause,
  type Rollout,
  type RolloutState,
  type Wave,
  wholeGatesOf,
} from './rollout.ts'

export type EndState = Exclude<RolloutState, 'running' | 'paused'>

/** The wave that `advance` said to release is released by a change, to these clusters. */
export function withReleased(
  rollout: Rollout,
  wave: number,
  change: number,
  released: Bits,
): Rollout {
  if (rollout.state !== 'running' || rollout.waves[wave]?.state !== 'pending') return rollout
  return withWave(rollout, wave, { state: 'released', change, released })
}

export function paused(rollout: Rollout, cause: PauseCause): Rollout {
  return rollout.state === 'running' ? { ...rollout, state: 'paused', cause } : rollout
}

/** `confirmed` is how many clusters the person confirmed who lets it go on. */
export function resumed(rollout: Rollout, now: number, confirmed: number): Rollout {
  if (rollout.state !== 'paused') return rollout
  return { ...rollout, state: 'running', cause: null, resumedAt: now, confirmed }
}

export function ended(rollout: Rollout, state: EndState, now: number): Rollout {
  return isOver(rollout) ? rollout : { ...rollout, state, cause: null, endedAt: now }
}

/** The wave under way failed, and the rollout was rolled back. */
export function failed(rollout: Rollout, now: number): Rollout {
  if (isOver(rollout)) return rollout
  return ended(withWave(rollout, rollout.wave, { state: 'failed' }), 'rolled_back', now)
}

/** Gates of a wave are overridden, in addition to those that are. */
export function overridden(
  rollout: Rollout,
  wave: number,
  gates: readonly OverridableGate[],
): Rollout {
  const known = rollout.waves[wave]
  if (isOver(rollout) || known === undefined) return rollout
  return withWave(rollout, wave, { overridden: [...new Set([...known.overridden, ...gates])] })
}

/** And those of them that ask the same of every wave, for all waves that come later, too. */
export function overriddenOnwards(
  rollout: Rollout,
  wave: number,
  gates: readonly OverridableGate[],
): Rollout {
  const whole = wholeGatesOf(gates)
  const later = [...rollout.waves.keys()].slice(wave + 1)
  return later.reduce(
    (all, index) => overridden(all, index, whole),
    overridden(rollout, wave, gates),
  )
}

/** Clusters of a wave needn’t wait for other applications, in addition to those that needn’t already. */
export function freed(rollout: Rollout, wave: number, clusters: Bits): Rollout {
  const known = rollout.waves[wave]
  if (isOver(rollout) || known === undefined) return rollout
  return withWave(rollout, wave, { freed: unite(known.freed, clusters) })
}

export function isOver({ state }: Rollout): boolean {
  return state !== 'running' && state !== 'paused'
}

/** The rollout with something of one of its waves replaced. */
export function withWave(rollout: Rollout, index: number, part: Partial<Wave>): Rollout {
  const waves = rollout.waves.map((wave, at) => (at === index ? { ...wave, ...part } : wave))
  return { ...rollout, waves }
}
