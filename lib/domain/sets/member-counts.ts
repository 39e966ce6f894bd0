// In how many sets each id is: counted for 32 ids at a time, so it costs the words of the sets and not their members.
import { type Bits, countCommon, differ, hasBit, intersect, isEmpty, NO_BITS } from './bits.ts'

/** The counts in binary: the set at `n` has the ids whose count has the digit 2 to the `n`. */
export type MemberCounts = readonly Bits[]

/** In how many of the sets each id is. */
export function countMembers(sets: readonly Bits[]): MemberCounts {
  const digits: Bits[] = []
  for (const bits of sets) addOne(digits, bits)
  return digits
}

/** Adds one for each of the ids, as on paper: what is one already becomes zero, and is carried. */
function addOne(digits: Bits[], ids: Bits) {
  let carried = ids
  for (let n = 0; !isEmpty(carried); n++) {
    const ones = digits[n] ?? NO_BITS
    digits[n] = differ(ones, carried)
    carried = intersect(ones, carried)
  }
}

/** The sum of the counts of these ids. */
export function sumAmong(counts: MemberCounts, ids: Bits): number {
  return sumOfDigits(counts, (ones) => countCommon(ones, ids))
}

/** The count of an id. */
export function countOf(counts: MemberCounts, id: number): number {
  return sumOfDigits(counts, (ones) => (hasBit(ones, id) ? 1 : 0))
}

function sumOfDigits(counts: MemberCounts, countOnes: (ones: Bits) => number): number {
  return counts.reduce((sum, ones, n) => sum + countOnes(ones) * 2 ** n, 0)
}
