import { type SQL, sql } from 'drizzle-orm'
import { COUNTED_MAX, countedTotal, type Total } from '#lib/domain/lists/total.ts'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const countRow = z.strictObject({ counted: z.int() })

/** Counts the rows of a `select`, as far as totals go. */
export async function countRows({ tx }: TenantScope, rows: SQL): Promise<Total> {
  const row = await readRow(
    tx,
    countRow,
  )(sql`
    select count(*)::int as counted from (${rows} limit ${COUNTED_MAX + 1}) matching`)
  return countedTotal(row!.counted)
}
