import { sql } from 'drizzle-orm'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { WAITS_FOR_UPGRADE } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { recordedAt } from './clock.ts'
import type { TenantScope } from './scope.ts'
import { isHeld } from './upgrades.ts'

/** The channel on which a save announces publications; the payload is `<tenant>:<change>`. */
export const PUBLICATIONS_CHANNEL = 'berth_publications'

/** Requests that a change be published in branches, and wakes the publisher when the transaction commits. */
export async function requestPublications(
  { tx, tenant }: TenantScope,
  change: number,
  branches: readonly string[],
): Promise<void> {
  if (branches.length === 0) return
  const names = sql`unnest(${sql.param(branches)}::text[]) as touched(branch)`
  await tx.execute(sql`
    insert into branches (tenant, name, layout) select ${tenant}, branch, ${LAYOUT} from ${names}
    on conflict (tenant, name) do nothing`)
  await tx.execute(sql`
    insert into publications (tenant, branch, change, error, created_at)
    select ${tenant}, b.name, ${change}, case when ${isHeld} then ${WAITS_FOR_UPGRADE}::text end,
      ${recordedAt}
    from ${names} join branches b on b.tenant = ${tenant} and b.name = touched.branch`)
  await tx.execute(sql`select pg_notify(${PUBLICATIONS_CHANNEL}, ${`${tenant}:${change}`})`)
}
