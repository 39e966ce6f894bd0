// Lots: numbers by which some of many are drawn, always the same for one text.
import { fnv1a } from './fnv1a.ts'

/** A number from 0 to 2^32 - 1 that depends on every character. Waves and picks of clusters depend on it, so it can never change. */
export function lotOf(text: string): number {
  return mixed(fnv1a(text))
}

/** The lots of texts that begin alike, by how they go on; the beginning is looked at once. */
export function lotsAfter(beginning: string): (end: string) => number {
  const before = fnv1a(beginning)
  return (end) => mixed(fnv1a(end, before))
}

/**
 * Spreads what two hashes differ by over all of their bits: those of texts that end alike differ little.
 * https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp `fmix32`
 */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}
