// Sets of small ids as bits, 32 to a word. A Bits is never changed once it is out: every function gives a new one, or the
// same one when nothing differs. Words beyond the end are zeros, so sets of different lengths go together.

/** A set of ids: id `i` is bit `i & 31` of word `i >> 5`. Words are unsigned 32-bit integers. */
export type Bits = Pick<Uint32Array, 'length' | 'BYTES_PER_ELEMENT'> & {
  readonly [word: number]: number
}

export const NO_BITS: Bits = new Uint32Array(0)

export function hasBit(bits: Bits, id: number): boolean {
  const word = id >>> 5
  return word < bits.length && ((bits[word]! >>> (id & 31)) & 1) === 1
}

/** The set of these ids, in any order, repeats welcome. */
export function bitsOf(ids: readonly number[]): Bits {
  return withBits(NO_BITS, ids, () => true)
}

/** The set in which each of `ids` is a member exactly when `isMember` says so of its position; the others stay. */
export function withBits(
  bits: Bits,
  ids: readonly number[],
  isMember: (position: number) => boolean,
): Bits {
  let edited: Uint32Array | null = null
  for (const [position, id] of ids.entries()) {
    if (hasBit(edited ?? bits, id) === isMember(position)) continue
    // Room for all at once: a set that grows id by id would be copied as often.
    edited ??= copyOf(bits, wordsFor(ids))
    edited[id >>> 5]! ^= 1 << (id & 31)
  }
  return edited ?? bits
}

function wordsFor(ids: readonly number[]): number {
  return ids.reduce((words, id) => Math.max(words, (id >>> 5) + 1), 0)
}

/** A copy that may be written to, of at least `length` words. */
export function copyOf(bits: Bits, length: number): Uint32Array {
  const copy = new Uint32Array(Math.max(length, bits.length))
  copy.set(bits)
  return copy
}

export function intersect(a: Bits, b: Bits): Bits {
  let length = Math.min(a.length, b.length)
  while (length > 0 && (a[length - 1]! & b[length - 1]!) === 0) length--
  if (length === 0) return NO_BITS
  const words = new Uint32Array(length)
  for (let w = 0; w < length; w++) words[w] = a[w]! & b[w]!
  return words
}

/** The members of both in some of the words, ascending. */
export function intersectAt(a: Bits, b: Bits, words: readonly number[]): Bits {
  const last = words.findLast((w) => w < a.length && w < b.length && (a[w]! & b[w]!) !== 0)
  if (last === undefined) return NO_BITS
  const common = new Uint32Array(last + 1)
  for (const w of words) if (w <= last) common[w] = a[w]! & b[w]!
  return common
}

export function unite(a: Bits, b: Bits): Bits {
  if (a.length < b.length) return unite(b, a)
  if (b.length === 0) return a
  const words = copyOf(a, a.length)
  for (let w = 0; w < b.length; w++) words[w]! |= b[w]!
  return words
}

export function uniteAll(sets: readonly Bits[]): Bits {
  const filled = sets.filter((bits) => bits.length > 0)
  if (filled.length <= 1) return filled[0] ?? NO_BITS
  const words = new Uint32Array(Math.max(...filled.map((bits) => bits.length)))
  for (const bits of filled) for (let w = 0; w < bits.length; w++) words[w]! |= bits[w]!
  return words
}

/** The members of `a` that are not in `b`. */
export function subtract(a: Bits, b: Bits): Bits {
  if (a.length === 0 || b.length === 0) return a
  let length = a.length
  while (length > 0 && (a[length - 1]! & ~wordAt(b, length - 1)) === 0) length--
  if (length === 0) return NO_BITS
  const words = new Uint32Array(length)
  for (let w = 0; w < length; w++) words[w] = a[w]! & ~wordAt(b, w)
  return words
}

/** The word at an index, also beyond the end. */
export function wordAt(bits: Bits, word: number): number {
  return word < bits.length ? bits[word]! : 0
}

/** Whether two sets have the same members. */
export function isSameSet(a: Bits, b: Bits): boolean {
  if (a === b) return true
  for (let w = Math.max(a.length, b.length) - 1; w >= 0; w--) {
    if (wordAt(a, w) !== wordAt(b, w)) return false
  }
  return true
}

/** Calls `visit` with each member, ascending. */
export function forEachBit(bits: Bits, visit: (id: number) => void) {
  for (let w = 0; w < bits.length; w++) {
    for (let rest = bits[w]!; rest !== 0; rest &= rest - 1) {
      visit(w * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let w = 0; w < bits.length; w++) count += onesIn(bits[w]!)
  return count
}

export function isEmpty(bits: Bits): boolean {
  // From the end: that is where most sets have a member.
  for (let w = bits.length - 1; w >= 0; w--) if (bits[w] !== 0) return false
  return true
}

/** The members, ascending. */
export function idsIn(bits: Bits): number[] {
  const ids: number[] = []
  forEachBit(bits, (id) => ids.push(id))
  return ids
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
