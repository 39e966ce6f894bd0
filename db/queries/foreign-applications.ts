// Applications of clusters' reconcilers that Berth didn't make, as their clusters last said.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Total } from '#lib/domain/lists/total.ts'
import { HEALTH_STATUSES, SYNC_STATUSES } from '#lib/domain/observed/reported.ts'
import { readRows } from '../rows.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

const foreignRow = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  sync: z.enum(SYNC_STATUSES).nullable(),
  health: z.enum(HEALTH_STATUSES).nullable(),
  /** The commit that it was last compared with. */
  revision: z.string().nullable(),
  /** Since when its cluster says so. */
  since: z.date(),
})
export type ForeignApplication = z.infer<typeof foreignRow>

export type ForeignPosition = Pick<ForeignApplication, 'namespace' | 'name'>

export type ForeignQuery = {
  readonly cluster: number
  /** Part of `namespace/name`, in any case. */
  readonly text: string | null
}

/** By namespace, then by name. */
export async function listForeign(
  { tx, tenant }: TenantScope,
  query: ForeignQuery,
  { after, limit }: { readonly after: ForeignPosition | null; readonly limit: number },
): Promise<ForeignApplication[]> {
  const isBeyond =
    after === null ? sql`true` : sql`(namespace, name) > (${after.namespace}, ${after.name})`
  return readRows(tx, foreignRow)`
    select namespace, name, item->>'sync' as sync, item->>'health' as health,
      item->>'revision' as revision, word_at as since
    from foreign_applications where ${isMeant(tenant, query)} and ${isBeyond}
    order by namespace, name limit ${limit}`
}

export function countForeign(scope: TenantScope, query: ForeignQuery): Promise<Total> {
  return countRows(
    scope,
    sql`select from foreign_applications where ${isMeant(scope.tenant, query)}`,
  )
}

function isMeant(tenant: number, { cluster, text }: ForeignQuery): SQL {
  const hasText =
    text === null ? sql`true` : sql`concat(namespace, '/', name) ilike ${likePattern(text)}`
  return sql`tenant = ${tenant} and cluster = ${cluster} and ${hasText}`
}
