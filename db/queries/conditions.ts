// Conditions that name the columns of tables.
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Whether each of these columns holds its value. */
export function holds<Table extends PgTable>(
  table: Table,
  values: Partial<Table['$inferSelect']>,
): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return and(
    ...Object.entries(values).map(([name, value]) => {
      const column = columns[name]!
      return value === null ? isNull(column) : eq(column, value)
    }),
  )
}

/** Whether a column holds one of some values, which travel as one array: a statement is the same for any number of them. */
export function isAnyOf<Value>(
  column: PgColumn & { readonly _: { readonly data: Value } },
  values: readonly Value[],
): SQL {
  return sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
}
