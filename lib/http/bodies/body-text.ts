// From the bytes of a body to its values: inline for a small one, in a thread for a large one.
import { type Checked, refused } from '#lib/domain/text/issue.ts'
import type { BodyFormat } from './body-format.ts'
import { parseJsonDocument } from './json-document.ts'
import { parseYamlDocuments } from './yaml-documents.ts'

/** What `parseJsonDocument` or `parseYamlDocuments` answer; also `malformed_utf8` or `yaml_encoding`. */
export function parseBytes(format: BodyFormat, chunks: readonly Uint8Array[]): Checked<unknown> {
  const text = textOf(Buffer.concat(chunks))
  if (format === 'yaml') {
    // UTF-16 is valid YAML, but not accepted here; without a byte order mark it looks like UTF-8 full of NULs.
    return text === null || text.includes('\0') ? foreignYaml : parseYamlDocuments(text)
  }
  return text === null ? foreignJson : parseJsonDocument(text)
}

const foreignYaml = refused([
  { path: [], code: 'yaml_encoding', reason: 'The text is not UTF-8, or holds U+0000.' },
])
const foreignJson = refused([
  { path: [], code: 'malformed_utf8', reason: 'The body is not UTF-8.' },
])

/** Null for what isn't UTF-8. A byte order mark is kept, so that the parsers can refuse it. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
