/**
 * The 32-bit FNV-1a hash of a text, as UTF-8: https://datatracker.ietf.org/doc/draft-eastlake-fnv/. Branches and waves of
 * clusters depend on it, so it can never change.
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
