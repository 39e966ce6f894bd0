// Sets of small ids as bits, in chunks. A Bits never changes once it is shared: every function gives a new one, or the same
// one when nothing differs. An edited set shares each chunk that the edit leaves alone, and chunks without members have no
// words, so comparing two such sets costs what they differ by and not how long they are.
import {
  NO_WORDS,
  areSameWords,
  copyOf,
  countCommonOnes,
  countOnes,
  differWords,
  intersectWords,
  meetWords,
  subtractWords,
  wordAt,
  written,
} from './bit-words.ts'
import type { BitWords } from './bit-words.ts'

/** A set of ids by chunks of `CHUNK_IDS`, `i` in chunk `i / CHUNK_IDS`; the last one has a member. */
export type Bits = readonly BitWords[]

// An edit of one member copies and reads one chunk, so chunks should be short; a set with members everywhere allocates all
// of them, so they should be few. At 2 KB a chunk neither cost is felt.
const CHUNK_SHIFT = 14
export const CHUNK_IDS = 1 << CHUNK_SHIFT
const CHUNK_WORDS = CHUNK_IDS >>> 5

export const NO_BITS: Bits = []

/** The words of a chunk; none beyond the end. */
export function chunkAt(bits: Bits, chunk: number): BitWords {
  return chunk < bits.length ? bits[chunk]! : NO_WORDS
}

export function hasBit(bits: Bits, id: number): boolean {
  return hasBitIn(chunkAt(bits, id >>> CHUNK_SHIFT), id)
}

function hasBitIn(words: BitWords, id: number): boolean {
  return ((wordAt(words, wordInChunk(id)) >>> (id & 31)) & 1) === 1
}

function wordInChunk(id: number): number {
  return (id >>> 5) & (CHUNK_WORDS - 1)
}

/** The set of these ids, in any order and with repeats. */
export function bitsOf(ids: readonly number[]): Bits {
  return withBits(NO_BITS, ids, () => true)
}

/** The ids of all of the lists; each id is below `bound`. */
export function bitsOfAll(lists: readonly (readonly number[])[], bound: number): Bits {
  const words = new Uint32Array(Math.ceil(bound / 32))
  for (const ids of lists) for (const id of ids) words[id >>> 5]! |= 1 << (id & 31)
  return byChunk(Math.ceil(words.length / CHUNK_WORDS), (chunk) =>
    written(words.slice(chunk * CHUNK_WORDS, (chunk + 1) * CHUNK_WORDS)),
  )
}

/** The set with each of `ids` added or removed as `isMember` says of its index in `ids`; other members stay. */
export function withBits(
  bits: Bits,
  ids: readonly number[],
  isMember: (nth: number) => boolean,
): Bits {
  let edited: Map<number, Uint32Array> | null = null
  for (const [nth, id] of ids.entries()) {
    const chunk = id >>> CHUNK_SHIFT
    const words = edited?.get(chunk)
    if (hasBitIn(words ?? chunkAt(bits, chunk), id) === isMember(nth)) continue
    const own = writable(words ?? null, chunkAt(bits, chunk), wordInChunk(id))
    own[wordInChunk(id)]! ^= 1 << (id & 31)
    if (own !== words) edited = (edited ?? new Map()).set(chunk, own)
  }
  if (edited === null) return bits
  return withChunks(
    bits,
    [...edited].map(([chunk, words]) => [chunk, written(words)]),
  )
}

/** Writable words of a chunk, with room for the one at `index`; most edits end within the words that were there. */
function writable(edited: Uint32Array | null, known: BitWords, index: number): Uint32Array {
  if (edited === null) return copyOf(known, Math.max(known.length, index + 1))
  return index < edited.length ? edited : copyOf(edited, CHUNK_WORDS)
}

/** The set with some of its chunks replaced; the same one without any. */
export function withChunks(
  bits: Bits,
  chunks: readonly (readonly [chunk: number, words: BitWords])[],
): Bits {
  if (chunks.length === 0) return bits
  const edited = bits.slice()
  for (const [chunk, words] of chunks) {
    while (edited.length <= chunk) edited.push(NO_WORDS)
    edited[chunk] = words
  }
  return trimmed(edited)
}

