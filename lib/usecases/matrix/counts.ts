// What the lines of a matrix have in common, in counts.
import { readStandings, type Standing } from '#db/queries/cluster-standings.ts'
import type { MatrixPlace, MatrixSides } from '#db/queries/matrix-places.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { countStatesBetween } from '#db/queries/state-counts.ts'
import { countExceptionsBetween } from '#db/queries/state-exceptions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { countPlacedBetween, type MatrixCounts } from '#lib/domain/fleet/matrix.ts'
import { unreleasedIn, withOnly } from '#lib/domain/fleet/unreleased.ts'
import { type Exception, type Placed, withOrdinary } from '#lib/domain/observed/ordinary.ts'
import { type State, type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import { NO_BITS } from '#lib/domain/sets/bits.ts'
import { heardOf, waitingFor } from '../observed/state-counts.ts'

export type CountedCell = {
  readonly placed: number
  /** Null: they are too many to be looked at, as they were then. */
  readonly states: StateCounts | null
}

/** The fleet at a moment; `isNow` false: states are told only by looking at each placement. */
export type FleetThen = {
  readonly scope: TenantScope
  readonly time: ObservedTime
  readonly fleet: Fleet
  readonly isNow: boolean
}

type CountBetween = (sides: MatrixSides) => Promise<MatrixCounts<CountedCell>>

/** Up to so many placements are looked at one by one for an answer. */
const LOOKED_AT_MAX = 20_000

/** Counts between applications and any of these clusters, of which it is read once how far they have come. */
export async function counterAmong(
  then: FleetThen,
  clusters: readonly number[],
): Promise<CountBetween> {
  if (!then.isNow) return (sides) => countThen(then, sides)
  const isAll = clusters.length >= then.fleet.clusters.ordered.length
  const standings = await readStandings(then.scope, then.time.observedAt, isAll ? null : clusters)
  return (sides) => countNow(then, standings, sides)
}

async function countNow(
  { scope, time, fleet }: FleetThen,
  standings: readonly Standing[],
  sides: MatrixSides,
): Promise<MatrixCounts<CountedCell>> {
  const count = (of: Fleet) => countPlacedBetween(of, sides.rows, sides.columns, heardOf(standings))
  const unreleased = unreleasedIn(fleet)
  const found = await countExceptionsBetween(scope, time.observedAt, standings, sides, unreleased)
  const waiting = unreleased === null ? [] : count(withOnly(fleet, unreleased))
  const exceptions = byPlace([...found, ...inCells(waiting)])
  return cellsOf(count(fleet), (cell, place) => withOrdinary(cell, exceptions(place)))
}

/** What waits for a release, by its place. */
export function inCells(unreleased: MatrixCounts<Placed>): (Exception & MatrixPlace)[] {
  return unreleased.flatMap((cells, row) =>
    cells.map((placed, column) => ({ ...waitingFor(placed), row: row + 1, column: column + 1 })),
  )
}

async function countThen(
  { scope, time, fleet }: FleetThen,
  sides: MatrixSides,
): Promise<MatrixCounts<CountedCell>> {
  const placed = countPlacedBetween(fleet, sides.rows, sides.columns, NO_BITS)
  if (sumOf(placed) > LOOKED_AT_MAX) return cellsOf(placed, () => null)
  const counted = byPlace(await countStatesBetween(scope, time, sides))
  return cellsOf(placed, (_, place) => statesOf(counted(place)))
}

function cellsOf(
  placed: MatrixCounts<Placed>,
  statesAt: (placed: Placed, place: MatrixPlace) => StateCounts | null,
): MatrixCounts<CountedCell> {
  return placed.map((cells, row) =>
    cells.map((cell, column) => ({
      placed: cell.heard + cell.silent,
      states: statesAt(cell, { row: row + 1, column: column + 1 }),
    })),
  )
}

function keyOf({ row, column }: MatrixPlace): string {
  return `${row} ${column}`
}

function byPlace<Row extends MatrixPlace>(rows: readonly Row[]) {
  const known = Map.groupBy(rows, keyOf)
  return (place: MatrixPlace): readonly Row[] => known.get(keyOf(place)) ?? []
}

function statesOf(
  counted: readonly { readonly state: State; readonly count: number }[],
): StateCounts {
  return Object.fromEntries(counted.map(({ state, count }) => [state, count]))
}

function sumOf(placed: MatrixCounts<Placed>): number {
  return placed.flat().reduce((sum, { heard, silent }) => sum + heard + silent, 0)
}

/** Several cells as one. */
export function together(cells: readonly CountedCell[]): CountedCell {
  const states: Partial<Record<State, number>> = {}
  for (const cell of cells) {
    for (const state of STATES) {
      const count = cell.states?.[state] ?? 0
      if (count > 0) states[state] = (states[state] ?? 0) + count
    }
  }
  return {
    placed: cells.reduce((sum, { placed }) => sum + placed, 0),
    states: cells.some((cell) => cell.states === null) ? null : states,
  }
}
