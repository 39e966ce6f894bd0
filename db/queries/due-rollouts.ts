// When rollouts are looked at: which ones may go on, and who has them looked at sooner or later.
import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRows } from '../rows.ts'
import { rollouts } from '../schema/rollout.ts'
import { isAnyClosed, isHeldBack } from './awaited-merges.ts'
import { dueNow } from './clock.ts'
import { holds, isAnyOf } from './conditions.ts'
import type { RolloutRow } from './rollouts.ts'
import type { TenantScope } from './scope.ts'

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants in which a rollout may go on. */
export async function tenantsWithDueRollouts(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_due_rollouts()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const dueRow = z.strictObject({
  id: z.int(),
  seq: z.int(),
  /** Whether much may be to be read of it: its application needs others, or it asks what many clusters report of a wave. */
  isLarge: z.boolean(),
})
export type DueRollout = z.infer<typeof dueRow>

/** What fewer clusters report is read while a step holds up edits: that takes less than another transaction. */
const MANY_CLUSTERS = 100

/** The rollouts that may go on, but for some: those first that have waited longest. */
export async function readDueRollouts(
  { tx, tenant }: TenantScope,
  limit: number,
  except: readonly number[],
): Promise<DueRollout[]> {
  return readRows(tx, dueRow)`
    select r.id, r.seq, exists (select from revisions a
        where a.tenant = ${tenant} and a.kind = 'application' and a.object = r.application_id
          and a.ended is null and a.body->'depends_on' <> '[]')
      or exists (select from rollout_waves w
        where w.tenant = r.tenant and w.rollout = r.id and w.state in ('released', 'published')
          and w.rule->'after'->>'health' is not null and bit_count(w.released) > ${MANY_CLUSTERS})
      as "isLarge"
    from rollouts r
    where r.tenant = ${tenant} and r.state = 'running' and r.id <> all(${sql.param(except)}::int[])
      and (r.due_at <= clock_timestamp() or exists (
      select from rollout_waves w
      where w.tenant = r.tenant and w.rollout = r.id and w.state = 'released' and not exists (
        select from publications p
        where p.tenant = w.tenant and p.change = w.change and p.state <> 'published'))
      or ${isAnyClosed} and exists (
        select from rollout_waves w where w.tenant = r.tenant and w.rollout = r.id
          and w.state = 'released' and ${isHeldBack(sql`w`)}))
    order by r.due_at nulls first, r.id limit ${limit}`
}

/** Has some rollouts looked at, as far as they run. */
export async function wakeRollouts(
  { tx, tenant }: TenantScope,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(rollouts)
    .set({ dueAt: dueNow })
    .where(and(holds(rollouts, { tenant, state: 'running' }), isAnyOf(rollouts.id, ids)))
}

/** Has the running rollouts of some applications looked at; null: those of all. */
export async function wakeRolloutsOf(
  { tx, tenant }: TenantScope,
  applications: readonly number[] | null,
): Promise<void> {
  await tx
    .update(rollouts)
    .set({ dueAt: dueNow })
    .where(
      and(
        holds(rollouts, { tenant, state: 'running' }),
        applications === null ? undefined : isAnyOf(rollouts.applicationId, applications),
      ),
    )
}

/** Has a rollout looked at later, unless somebody had it looked at sooner since it was read; answers whether it is. */
export async function putOffRollout(
  { tx, tenant }: TenantScope,
  { id, seq, dueAt }: Pick<RolloutRow, 'id' | 'seq' | 'dueAt'>,
  to: Date,
): Promise<boolean> {
  const rows = await tx
    .update(rollouts)
    .set({ dueAt: to })
    .where(holds(rollouts, { tenant, id, seq, state: 'running', dueAt }))
    .returning({ id: rollouts.id })
  return rows.length > 0
}
