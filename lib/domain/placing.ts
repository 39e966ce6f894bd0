// The rule of placement for one application, on bits: the clusters of the policies that include it, less those of the
// policies that exclude it, within its team's boundary.
import { copyOf, uniteAll, wordAt } from './bits.ts'
import type { Bits } from './bits.ts'
import type { Rule } from './rules.ts'

/** Indexes of words of a Bits, ascending. */
export type Words = readonly number[]

/** Every word that some of the sets has a member in. */
export function wordsOf(sets: readonly Bits[]): Words {
  const united = uniteAll(sets)
  const words: number[] = []
  for (let word = 0; word < united.length; word++) if (united[word] !== 0) words.push(word)
  return words
}

/**
 * An application's placements with only these words decided again; the same value when none differs.
 *
 * `rules` are those that select the application and aren't suspended; `boundary` null: all clusters.
 */
export function placeAgain(
  placements: Bits,
  words: Words,
  rules: readonly Rule[],
  boundary: Bits | null,
): Bits {
  const decided = new Uint32Array(words.length)
  for (const { policy, clusters } of rules) {
    if (policy.effect === 'include') addWords(decided, words, clusters)
  }
  for (const { policy, clusters } of rules) {
    if (policy.effect === 'exclude') removeWords(decided, words, clusters)
  }
  if (boundary !== null) keepWords(decided, words, boundary)
  return withWords(placements, words, decided)
}

function addWords(decided: Uint32Array, words: Words, bits: Bits) {
  for (let i = 0; i < words.length && words[i]! < bits.length; i++) decided[i]! |= bits[words[i]!]!
}

function removeWords(decided: Uint32Array, words: Words, bits: Bits) {
  for (let i = 0; i < words.length && words[i]! < bits.length; i++) decided[i]! &= ~bits[words[i]!]!
}

function keepWords(decided: Uint32Array, words: Words, bits: Bits) {
  for (let i = 0; i < words.length; i++) decided[i]! &= wordAt(bits, words[i]!)
}

function withWords(bits: Bits, words: Words, decided: Uint32Array): Bits {
  if (words.every((word, i) => wordAt(bits, word) === decided[i])) return bits
  const edited = copyOf(bits, words.at(-1)! + 1)
  for (const [i, word] of words.entries()) edited[word] = decided[i]!
  return edited
}
