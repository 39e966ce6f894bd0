// What the planner knows of tables.
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRows } from '../rows.ts'

const grownRow = z.strictObject({ name: z.string() })

/** Makes new statistics of tables that grew much since the last ones; answers their names. Where none did, that takes no time. */
export async function analyzeGrownTables(db: Database): Promise<string[]> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, grownRow)`select analyze_grown_tables() as name`,
  )
  return rows.map(({ name }) => name)
}
