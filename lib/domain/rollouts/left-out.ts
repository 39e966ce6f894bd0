import { type Bits, intersect, NO_BITS, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Rollout, Wave } from './rollout.ts'

/**
 * The clusters whose turn it is or was, and that don't have the version: what earlier waves left for later, and those of the next
 * one, unless somebody decided that they needn't wait for other applications. `placed` is that of `Facts`.
 */
export function leftOutOf({ waves }: Pick<Rollout, 'waves'>, placed: Bits): Bits {
  const next = waves.findIndex(({ state }) => state === 'pending')
  const turns = next === -1 ? waves : waves.slice(0, next + 1)
  const isTheirs = ({ planned }: Wave) => (planned === null ? placed : intersect(planned, placed))
  const released = waves.map((wave) => wave.released ?? NO_BITS)
  return subtract(
    uniteAll(turns.map(isTheirs)),
    uniteAll([...released, freedOf(waves[next], placed)]),
  )
}

function freedOf(next: Wave | undefined, placed: Bits): Bits {
  if (next === undefined) return NO_BITS
  return next.overridden.includes('depends') ? (next.planned ?? placed) : next.freed
}
