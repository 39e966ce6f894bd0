import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const labelRow = z.strictObject({ cluster: z.string(), value: z.string() })

/** The value of a label on each cluster that has it now, by the cluster's name. */
export async function readClusterLabels(
  { tx, tenant }: TenantScope,
  key: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await readRows(tx, labelRow)`
    select r.name as cluster, l.value from labels l
    join revisions r on r.tenant = ${tenant} and r.kind = 'cluster' and r.object = l.object
      and r.ended is null
    where l.tenant = ${tenant} and l.kind = 'cluster' and l.key = ${key} and l.ended is null`
  return new Map(rows.map(({ cluster, value }) => [cluster, value]))
}
