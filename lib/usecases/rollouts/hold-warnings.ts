// A warning that a rollout, or one that is taken back, leaves clusters alone that hold what they have.
import { type Bits, countBits } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactDocument } from '../changes/impact-document.ts'

/** `holding`: the clusters of its environment that do. */
export function holdWarnings(holding: Bits): ImpactDocument['warnings'] {
  const count = countBits(holding)
  if (count === 0) return []
  const they = count === 1 ? 'holds its version and keeps' : 'hold their version and keep'
  const message = `${counted(count, 'cluster')} ${they} it until the hold is over.`
  return [{ code: 'clusters_hold', message }]
}
