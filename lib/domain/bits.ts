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
    edited = roomFor(edited ?? copyOf(bits, bits.length), id)
    edited[id >>> 5]! ^= 1 << (id & 31)
  }
  return edited ?? bits
}

/** A copy that may be written to, of at least `length` words. */
export function copyOf(bits: Bits, length: number): Uint32Array {
  const copy = new Uint32Array(Math.max(length, bits.length))
  copy.set(bits)
  return copy
}

export function intersect(a: Bits, b: Bits): Bits {
  const words = new Uint32Array(Math.min(a.length, b.length))
  for (let w = 0; w < words.length; w++) words[w] = a[w]! & b[w]!
  return trimmed(words)
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
  const words = copyOf(a, a.length)
  const common = Math.min(a.length, b.length)
  for (let w = 0; w < common; w++) words[w]! &= ~b[w]!
  return trimmed(words)
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
  for (let w = 0; w < bits.length; w++) if (bits[w] !== 0) return false
  return true
}

/** The members, ascending. */
export function idsIn(bits: Bits): number[] {
  const ids: number[] = []
  forEachBit(bits, (id) => ids.push(id))
  return ids
}

/** Without the zeros at the end, so that what is done with a small set is quick, and with none of all takes no time. */
function trimmed(words: Uint32Array): Bits {
  let length = words.length
  while (length > 0 && words[length - 1] === 0) length--
  return length === words.length ? words : words.subarray(0, length)
}

function roomFor(words: Uint32Array, id: number): Uint32Array {
  const needed = (id >>> 5) + 1
  return needed <= words.length ? words : copyOf(words, needed)
}

/** https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
