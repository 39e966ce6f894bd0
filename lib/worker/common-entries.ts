// Skips what two versions of a large folder have in common without decoding it: usually one of 10,000 entries differs.

const ID_BYTES = 20

/** The bytes of two trees, without the entries that both begin with and both end with. */
export function withoutCommonEntries(
  before: Uint8Array,
  after: Uint8Array,
): readonly [before: Uint8Array, after: Uint8Array] {
  const [old, fresh] = [bufferOf(before), bufferOf(after)]
  const [oldEnds, freshEnds] = [entryEnds(old), entryEnds(fresh)]
  const shorter = Math.min(oldEnds.length, freshEnds.length)
  const isSame = (one: number, other: number) => {
    const [start, end] = [oldEnds[one - 1] ?? 0, oldEnds[one]!]
    const [freshStart, freshEnd] = [freshEnds[other - 1] ?? 0, freshEnds[other]!]
    return old.compare(fresh, freshStart, freshEnd, start, end) === 0
  }
  let head = 0
  while (head < shorter && isSame(head, head)) head++
  let tail = 0
  while (tail < shorter - head && isSame(oldEnds.length - 1 - tail, freshEnds.length - 1 - tail)) {
    tail++
  }
  return [between(old, oldEnds, head, tail), between(fresh, freshEnds, head, tail)]
}

function between(bytes: Buffer, ends: readonly number[], head: number, tail: number): Uint8Array {
  return bytes.subarray(ends[head - 1] ?? 0, ends[ends.length - 1 - tail] ?? 0)
}

/** Where each entry ends: mode, space, name, NUL, id. */
function entryEnds(bytes: Buffer): number[] {
  const ends: number[] = []
  let end = 0
  while (end < bytes.length) {
    const nul = bytes.indexOf(0, end)
    if (nul < 0) break
    end = nul + 1 + ID_BYTES
    ends.push(end)
  }
  return ends
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
