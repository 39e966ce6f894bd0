// What nobody asks about any more of rollouts that are over. Where their versions succeeded is kept.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'
import { isSuccess, isTakenBack } from './successes.ts'

/** Of each application, so many of the newest are kept, however old. */
export const ROLLOUTS_KEPT = 1000
const FORGOTTEN_AT_ONCE = 500
const APPLICATIONS_AT_ONCE = 20

const idRow = z.strictObject({ id: z.int() })

/**
 * Forgets rollouts with their waves, events, approvals and checks that ended so many days ago: the oldest first, a bounded number. One
 * stays that can still be rolled back, whose release clusters have, after which only later versions may come by themselves, or that
 * another one took back which stays.
 */
export async function forgetOldRollouts(scope: TenantScope, days: number): Promise<void> {
  const { tx, tenant } = scope
  const ids = await forgettable(scope, days)
  if (ids.length === 0) return
  const those = sql`tenant = ${tenant} and rollout = any(${sql.param(ids)}::int[])`
  await tx.execute(sql`
    delete from version_successes s using rollouts l
    where s.tenant = ${tenant} and l.tenant = s.tenant and l.id = any(${sql.param(ids)}::int[])
      and l.application_id = s.application_id and l.environment = s.environment
      and l.version = s.version and ${isTakenBack}`)
  await tx.execute(sql`
    insert into version_successes as known (tenant, application_id, version, environment, at)
    select r.tenant, r.application_id, r.version, r.environment, min(r.ended_at) from rollouts r
    where r.tenant = ${tenant} and r.id = any(${sql.param(ids)}::int[])
      and r.version is not null and ${isSuccess}
    group by r.tenant, r.application_id, r.version, r.environment
    on conflict (tenant, application_id, version, environment)
      do update set at = least(known.at, excluded.at)`)
  await tx.execute(sql`delete from rollout_approvals where ${those}`)
  await tx.execute(sql`delete from rollout_checks where ${those}`)
  await tx.execute(sql`delete from rollout_events where ${those}`)
  await tx.execute(sql`delete from rollout_waves where ${those}`)
  await tx.execute(sql`
    delete from rollouts where tenant = ${tenant} and id = any(${sql.param(ids)}::int[])`)
}

/** What took another one back goes after that one, whose success would count again otherwise. */
async function forgettable({ tx, tenant }: TenantScope, days: number): Promise<number[]> {
  const rows = await readRows(tx, idRow)`
    with crowded as (
      select application_id from rollouts where tenant = ${tenant}
      group by application_id having count(*) > ${ROLLOUTS_KEPT} limit ${APPLICATIONS_AT_ONCE}),
    old as (
      select r.id, r.rolls_back from crowded c, rollouts r
      where r.tenant = ${tenant} and r.application_id = c.application_id
        and r.ended_at < now() - make_interval(days => ${days})
        and r.id < (
          select n.id from rollouts n
          where n.tenant = ${tenant} and n.application_id = c.application_id
          order by n.id desc offset ${ROLLOUTS_KEPT - 1} limit 1)
        and not exists (
          select from releases e where e.tenant = r.tenant and e.application_id = r.application_id
            and e.environment = r.environment and e.ended is null and e.rollout = r.id)
        and (r.auto_after is null or exists (
          select from rollouts n
          where n.tenant = r.tenant and n.application_id = r.application_id
            and n.environment = r.environment and n.id > r.id and n.auto_after >= r.auto_after))
        and (r.state <> 'completed' or exists (
          select from rollouts n
          where n.tenant = r.tenant and n.application_id = r.application_id
            and n.environment = r.environment and n.id > r.id and n.state = 'completed')))
    select o.id from old o
    where not exists (select from rollouts t where t.tenant = ${tenant} and t.id = o.rolls_back)
      and not exists (
        select from rollouts b where b.tenant = ${tenant} and b.rolls_back = o.id
          and b.id not in (select id from old))
    order by o.id limit ${FORGOTTEN_AT_ONCE}`
  return rows.map(({ id }) => id)
}
