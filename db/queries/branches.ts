import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

/** Branches that Git couldn't hold beside wanted ones: one name is a folder on the way to the other. */
export async function branchesInTheWay(
  { tx, tenant }: TenantScope,
  wanted: readonly string[],
): Promise<{ wanted: string; existing: string }[]> {
  return tx.execute(sql`
    with wanted(name) as (select unnest(${sql.param(wanted)}::text[])),
      held(name) as (select name from branches where tenant = ${tenant} union select name from wanted)
    select wanted.name as wanted, held.name as existing from wanted join held
      on starts_with(held.name, wanted.name || '/') or starts_with(wanted.name, held.name || '/')
    limit 1`)
}
