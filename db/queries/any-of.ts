import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether a column holds one of some values, which travel as one array: a statement is the same for any number of them. */
export function isAnyOf<Value>(
  column: PgColumn & { readonly _: { readonly data: Value } },
  values: readonly Value[],
): SQL {
  return sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
}
