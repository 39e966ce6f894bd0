// What raw statements answer with. Each has a schema of its rows, from which their type follows: production takes the rows
// as they come, and tests hold every one against it.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries } from './client.ts'

/** A schema that changes nothing of what it checks. */
type RowSchema<Row> = z.ZodType<Row, Row>
type Template = [TemplateStringsArray, ...unknown[]]

let areChecked = false

/** From now on this process holds all rows against their schemas: that takes longer than many a statement. */
export function checkRows(): void {
  areChecked = true
}

/**
 * Asks by a raw statement, a template as of `sql`, for rows of a kind, a strict object. Timestamps come as dates; whole
 * numbers, of 64 bits too, and `float8` as numbers; JSON as what it says; arrays of texts and of whole numbers as arrays.
 */
export function readRows<Row>(tx: Queries, row: RowSchema<Row>) {
  return async (...template: Template): Promise<Row[]> => {
    const rows = await tx.execute(sql(...template))
    takeAs(row, rows)
    return rows
  }
}

/** As `readRows`, for the first row alone; undefined: there is none. */
export function readRow<Row>(tx: Queries, row: RowSchema<Row>) {
  return async (...template: Template): Promise<Row | undefined> =>
    (await readRows(tx, row)(...template)).at(0)
}

function takeAs<Row>(row: RowSchema<Row>, rows: unknown[]): asserts rows is Row[] {
  if (!areChecked) return
  const { error } = z.array(row).safeParse([...rows])
  if (error) throw new Error(`A statement breaks the schema of its rows: ${z.prettifyError(error)}`)
}