function byChunk(length: number, decide: (chunk: number) => BitWords): Bits {
  const chunks: BitWords[] = []
  for (let chunk = 0; chunk < length; chunk++) chunks.push(decide(chunk))
  return trimmed(chunks)
}

function trimmed(chunks: BitWords[]): Bits {
  while (chunks.length > 0 && chunks.at(-1)!.length === 0) chunks.pop()
  return chunks.length === 0 ? NO_BITS : chunks
}

export function intersect(a: Bits, b: Bits): Bits {
  if (a === b) return a
  return byChunk(Math.min(a.length, b.length), (chunk) => intersectWords(a[chunk]!, b[chunk]!))
}

export function unite(a: Bits, b: Bits): Bits {
  return uniteAll([a, b])
}

export function uniteAll(sets: readonly Bits[]): Bits {
  const filled = sets.filter((bits) => bits.length > 0)
  if (filled.length <= 1) return filled[0] ?? NO_BITS
  const length = filled.reduce((longest, bits) => Math.max(longest, bits.length), 0)
  return byChunk(length, (chunk) => uniteChunks(filled, chunk))
}

function uniteChunks(sets: readonly Bits[], chunk: number): BitWords {
  // There are many short sets, and a short array is made far faster than a typed one, which lies outside the heap.
  let longest = 0
  for (const bits of sets) longest = Math.max(longest, chunkAt(bits, chunk).length)
  let first = NO_WORDS
  let all: Uint32Array | null = null
  for (const bits of sets) {
    const words = chunkAt(bits, chunk)
    if (first.length === 0) first = words
    if (words.length === 0 || words === first) continue
    all ??= copyOf(first, longest)
    for (let w = 0; w < words.length; w++) all[w]! |= words[w]!
  }
  return all === null ? first : written(all)
}

/** The members of `a` that are not in `b`. */
export function subtract(a: Bits, b: Bits): Bits {
  if (a.length === 0 || b.length === 0) return a
  return byChunk(a.length, (chunk) => subtractWords(a[chunk]!, chunkAt(b, chunk)))
}

/** The members of exactly one of the two. */
export function differ(a: Bits, b: Bits): Bits {
  return byChunk(Math.max(a.length, b.length), (chunk) =>
    differWords(chunkAt(a, chunk), chunkAt(b, chunk)),
  )
}

/** Whether two sets have a member in common. */
export function meet(a: Bits, b: Bits): boolean {
  const chunks = Math.min(a.length, b.length)
  for (let chunk = 0; chunk < chunks; chunk++) if (meetWords(a[chunk]!, b[chunk]!)) return true
  return false
}

/** Whether two sets have the same members. */
export function isSameSet(a: Bits, b: Bits): boolean {
  return a.length === b.length && a.every((words, chunk) => areSameWords(words, b[chunk]!))
}

/** Calls `visit` with each member, ascending. */
export function forEachBit(bits: Bits, visit: (id: number) => void) {
  for (const [chunk, words] of bits.entries()) {
    for (let w = 0; w < words.length; w++) {
      const first = chunk * CHUNK_IDS + w * 32
      for (let rest = words[w]!; rest !== 0; rest &= rest - 1) {
        visit(first + 31 - Math.clz32(rest & -rest))
      }
    }
  }
}

export function countBits(bits: Bits): number {
  return bits.reduce((count, words) => count + countOnes(words), 0)
}

/** How many members two sets have in common. */
export function countCommon(a: Bits, b: Bits): number {
  const chunks = Math.min(a.length, b.length)
  let count = 0
  for (let chunk = 0; chunk < chunks; chunk++) count += countCommonOnes(a[chunk]!, b[chunk]!)
  return count
}

export function isEmpty(bits: Bits): boolean {
  return bits.length === 0
}

/** The members, ascending. */
export function idsIn(bits: Bits): number[] {
  const ids: number[] = []
  forEachBit(bits, (id) => ids.push(id))
  return ids
}

/** A number above every member, by less than a word. */
export function boundOf(bits: Bits): number {
  const last = bits.at(-1)
  return last === undefined ? 0 : (bits.length - 1) * CHUNK_IDS + last.length * 32
}
