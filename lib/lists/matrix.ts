// The matrix for the API and for its page: what is asked of it, and its answer.
import type { z } from 'zod'
import { flag, lineCount, lineOffset, texts } from '#lib/domain/lists/parameters.ts'
import {
  matrixChoices,
  MATRIX_COLUMNS_MAX,
  MATRIX_ROWS_MAX,
  type MatrixAxis,
  type MatrixCounts,
  type MatrixJson,
  type MatrixPair,
} from '#lib/schemas/matrix.ts'
import type { MatrixCell, PairCell } from '#lib/usecases/matrix/cells.ts'
import type { CountedCell } from '#lib/usecases/matrix/counts.ts'
import type { Matrix, MatrixInput, ShownAxis } from '#lib/usecases/matrix/read.ts'
import { clustersIn } from './environment.ts'

const openness =
  'by their selectors. Without a word, groups are open while an axis has at most 60 members.'

export const matrixParameters = matrixChoices.extend({
  openRows: texts(`Teams whose applications have a line each, ${openness}`),
  closedRows: texts('Teams whose applications have none, likewise.'),
  openColumns: texts(`Groups of clusters whose members have a line each, ${openness}`),
  closedColumns: texts('Groups of clusters whose members have none, likewise.'),
  rowFrom: lineOffset('Lines before the rows of the window.'),
  rowLimit: lineCount(MATRIX_ROWS_MAX, 40, 'Rows of the window.'),
  columnFrom: lineOffset('Lines before the columns of the window.'),
  columnLimit: lineCount(MATRIX_COLUMNS_MAX, 60, 'Columns of the window.'),
  omitLineCounts: flag('Whether the lines of groups come without counts, which costs less.'),
})

export function matrixInput(
  query: z.output<typeof matrixParameters>,
  at: MatrixInput['at'],
): MatrixInput {
  return {
    at,
    namespace: query.namespace,
    colour: query.colour ?? 'state',
    hasLineCounts: !query.omitLineCounts,
    rows: {
      selector: query.appSelector,
      open: query.openRows,
      closed: query.closedRows,
      from: query.rowFrom,
      limit: query.rowLimit,
    },
    columns: {
      selector: clustersIn(query.environment, [query.clusterSelector]),
      label: query.columnsBy,
      open: query.openColumns,
      closed: query.closedColumns,
      from: query.columnFrom,
      limit: query.columnLimit,
    },
  }
}

export function matrixJson({ rows, columns, cells }: Matrix): MatrixJson {
  return {
    rows: axisJson(rows),
    columns: axisJson(columns),
    cells: cells.map((row) => row.map((cell) => cell && cellJson(cell))),
  }
}

function axisJson({ groups, lines }: ShownAxis): MatrixAxis {
  return {
    groups: groups.map(({ key, selector, members, isOpen }) => {
      return { key, selector, size: members.length, open: isOpen }
    }),
    lines: lines.map(({ group, name, counts }) => {
      return { group, name, counts: counts && countsJson(counts) }
    }),
  }
}

function cellJson(cell: MatrixCell): MatrixJson['cells'][number][number] {
  return 'pair' in cell ? { pair: pairJson(cell.pair) } : { counts: countsJson(cell.counts) }
}

function countsJson({ placed, states }: CountedCell): MatrixCounts {
  return { placed, states }
}

function pairJson({ state, isPlaced, running, lagSince, policies }: PairCell): MatrixPair {
  return {
    placed: isPlaced,
    state,
    ...(running && { version: versionJson(running) }),
    ...(lagSince !== undefined && { lag_since: lagSince?.toISOString() ?? null }),
    ...(policies && { policies: [...policies] }),
  }
}

function versionJson({ revision, version, behind }: NonNullable<PairCell['running']>) {
  return { revision, number: version?.number ?? null, name: version?.name ?? null, behind }
}
