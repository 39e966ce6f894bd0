// When something came to pass in a rollout, by the clock of the database, which may go back: never before what came before it.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow, readRows } from '../rows.ts'
import { rolloutEvents } from '../schema/rollout.ts'
import { recordedAt } from './clock.ts'
import type { WaveRow } from './rollouts.ts'
import type { TenantScope } from './scope.ts'

const publishedRow = z.strictObject({ at: z.date().nullable() })

/**
 * When all of a wave's change was in Git: null as long as a part of it isn't. A change without files counts from `otherwise`. Never
 * before the wave was released, as the clock may have gone back since.
 */
export async function readPublishedAt(
  { tx, tenant }: TenantScope,
  {
    rollout,
    wave,
    change,
  }: { readonly rollout: number; readonly change: number } & Pick<WaveRow, 'wave'>,
  otherwise: Date,
): Promise<Date | null> {
  const released = sql`select max(at) from ${rolloutEvents} e where e.tenant = ${tenant}
    and e.rollout = ${rollout} and e.wave = ${wave} and e.code = 'wave_released'`
  const row = await readRow(tx, publishedRow)`
    select case when bool_and(state = 'published') is not false
      then greatest(coalesce(max(published_at), ${otherwise}::timestamptz), (${released})) end as at
    from publications where tenant = ${tenant} and change = ${change}`
  return row!.at
}

/** This instant, for what is decided and recorded: never before the rollout's last event. */
export async function readRolloutInstant(
  { tx, tenant }: TenantScope,
  rollout: number | null,
): Promise<Date> {
  const last = sql`select max(at) from ${rolloutEvents} where ${rolloutEvents.tenant} = ${tenant}
    and ${rolloutEvents.rollout} = ${rollout}::int`
  const row = await readRow(tx, z.strictObject({ at: z.date() }))`
    select date_trunc('milliseconds', greatest(${recordedAt}, (${last}))) as at`
  return row!.at
}

const instantRow = z.strictObject({ rollout: z.int(), at: z.date() })

/** The same of some rollouts. */
export function readRolloutInstants(
  { tx, tenant }: TenantScope,
  ids: readonly number[],
): Promise<z.infer<typeof instantRow>[]> {
  return readRows(tx, instantRow)`
    select asked.rollout, date_trunc('milliseconds', greatest(${recordedAt}, (
      select max(at) from rollout_events e
      where e.tenant = ${tenant} and e.rollout = asked.rollout))) as at
    from unnest(${sql.param(ids)}::int[]) asked(rollout)`
}
