// The cells of a window of a matrix: what is where a row and a column meet.
import { readMatrixPairs, type MatrixPair } from '#db/queries/matrix-pairs.ts'
import { readAnnounced } from '#db/queries/versions.ts'
import type { MatrixAxis, MatrixCounts, MatrixLine, MatrixSide } from '#lib/domain/fleet/matrix.ts'
import { policyReach } from '#lib/domain/fleet/targeting.ts'
import type { VersionName } from '#lib/domain/observed/running.ts'
import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import { type CountedCell, counterAmong, type FleetThen, together } from './counts.ts'

type RunningVersion = {
  /** Null: nobody knows. */
  readonly revision: string | null
  /** Null: it was never announced. */
  readonly version: VersionName | null
  /** How many versions were announced after it; null: that isn't known. */
  readonly behind: number | null
}

export type PairCell = Pick<MatrixPair, 'state' | 'isPlaced'> & {
  /** Of what the colour says, that alone. */
  readonly running?: RunningVersion
  readonly lagSince?: Date | null
  /** The names of the policies that give it, sorted. */
  readonly policies?: readonly string[]
}

/** `pair` where an application and a cluster meet, `counts` where one of the two is a group. */
export type MatrixCell = { readonly pair: PairCell } | { readonly counts: CountedCell }

type WindowAxis = { readonly axis: MatrixAxis; readonly lines: readonly MatrixLine[] }
type AskedWindow = {
  readonly rows: WindowAxis
  readonly columns: WindowAxis
  readonly colour: MatrixColour
  /** Whether each group in the window is counted over the whole other axis. */
  readonly hasLineCounts: boolean
}

type Cells = {
  readonly cells: readonly (readonly (MatrixCell | null)[])[]
  /** What a group of the window has in common with all of the other axis. */
  readonly ofRow: (group: number) => CountedCell
  readonly ofColumn: (group: number) => CountedCell
}

export async function readCells(then: FleetThen, window: AskedWindow): Promise<Cells> {
  const { rows, columns, hasLineCounts } = window
  const [rowGroups, columnGroups] = [shownGroups(rows), shownGroups(columns)]
  const [ownRows, ownColumns] = [memberSide(rows.lines), memberSide(columns.lines)]
  const countedRows = hasLineCounts && columns.lines.some(isGroup) ? allGroups(rows) : rowGroups
  const countedColumns =
    hasLineCounts && rows.lines.some(isGroup) ? allGroups(columns) : columnGroups
  const countBetween = await counterAmong(then, [
    ...countedColumns.flat(),
    ...(hasMembers(rowGroups) ? ownColumns.flat() : []),
  ])
  const count = async (rows: MatrixSide, columns: MatrixSide) =>
    hasMembers(rows) && hasMembers(columns) ? countBetween({ rows, columns }) : NO_COUNTS
  const groups = await count(countedRows, countedColumns)
  const byRow = await count(ownRows, columnGroups)
  const byColumn = await count(rowGroups, ownColumns)
  const pairAt = await readPairs(then, window, { rows: ownRows, columns: ownColumns })
  const ownRow = placesOf(rows.lines)
  const ownColumn = placesOf(columns.lines)
  const cellAt = (row: MatrixLine, column: MatrixLine): MatrixCell | null => {
    if (row.id !== null && column.id !== null) return pairAt(row.id, column.id)
    if (row.id !== null) return counted(byRow[ownRow(row.id)]![column.group]!)
    if (column.id !== null) return counted(byColumn[row.group]![ownColumn(column.id)]!)
    return counted(groups[row.group]![column.group]!)
  }
  return {
    cells: rows.lines.map((row) => columns.lines.map((column) => cellAt(row, column))),
    ofRow: (group) => together(groups[group] ?? []),
    ofColumn: (group) => together(groups.map((cells) => cells[group]!)),
  }
}

const NO_COUNTS: MatrixCounts<CountedCell> = []

function isGroup({ id }: MatrixLine): boolean {
  return id === null
}

function allGroups({ axis }: WindowAxis): MatrixSide {
  return axis.map(({ members }) => members)
}

/** Each group in its place, those without a line in the window empty, so that they cost nothing. */
function shownGroups({ axis, lines }: WindowAxis): MatrixSide {
  const shown = new Set(lines.filter(isGroup).map(({ group }) => group))
  return axis.map(({ members }, place) => (shown.has(place) ? members : []))
}

function hasMembers(side: MatrixSide): boolean {
  return side.some((ids) => ids.length > 0)
}

function memberSide(lines: readonly MatrixLine[]): MatrixSide {
  return membersOf(lines).map((id) => [id])
}

function membersOf(lines: readonly MatrixLine[]): number[] {
  return lines.flatMap(({ id }) => id ?? [])
}

/** Where each member is among those of the window. */
function placesOf(lines: readonly MatrixLine[]): (id: number) => number {
  const places = new Map(membersOf(lines).map((id, place) => [id, place]))
  return (id) => places.get(id)!
}

function counted(counts: CountedCell): MatrixCell | null {
  const { placed, states } = counts
  const isNothing = placed === 0 && (states === null || Object.keys(states).length === 0)
  return isNothing ? null : { counts }
}

async function readPairs(
  then: FleetThen,
  { colour }: AskedWindow,
  sides: { readonly rows: MatrixSide; readonly columns: MatrixSide },
): Promise<(application: number, cluster: number) => MatrixCell | null> {
  const isAsked = sides.rows.length > 0 && sides.columns.length > 0
  const pairs = isAsked ? await readMatrixPairs(then.scope, then.time, sides) : []
  const coloured = await colouring(then, colour, pairs)
  const known = new Map(
    pairs.map((pair) => {
      const { applicationId, clusterId, state, isPlaced } = pair
      const cell = { pair: { state, isPlaced, ...coloured(pair) } }
      return [`${applicationId} ${clusterId}`, cell]
    }),
  )
  return (application, cluster) => known.get(`${application} ${cluster}`) ?? null
}

type Coloured = Omit<PairCell, 'state' | 'isPlaced'>

async function colouring(
  then: FleetThen,
  colour: MatrixColour,
  pairs: readonly MatrixPair[],
): Promise<(pair: MatrixPair) => Coloured> {
  switch (colour) {
    case 'state':
      return () => ({})
    case 'lag':
      return ({ lagSince }) => ({ lagSince })
    case 'policy': {
      const { giving } = policyReach(then.fleet)
      return ({ isPlaced, applicationId, clusterId }) => ({
        policies: isPlaced ? giving(applicationId, clusterId) : [],
      })
    }
    case 'version':
      return versionsOf(then, pairs)
  }
}

async function versionsOf({ scope, time }: FleetThen, pairs: readonly MatrixPair[]) {
  const applications = [...new Set(pairs.map(({ applicationId }) => applicationId))]
  const commits = [...new Set(pairs.flatMap(({ revision }) => revision ?? []))]
  const announced = await readAnnounced(scope, applications, commits)
  const ofApplication = Map.groupBy(announced, ({ application }) => application)
  return ({ applicationId, revision }: MatrixPair): Coloured => {
    const versions = ofApplication.get(applicationId) ?? []
    const named = versions.find((version) => version.revision === revision)
    const version = named === undefined ? null : { number: named.number, name: named.name }
    // Which was the newest at a time in the past isn't read.
    const newest = time.isPast ? null : Math.max(...versions.map(({ number }) => number))
    const behind = version && newest !== null ? newest - version.number : null
    return { running: { revision, version, behind } }
  }
}
