// A short stretch of a set of bits, as 32-bit words that never change once they are shared. Words beyond the end are zero
// and the last word never is, so the empty stretch has no words. Stretches that are the same object are equal, and are not
// read to compare them.

/** Unsigned 32-bit integers; member `i` of the stretch is bit `i & 31` of word `i >> 5`. */
export type BitWords = Pick<Uint32Array, 'length' | 'BYTES_PER_ELEMENT'> & {
  readonly [word: number]: number
}

export const NO_WORDS: BitWords = new Uint32Array(0)

/** The word at an index; zero beyond the end. */
export function wordAt(words: BitWords, index: number): number {
  return index < words.length ? words[index]! : 0
}

/** A writable copy with `length` words, at least as many as there are. */
export function copyOf(words: BitWords, length: number): Uint32Array {
  const copy = new Uint32Array(length)
  copy.set(words)
  return copy
}

/** The words that were written, without the zeros at the end. */
export function written(words: Uint32Array): BitWords {
  let length = words.length
  while (length > 0 && words[length - 1] === 0) length--
  if (length === 0) return NO_WORDS
  return length === words.length ? words : words.slice(0, length)
}

export function intersectWords(a: BitWords, b: BitWords): BitWords {
  if (a === b) return a
  let length = Math.min(a.length, b.length)
  while (length > 0 && (a[length - 1]! & b[length - 1]!) === 0) length--
  if (length === 0) return NO_WORDS
  const common = new Uint32Array(length)
  for (let w = 0; w < length; w++) common[w] = a[w]! & b[w]!
  return common
}

export function subtractWords(a: BitWords, b: BitWords): BitWords {
  if (a === b) return NO_WORDS
  if (a.length === 0 || b.length === 0) return a
  let length = a.length
  while (length > 0 && (a[length - 1]! & ~wordAt(b, length - 1)) === 0) length--
  if (length === 0) return NO_WORDS
  const rest = new Uint32Array(length)
  for (let w = 0; w < length; w++) rest[w] = a[w]! & ~wordAt(b, w)
  return rest
}

/** The members of exactly one of the two. */
export function differWords(a: BitWords, b: BitWords): BitWords {
  if (a === b) return NO_WORDS
  if (a.length === 0) return b
  if (b.length === 0) return a
  const length = Math.max(a.length, b.length)
  const either = new Uint32Array(length)
  for (let w = 0; w < length; w++) either[w] = wordAt(a, w) ^ wordAt(b, w)
  return written(either)
}

export function areSameWords(a: BitWords, b: BitWords): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let w = 0; w < a.length; w++) if (a[w] !== b[w]) return false
  return true
}

/** Whether two stretches have a member in common. */
export function meetWords(a: BitWords, b: BitWords): boolean {
  const length = Math.min(a.length, b.length)
  for (let w = 0; w < length; w++) if ((a[w]! & b[w]!) !== 0) return true
  return false
}

export function countOnes(words: BitWords): number {
  let count = 0
  for (let w = 0; w < words.length; w++) count += onesIn(words[w]!)
  return count
}

export function countCommonOnes(a: BitWords, b: BitWords): number {
  const length = Math.min(a.length, b.length)
  let count = 0
  for (let w = 0; w < length; w++) count += onesIn(a[w]! & b[w]!)
  return count
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
