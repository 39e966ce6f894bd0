// Applications by clusters: a window of the table that has a line for each group and each member of an open one.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import {
  axisOf,
  linesOf,
  type MatrixAxis,
  type MatrixLine,
  type Openness,
} from '#lib/domain/fleet/matrix.ts'
import { applicationsOf } from '#lib/domain/fleet/placed-counts.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { bitsOf, intersect } from '#lib/domain/sets/bits.ts'
import { asked, defineRead } from '../define.ts'
import type { Moment } from '../moment.ts'
import { refusalOf } from '../refusal.ts'
import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import { type MatrixCell, readCells } from './cells.ts'
import type { CountedCell } from './counts.ts'
import { fleetThen } from './fleet-then.ts'

type AskedAxis = Openness & {
  readonly selector: Selector | null
  readonly from: number
  readonly limit: number
}

export type MatrixInput = {
  readonly at: Exclude<Moment, number>
  /** Only this team's applications; null: any. */
  readonly namespace: string | null
  readonly rows: AskedAxis
  /** `label`: of the clusters, by whose values they are grouped. */
  readonly columns: AskedAxis & { readonly label: string }
  readonly colour: MatrixColour
  readonly hasLineCounts: boolean
}

/** `name` null: the line is the group, and `counts` are those of its members, over the whole other axis, if that is asked. */
export type ShownLine = {
  readonly group: number
  readonly name: string | null
  readonly counts: CountedCell | null
}

export type ShownAxis = {
  readonly groups: MatrixAxis
  readonly lines: readonly ShownLine[]
}

export type Matrix = {
  readonly rows: ShownAxis
  readonly columns: ShownAxis
  /** By row, then by column; null: nothing is placed or there. */
  readonly cells: readonly (readonly (MatrixCell | null)[])[]
}

/** Whose applications are in one group. */
const TEAM_LABEL = 'namespace'

const COLUMN_GROUPS_MAX = 500

export const matrixUseCase = defineRead<MatrixInput, Matrix>({
  name: 'matrix.read',
  // The past is looked at.
  isHeavy: ({ at }) => at !== null,
  load: () => asked({ kind: 'tenant' }),
  run: async (context, input) => {
    const { teams, ...then } = await fleetThen(context, input)
    const rows = rowsOf(then.fleet, teams, input)
    const columns = columnsOf(then.fleet, input)
    const rowLines = linesOf(rows, input.rows.from, input.rows.limit)
    const columnLines = linesOf(columns, input.columns.from, input.columns.limit)
    const { cells, ofRow, ofColumn } = await readCells(then, {
      rows: { axis: rows, lines: rowLines },
      columns: { axis: columns, lines: columnLines },
      colour: input.colour,
      hasLineCounts: input.hasLineCounts,
    })
    const { applications, clusters } = then.fleet
    const counted = (countsOf: CountsOf): CountsOf => (input.hasLineCounts ? countsOf : () => null)
    return {
      rows: { groups: rows, lines: shown(rowLines, applications.slots, counted(ofRow)) },
      columns: { groups: columns, lines: shown(columnLines, clusters.slots, counted(ofColumn)) },
      cells,
    }
  },
})

type CountsOf = (group: number) => CountedCell | null

function shown(
  lines: readonly MatrixLine[],
  slots: readonly ({ readonly name: string } | undefined)[],
  countsOf: CountsOf,
): ShownLine[] {
  return lines.map(({ group, id }) => ({
    group,
    name: id === null ? null : slots[id]!.name,
    counts: id === null ? countsOf(group) : null,
  }))
}

function rowsOf(fleet: Fleet, teams: readonly string[] | null, { rows }: MatrixInput): MatrixAxis {
  const index = fleet.indexes.applications
  const visible = bitsOf(applicationsOf(fleet, teams))
  const among =
    rows.selector === null ? visible : intersect(visible, matchSelector(index, rows.selector))
  return axisOf({ ordered: fleet.applications.ordered, index }, among, TEAM_LABEL, rows)
}

function columnsOf(fleet: Fleet, { columns }: MatrixInput): MatrixAxis {
  const index = fleet.indexes.clusters
  const among = columns.selector === null ? index.all : matchSelector(index, columns.selector)
  const axis = axisOf({ ordered: fleet.clusters.ordered, index }, among, columns.label, columns)
  if (axis.length > COLUMN_GROUPS_MAX) {
    const reason = `The clusters have more than ${COLUMN_GROUPS_MAX} values of ${columns.label}: group them by a label with fewer.`
    throw refusalOf('malformed', [
      { path: ['query', 'columnsBy'], code: 'param_columns_by', reason },
    ])
  }
  return axis
}
