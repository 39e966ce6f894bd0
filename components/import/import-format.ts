import type { ImportFormat } from '#lib/schemas/save-request.ts'

export const FORMAT_WORDS: Readonly<Record<ImportFormat, string>> = {
  yaml: 'YAML',
  json: 'JSON',
  csv: 'CSV of clusters',
}

export const MEDIA_TYPES: Readonly<Record<ImportFormat, string>> = {
  yaml: 'application/yaml',
  json: 'application/json',
  csv: 'text/csv',
}

/** What a text seems to be: CSV begins with a line of names of columns, of which `name` is one. */
export function formatOf(text: string): ImportFormat {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (/^[[{]/.test(start)) return 'json'
  const [line = ''] = start.split(/\r?\n/, 1)
  const columns = line.split(',').map((column) => column.replaceAll('"', '').trim())
  return columns.includes('name') ? 'csv' : 'yaml'
}

/** Where a flaw is, in people's words: `3.metadata.region` of CSV is a row and a column, otherwise a document and a field. */
export function placeOf(format: ImportFormat, path: string): string {
  const [first = '', ...rest] = path.split('.')
  if (first === '') return 'The text'
  const field = rest.join('.')
  if (format === 'csv') return `Row ${first}, column ${field}`
  const document = `Document ${Number(first) + 1}`
  return field === '' ? document : `${document}, ${field}`
}
