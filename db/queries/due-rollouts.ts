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

/** What fewer clusters report is read soon enough to be read of several rollouts together. */
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

/** Has the running rollouts of some applications to some environments looked at; null: of all, and to all. */
export async function wakeRolloutsOf(
  { tx, tenant }: TenantScope,
  applications: readonly number[] | null,
  environments: readonly string[] | null = null,
): Promise<void> {
  await tx
    .update(rollouts)
    .set({ dueAt: dueNow })
    .where(
      and(
        holds(rollouts, { tenant, state: 'running' }),
        applications === null ? undefined : isAnyOf(rollouts.applicationId, applications),
        environments === null ? undefined : isAnyOf(rollouts.environment, environments),
      ),
    )
}

/** `to` null: until something happens. `waiting`: what holds it up. */
export type PutOff = Pick<RolloutRow, 'id' | 'seq' | 'dueAt' | 'waiting'> & {
  readonly to: Date | null
}

const putOffRow = z.strictObject({ id: z.int() })

/**
 * Has rollouts looked at later, but for those that somebody had looked at sooner since they were read, or is about to; answers
 * which are. It waits for nobody.
 */
export async function putOffRollouts(
  { tx, tenant }: TenantScope,
  rows: readonly PutOff[],
): Promise<ReadonlySet<number>> {
  if (rows.length === 0) return new Set()
  const numbers = (name: 'id' | 'seq') => sql.param(rows.map((row) => row[name]))
  const instants = (name: 'dueAt' | 'to') =>
    sql.param(rows.map((row) => row[name]?.toISOString() ?? null))
  const waiting = sql.param(rows.map((row) => row.waiting && JSON.stringify(row.waiting)))
  const off = await readRows(tx, putOffRow)`
    with free as (
      select r.id, asked.later::timestamptz, asked.waiting::jsonb
      from unnest(${numbers('id')}::int[], ${numbers('seq')}::int[], ${instants('dueAt')}::text[],
        ${instants('to')}::text[], ${waiting}::text[]) asked(id, seq, due, later, waiting)
      join rollouts r on r.tenant = ${tenant} and r.id = asked.id and r.seq = asked.seq
        and r.state = 'running' and r.due_at is not distinct from asked.due::timestamptz
      for update of r skip locked)
    update rollouts r set due_at = free.later, waiting = free.waiting from free
    where r.tenant = ${tenant} and r.id = free.id returning r.id`
  return new Set(off.map(({ id }) => id))
}
