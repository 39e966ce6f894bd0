// All rows of a list as one text, a part at a time: each format's beginning, its rows, and its end.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type YamlMap, yamlText } from '#lib/domain/text/yaml-text.ts'
import { csvHead, csvRows } from './csv.ts'
import type { RowForms } from './list.ts'

type RowFormat = {
  readonly contentType: string
  readonly begin: (forms: Pick<RowForms<never>, 'columns'>) => string
  /** `isFirst`: no row was written yet. */
  readonly rows: <Item>(
    forms: RowForms<Item>,
    items: readonly Item[],
    isFirst: boolean,
  ) => AsyncIterable<string>
  readonly end: (total: number) => string
}

const ITEMS = 'items:'

/** As a page says that it is the last one and has all rows. */
const whole = (total: number) => ({ continue: null, total, totalIsExact: true })

export const ROW_FORMATS = {
  csv: {
    contentType: 'text/csv',
    begin: ({ columns }) => csvHead(columns),
    rows: ({ columns }, items) => csvRows(columns, items),
    end: () => '',
  },
  json: {
    contentType: 'application/json',
    begin: () => '{"items":[\n',
    rows: jsonRows,
    end: (total) => `\n],${JSON.stringify(whole(total)).slice(1)}\n`,
  },
  // https://www.rfc-editor.org/rfc/rfc9512
  yaml: {
    contentType: 'application/yaml',
    begin: () => '',
    rows: yamlRows,
    end: (total) => (total === 0 ? `${ITEMS} []\n` : '') + yamlText([whole(total)]),
  },
} satisfies Readonly<Record<string, RowFormat>>

export type FormatName = keyof typeof ROW_FORMATS

export async function* exportTexts<Item>(
  name: FormatName,
  forms: RowForms<Item>,
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const format: RowFormat = ROW_FORMATS[name]
  const begin = format.begin(forms)
  if (begin !== '') yield begin
  let total = 0
  for await (const items of pages) {
    yield* format.rows(forms, items, total === 0)
    total += items.length
  }
  const end = format.end(total)
  if (end !== '') yield end
}

/** One row on a line. */
export async function* jsonRows<Item>(
  { json }: Pick<RowForms<Item>, 'json'>,
  items: readonly Item[],
  isFirst: boolean,
): AsyncGenerator<string> {
  if (items.length === 0) return
  const rows = items.map((item) => JSON.stringify(json(item))).join(',\n')
  yield isFirst ? rows : `,\n${rows}`
}

/** Rows that are written without a pause; one takes several times as long as in the other formats. */
const YAML_ROWS_AT_ONCE = 100

async function* yamlRows<Item>(
  { json }: Pick<RowForms<Item>, 'json'>,
  items: readonly Item[],
  isFirst: boolean,
): AsyncGenerator<string> {
  if (isFirst && items.length > 0) yield `${ITEMS}\n`
  for (let from = 0; from < items.length; from += YAML_ROWS_AT_ONCE) {
    const rows = items.slice(from, from + YAML_ROWS_AT_ONCE)
    yield yamlText([{ items: plainRows(rows.map(json)) }]).slice(`${ITEMS}\n`.length)
    await nextTurn()
  }
}

/** As JSON writes the rows: without what it leaves out, with as text what it writes as text. */
export function plainRows(rows: readonly unknown[]): YamlMap[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON holds nothing else
  return JSON.parse(JSON.stringify(rows)) as YamlMap[]
}
