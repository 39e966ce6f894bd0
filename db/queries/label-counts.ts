import { sql } from 'drizzle-orm'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'

export type ValueCount = { readonly value: string; readonly count: number }

/** How many clusters have each value of a label now, the most frequent first. */
export async function countClustersByLabel(
  { tx, tenant }: TenantScope,
  key: string,
  limit: number,
): Promise<ValueCount[]> {
  return tx.execute<ValueCount>(sql`
    select l.value, count(*)::int as count from labels l
    where l.tenant = ${tenant} and l.kind = 'cluster' and l.key = ${key} and ${aliveAfter('l', null)}
    group by l.value order by count desc, l.value limit ${limit}`)
}
