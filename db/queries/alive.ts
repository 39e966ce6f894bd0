import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether an interval row (`began`, `ended`) is valid after a change; `change` null: now, which the partial indexes over
 * current rows answer.
 */
export function aliveAfter(alias: string, change: number | null): SQL {
  const row = sql.raw(alias)
  return change === null
    ? sql`${row}.ended is null`
    : sql`${row}.began <= ${change} and (${row}.ended is null or ${row}.ended > ${change})`
}
