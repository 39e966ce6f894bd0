// The rule of placement for one application, on bits: the clusters of the policies that include it, without those of
// policies that exclude it, within its team's boundary.
import { copyOf, wordAt, written } from '#lib/domain/sets/bit-words.ts'
import type { BitWords } from '#lib/domain/sets/bit-words.ts'
import { chunkAt, uniteAll, withChunks } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Rule } from './rules.ts'

/** Indexes of words of a Bits, within each of some chunks; both ascending, and none is empty. */
export type Words = readonly ChunkWords[]

type ChunkWords = { readonly chunk: number; readonly words: readonly number[] }

/** Every word in which some of the sets has a member. */
export function wordsOf(sets: readonly Bits[]): Words {
  return [...uniteAll(sets).entries()]
    .filter(([, words]) => words.length > 0)
    .map(([chunk, words]) => ({ chunk, words: filledWords(words) }))
}

function filledWords(words: BitWords): number[] {
  const filled: number[] = []
  for (let word = 0; word < words.length; word++) if (words[word] !== 0) filled.push(word)
  return filled
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
  // As short as possible: each application makes one, and a large one is allocated outside the heap, which costs more.
  const decided = new Uint32Array(Math.max(0, ...words.map((each) => each.words.length)))
  const differing: [chunk: number, words: BitWords][] = []
  for (const each of words) {
    decideChunk(decided, each, rules, boundary)
    const known = chunkAt(placements, each.chunk)
    if (!each.words.every((word, i) => wordAt(known, word) === decided[i])) {
      differing.push([each.chunk, withWords(known, each.words, decided)])
    }
  }
  return withChunks(placements, differing)
}

function decideChunk(
  decided: Uint32Array,
  { chunk, words }: ChunkWords,
  rules: readonly Rule[],
  boundary: Bits | null,
) {
  decided.fill(0, 0, words.length)
  for (const { policy, clusters } of rules) {
    if (policy.effect === 'include') addWords(decided, words, chunkAt(clusters, chunk))
  }
  for (const { policy, clusters } of rules) {
    if (policy.effect === 'exclude') removeWords(decided, words, chunkAt(clusters, chunk))
  }
  if (boundary !== null) keepWords(decided, words, chunkAt(boundary, chunk))
}

function withWords(known: BitWords, words: readonly number[], decided: Uint32Array): BitWords {
  const edited = copyOf(known, Math.max(known.length, words.at(-1)! + 1))
  for (let i = 0; i < words.length; i++) edited[words[i]!] = decided[i]!
  return written(edited)
}

function addWords(decided: Uint32Array, words: readonly number[], bits: BitWords) {
  for (let i = 0; i < words.length && words[i]! < bits.length; i++) decided[i]! |= bits[words[i]!]!
}

function removeWords(decided: Uint32Array, words: readonly number[], bits: BitWords) {
  for (let i = 0; i < words.length && words[i]! < bits.length; i++) decided[i]! &= ~bits[words[i]!]!
}

function keepWords(decided: Uint32Array, words: readonly number[], bits: BitWords) {
  for (let i = 0; i < words.length; i++) decided[i]! &= wordAt(bits, words[i]!)
}
