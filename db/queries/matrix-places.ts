// The rows and columns of a matrix in SQL: which of them a pair `p` is in.
import { type SQL, sql } from 'drizzle-orm'
import { type MatrixSide, placesById } from '#lib/domain/fleet/matrix.ts'

/** Applications by rows, and clusters by columns. */
export type MatrixSides = { readonly rows: MatrixSide; readonly columns: MatrixSide }

/** From 1. */
export type MatrixPlace = { readonly row: number; readonly column: number }

export function rowOf(rows: MatrixSide): SQL<number> {
  return placeOf(rows, sql`p.application_id`)
}

export function columnOf(columns: MatrixSide): SQL<number> {
  return placeOf(columns, sql`p.cluster_id`)
}

/** An array answers at once, however many objects it has and however little the planner knows of them; 0: in none. */
export function placeOf(side: MatrixSide, id: SQL): SQL<number> {
  return sql`coalesce((${sql.param(placesById(side))}::int[])[${id} + 1], 0)`
}

/** Whether a pair is in any of them at all. */
export function isBetween({ rows, columns }: MatrixSides): SQL {
  return sql`application_id = any(${sql.param(rows.flat())}::int[])
    and cluster_id = any(${sql.param(columns.flat())}::int[])`
}
