// From the bytes of a body to its values: inline for a small one, in a thread for a large one.
import { type Checked, refused } from '#lib/domain/text/issue.ts'
import type { BodyFormat } from './body-format.ts'
import { NOT_UTF8, textOf } from './body-text.ts'
import { parseCsvTable } from './csv-table.ts'
import { parseJsonDocument } from './json-document.ts'
import { readMetrics } from './metrics-body.ts'
import { readReport } from './report-body.ts'
import { parseYamlDocuments } from './yaml-documents.ts'

/**
 * What `parseJsonDocument`, `parseYamlDocuments`, `parseCsvTable`, `readReport` or `readMetrics` answer; of the first three also
 * `malformed_utf8` or `yaml_encoding`.
 */
export function parseBytes(
  format: BodyFormat,
  chunks: readonly Uint8Array[],
  before: string | null = null,
): Checked<unknown> {
  const bytes = Buffer.concat(chunks)
  switch (format) {
    case 'json':
      return jsonOf(textOf(bytes))
    case 'yaml':
      return yamlOf(textOf(bytes))
    case 'csv':
      return csvOf(textOf(bytes))
    case 'report':
      return readReport(bytes, { isZipped: false, before })
    case 'zipped report':
      return readReport(bytes, { isZipped: true, before })
    case 'metrics 1':
    case 'metrics 2':
      return readMetrics(bytes, format)
  }
}

function jsonOf(text: string | null): Checked<unknown> {
  return text === null ? refused([NOT_UTF8]) : parseJsonDocument(text)
}

function csvOf(text: string | null): Checked<unknown> {
  return text === null ? refused([NOT_UTF8]) : parseCsvTable(text)
}

/** UTF-16 is valid YAML, but not accepted here; without a byte order mark it looks like UTF-8 full of NULs. */
function yamlOf(text: string | null): Checked<unknown> {
  return text === null || text.includes('\0') ? foreignYaml : parseYamlDocuments(text)
}

const foreignYaml = refused([
  { path: [], code: 'yaml_encoding', reason: 'The text is not UTF-8, or holds U+0000.' },
])
