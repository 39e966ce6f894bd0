// Snappy's block format: how long the bytes become, and the bytes.
// https://github.com/google/snappy/blob/1.2.1/format_description.txt
import { uncompress } from 'snappyjs'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'

const NO_SNAPPY = {
  path: [],
  code: 'snappy_invalid',
  reason: 'The body is not compressed by Snappy in its block format.',
}

/** How many bytes there will be, as the first few say; null: they say nothing. */
export function declaredLength(block: Uint8Array): number | null {
  let length = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = block[index]
    if (byte === undefined) return null
    // Not by shifting, which makes what has 32 bits negative.
    length += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return length
  }
  return null
}

/** The bytes of a block. Issues: `too_large` before anything is allocated, and `snappy_invalid`. */
export function readBlock(block: Uint8Array, bytesMax: number): Checked<Uint8Array> {
  const length = declaredLength(block)
  if (length === null) return refused([NO_SNAPPY])
  if (length > bytesMax) {
    const reason = `Uncompressed, the body is larger than ${bytesMax} bytes.`
    return refused([{ path: [], code: 'too_large', reason }])
  }
  try {
    return accepted(uncompress(block, bytesMax))
  } catch {
    return refused([NO_SNAPPY])
  }
}
