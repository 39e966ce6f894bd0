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
  yield* plain(pages)
  yield { rows: 0, text: '\n]}\n' }
}

async function* plain(pages: AsyncIterable<ReportPage>) {
  for await (const { rows, texts } of pages) {
    let untold = rows
    for await (const text of texts) {
      yield { rows: untold, text }
      untold = 0
    }
  }
}
