// A set of ids as the bytes in which it is stored: id `i` is bit `i & 7` of byte `i >> 3`, where `get_bit` of Postgres finds it.
import type { Bits } from './bits.ts'
import { bitsOf, boundOf, forEachBit } from './bits.ts'

/** As many bytes as the highest id needs; none for the empty set. */
export function bytesOf(bits: Bits): Uint8Array {
  const bytes = new Uint8Array(boundOf(bits) >>> 3)
  let length = 0
  forEachBit(bits, (id) => {
    bytes[id >>> 3]! |= 1 << (id & 7)
    length = (id >>> 3) + 1
  })
  return bytes.subarray(0, length)
}

export function bitsIn(bytes: Uint8Array): Bits {
  const ids: number[] = []
  for (const [index, byte] of bytes.entries()) {
    for (let rest = byte; rest !== 0; rest &= rest - 1) {
      ids.push(index * 8 + 31 - Math.clz32(rest & -rest))
    }
  }
  return bitsOf(ids)
}
