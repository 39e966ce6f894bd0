// Clusters that weren't heard of for long.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { isSilent } from './observed-state.ts'
import type { TenantScope } from './scope.ts'

const silentCluster = z.strictObject({
  name: z.string(),
  /** When it was last heard of; null: never. */
  seenAt: z.date().nullable(),
})
export type SilentCluster = z.infer<typeof silentCluster>

/**
 * The clusters that are silent, the longest first, and after them those that never reported: of some (`among` null: of all),
 * and besides some.
 */
export async function readSilentClusters(
  { tx, tenant }: TenantScope,
  now: Date,
  limit: number,
  {
    among = null,
    besides = [],
  }: {
    readonly among?: readonly number[] | null
    readonly besides?: readonly number[]
  } = {},
): Promise<SilentCluster[]> {
  return readRows(tx, silentCluster)`
    select k.name, c.seen_at as "seenAt" from revisions k
    left join cluster_reports c on c.tenant = ${tenant} and c.cluster = k.object
    where k.tenant = ${tenant} and k.kind = 'cluster' and ${aliveAfter('k', null)}
      and ${isSilent(now)} and k.object <> all(${sql.param(besides)}::int[])
      and ${among === null ? sql`true` : sql`k.object = any(${sql.param(among)}::int[])`}
    order by c.seen_at nulls last, k.name limit ${limit}`
}
