// What was said of objects over a stretch of time: each state that they had in it, and from when to when.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { conditionsBesideLabels, type ObjectQuery } from './objects.ts'
import type { TenantScope } from './scope.ts'

const statedRow = z.strictObject({
  body: z.unknown(),
  since: z.date(),
  /** Null: it still is so. */
  until: z.date().nullable(),
})
export type StatedRow = z.infer<typeof statedRow>

/**
 * The states that began before a change was followed by another, `last`, and that hadn't ended with `first`, the newest first.
 * What came after `query.change` isn't known. Costs by all that was ever said of objects of the kind.
 */
export async function readStated(
  scope: TenantScope,
  query: ObjectQuery & { readonly change: number },
  { first, last }: { readonly first: number; readonly last: number },
  limit: number,
): Promise<StatedRow[]> {
  const { tenant, tx } = scope
  const conditions = [sql`true`, ...conditionsBesideLabels(scope, query)]
  return readRows(tx, statedRow)`
    select r.body, b.at as since, e.at as until
    from (
      select r.object, r.body, r.began, r.ended from revisions r
      where r.tenant = ${tenant} and r.kind = ${query.kind}
        and r.began <= ${Math.min(last, query.change)} and (r.ended is null or r.ended > ${first})
        and ${sql.join(conditions, sql` and `)}
      order by r.began desc, r.object desc limit ${limit}
    ) r
    join changes b on b.tenant = ${tenant} and b.id = r.began
    left join changes e on e.tenant = ${tenant} and e.id = r.ended and e.id <= ${query.change}
    order by r.began desc, r.object desc`
}
