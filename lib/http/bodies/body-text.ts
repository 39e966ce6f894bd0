/** The text of bytes; null for what isn't UTF-8. A byte order mark is kept, so that the parsers can refuse it. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export const NOT_UTF8 = { path: [], code: 'malformed_utf8', reason: 'The body is not UTF-8.' }
