// Rows as CSV that is safe to open in a spreadsheet. https://www.rfc-editor.org/rfc/rfc4180
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { RowForms } from './list.ts'

/** Rows that are written without a pause; then others get their turn. */
const ROWS_AT_ONCE = 500

type Columns<Item> = RowForms<Item>['columns']

/** The line with the names of the columns. */
export function csvHead<Item>(columns: Columns<Item>): string {
  return csvLines([Object.keys(columns)])
}

/** The lines of some rows, a part at a time. */
export async function* csvRows<Item>(
  columns: Columns<Item>,
  items: readonly Item[],
): AsyncGenerator<string> {
  const reads = Object.values(columns)
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    const some = items.slice(from, from + ROWS_AT_ONCE)
    yield csvLines(some.map((item) => reads.map((read) => cell(read(item)))))
    await nextTurn()
  }
}

/** Cells that a spreadsheet would run as a formula get a quote in front; line breaks within cells are quoted. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], {
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  })
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
