import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

/** The channel on which a save tells that publications wait; the payload is `<tenant>:<change>`. */
export const PUBLICATIONS_CHANNEL = 'berth_publications'

/** Asks for a change to be published in branches, and wakes the publisher once the transaction commits. */
export async function requestPublications(
  { tx, tenant }: TenantScope,
  change: number,
  branches: readonly string[],
): Promise<void> {
  if (branches.length === 0) return
  const names = sql`unnest(${sql.param(branches)}::text[]) as touched(branch)`
  await tx.execute(sql`
    insert into branches (tenant, name) select ${tenant}, branch from ${names}
    on conflict (tenant, name) do nothing`)
  await tx.execute(sql`
    insert into publications (tenant, branch, change)
    select ${tenant}, branch, ${change} from ${names}`)
  await tx.execute(sql`select pg_notify(${PUBLICATIONS_CHANNEL}, ${`${tenant}:${change}`})`)
}
