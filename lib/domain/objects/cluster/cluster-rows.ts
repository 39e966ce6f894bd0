// Clusters as the rows of a table: the first names the columns, each other one says something of one cluster. What a list of
// clusters exports can be edited and sent back.
import { accepted, type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { clusterKind } from './cluster-kind.ts'

type Json = Readonly<Record<string, unknown>>

/** What a row says of a cluster. */
export type ClusterRow = {
  readonly name: string
  /** As a spreadsheet numbers it: the names of the columns are row 1. */
  readonly row: number
  /** The whole cluster as it is sent, from its JSON before; null: there is none yet. */
  readonly jsonAfter: (before: Json | null) => Json
  /** Where an issue with the cluster is: the row, and the name of the column. */
  readonly locate: (path: Issue['path']) => Issue['path']
}

const LABELS = 'metadata'
/** Of a column with the values of one label: `metadata.region`. */
const LABEL = `${LABELS}.`
/** What a list says of clusters beside what they are. */
const ONLY_READ = ['since', 'state', 'freshness', 'observed_at', 'planned_silence_until']
const FIELDS = new Set<string>(clusterKind.columns.filter((column) => column !== LABELS))
const HEAD = 1

/**
 * Reads the cells of a table. A column that isn't there leaves the field or label as it is; an empty cell takes it away.
 * `metadata` holds all labels as a JSON object, `metadata.<key>` one of them. Codes of issues, whose path is `[row, column]`:
 * `column_unknown`, `column_repeated`, `column_missing` (`name`), `cell_json` (of `metadata`).
 */
export function readClusterRows(
  table: readonly (readonly string[])[],
): Checked<readonly ClusterRow[]> {
  const [columns = [], ...lines] = table
  const flaws = columnIssues(columns)
  if (flaws.length > 0) return refused(flaws)
  const issues: Issue[] = []
  const rows: ClusterRow[] = []
  for (const [index, line] of lines.entries()) {
    const row = index + HEAD + 1
    const cells = new Map(columns.map((column, place) => [column, line[place] ?? '']))
    const labels = allLabels(cells.get(LABELS), row)
    if (labels.ok) rows.push(clusterRow(row, cells, labels.value))
    else issues.push(...labels.issues)
  }
  return checked(rows, issues)
}

function columnIssues(columns: readonly string[]): Issue[] {
  const unknown = columns.filter((column) => !isColumn(column))
  const repeated = columns.filter((column, place) => columns.indexOf(column) < place)
  return [
    ...(columns.includes('name')
      ? []
      : [columnIssue('name', 'column_missing', 'No column is named "name".')]),
    ...unknown.map((column) =>
      columnIssue(
        column,
        'column_unknown',
        `Nothing of a cluster is named ${quoted(column)}. A label’s column is named ${LABEL}<key>.`,
      ),
    ),
    ...repeated.map((column) =>
      columnIssue(column, 'column_repeated', `Two columns are named ${quoted(column)}.`),
    ),
  ]
}

function columnIssue(column: string, code: string, reason: string): Issue {
  return { path: [HEAD, column], code, reason }
}

function isColumn(column: string): boolean {
  const isLabel = column.startsWith(LABEL) && column.length > LABEL.length
  return FIELDS.has(column) || isLabel || column === LABELS || ONLY_READ.includes(column)
}

/** The labels of a cell; null: it is not there. */
function allLabels(cell: string | undefined, row: number): Checked<Json | null> {
  if (cell === undefined) return accepted(null)
  if (cell === '') return accepted({})
  const labels = jsonOf(cell)
  return typeof labels === 'object' && labels !== null && !Array.isArray(labels)
    ? accepted({ ...labels })
    : refused([{ path: [row, LABELS], code: 'cell_json', reason: 'This is no JSON object.' }])
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function clusterRow(
  row: number,
  cells: ReadonlyMap<string, string>,
  labels: Json | null,
): ClusterRow {
  const fields = [...cells].filter(([column]) => FIELDS.has(column))
  const oneByOne = [...cells]
    .filter(([column]) => column.startsWith(LABEL))
    .map(([column, value]) => [column.slice(LABEL.length), value] as const)
  return {
    name: cells.get('name') ?? '',
    row,
    jsonAfter: (before) => ({
      ...withCells(before ?? {}, fields),
      [LABELS]: withCells(labels ?? labelsIn(before), oneByOne),
    }),
    locate: ([field = 'name', key]) => {
      const label = `${LABEL}${key}`
      return [row, field === LABELS && cells.has(label) ? label : String(field)]
    },
  }
}

function withCells(before: Json, cells: readonly (readonly [string, string])[]): Json {
  const after = new Map<string, unknown>(Object.entries(before))
  for (const [name, value] of cells) {
    if (value === '') after.delete(name)
    else after.set(name, value)
  }
  return Object.fromEntries(after)
}

function labelsIn(before: Json | null): Json {
  const labels = before?.[LABELS]
  return typeof labels === 'object' && labels !== null ? { ...labels } : {}
}
