const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
const ASCII_MAX = 0x7f

/**
 * The 32-bit FNV-1a hash of a text, as UTF-8: https://datatracker.ietf.org/doc/draft-eastlake-fnv/. Branches and waves of
 * clusters depend on it, so it can never change. `before`: the hash of what stands before the text, which is hashed as if both
 * were one.
 */
export function fnv1a(text: string, before = OFFSET): number {
  let hash = before
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Names of objects never get here, and are hashed without their bytes being written down.
    if (code > ASCII_MAX) return hashBytes(new TextEncoder().encode(text), before)
    hash = Math.imul(hash ^ code, PRIME)
  }
  return hash >>> 0
}

function hashBytes(bytes: Uint8Array, before: number): number {
  let hash = before
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}
