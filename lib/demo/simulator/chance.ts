// What looks like chance in the demo, and is always the same for the same words.

/** From 0 up to 1. By FNV-1a, whose bits are then mixed as MurmurHash3 does. */
export function chance(...words: readonly (string | number)[]): number {
  const text = words.join(' ')
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** From `least` up to `most`. */
export function between(
  least: number,
  most: number,
  ...words: readonly (string | number)[]
): number {
  return least + (most - least) * chance(...words)
}
