import type { SQL } from 'drizzle-orm'
import { COUNTED_MAX, countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const countRow = z.strictObject({ counted: z.int() })

/** Counts the rows of a `select`, up to the limit of totals. */
export async function countRows(scope: TenantScope, rows: SQL): Promise<Total> {
  return countedTotal(await countUpTo(scope, rows, COUNTED_MAX + 1))
}

/** Counts the rows of a `select` up to a limit; null: all of them. */
export async function countUpTo(
  { tx }: TenantScope,
  rows: SQL,
  limit: number | null,
): Promise<number> {
  const row = await readRow(tx, countRow)`
    select count(*)::int as counted from (${rows} limit ${limit}) matching`
  return row!.counted
}
