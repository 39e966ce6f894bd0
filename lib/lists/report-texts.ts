// The text of a report's file, a part at a time: its head, which says what it is, and its rows.
import { csvLines } from './csv.ts'
import type { ReportPage } from './report-pages.ts'

/** What the file says of itself. */
export type ReportHead = Readonly<Record<string, string>>

export async function* reportTexts(
  format: 'csv' | 'json',
  head: ReportHead,
  csvHead: string,
  pages: AsyncIterable<ReportPage>,
): AsyncGenerator<{ readonly rows: number; readonly text: string }> {
  if (format === 'csv') {
    // As comments, which programs can leave out.
    yield {
      rows: 0,
      text: csvLines(Object.entries(head).map(([name, text]) => [`# ${name}`, text])),
    }
    yield { rows: 0, text: csvHead }
    yield* plain(pages)
    return
  }
  yield { rows: 0, text: `{"head":${JSON.stringify(head)},\n"items":[\n` }
  // A comma follows each row: the last one is held back.
  let held = ''
  for await (const { rows, text } of plain(pages)) {
    if (text === '') continue
    yield { rows, text: held + text.slice(0, -LAST.length) }
    held = LAST
  }
  yield { rows: 0, text: '\n]}\n' }
}

const LAST = ',\n'

async function* plain(pages: AsyncIterable<ReportPage>) {
  for await (const { rows, texts } of pages) {
    let untold = rows
    for await (const text of texts) {
      yield { rows: untold, text }
      untold = 0
    }
  }
}
