import { z } from 'zod'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import type { TenantScope } from './scope.ts'

const valueCount = z.strictObject({ value: z.string(), count: z.int() })
export type ValueCount = z.infer<typeof valueCount>

/** How many clusters currently have each value of a label, the most frequent first. */
export async function countClustersByLabel(
  { tx, tenant }: TenantScope,
  key: string,
  limit: number,
): Promise<ValueCount[]> {
  return readRows(tx, valueCount)`
    select l.value, count(*)::int as count from labels l
    where l.tenant = ${tenant} and l.kind = 'cluster' and l.key = ${key} and ${aliveAfter('l', null)}
    group by l.value order by count desc, l.value limit ${limit}`
}
