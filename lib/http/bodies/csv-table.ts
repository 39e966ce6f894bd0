// Parses CSV from outside. https://www.rfc-editor.org/rfc/rfc4180
import { CsvError, parse } from 'csv-parse/sync'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'

/** What a spreadsheet would run as a formula, and the quote in front of it that keeps it from that (lib/lists/csv.ts). */
const KEPT_FROM_RUNNING = /^'(?=[=+\-@\t\r])/

/**
 * The cells of each line; empty lines are left out. A byte order mark, as spreadsheets write it, is no part of a name. 422
 * `csv_syntax`, with the line.
 */
export function parseCsvTable(text: string): Checked<string[][]> {
  try {
    const lines: string[][] = parse(text, { bom: true, skip_empty_lines: true })
    return accepted(lines.map((cells) => cells.map((cell) => cell.replace(KEPT_FROM_RUNNING, ''))))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refused([{ path: [], code: 'csv_syntax', reason: `${error.message}.` }])
  }
}
