// How far the waves of rollouts are, and which of them go on by what clusters report.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const rolloutIdRow = z.strictObject({ id: z.int() })

/** The running rollouts whose wave is in Git and goes on by what its clusters report; those first that have waited longest. */
export async function readWatchingRollouts(
  { tx, tenant }: TenantScope,
  limit: number,
): Promise<number[]> {
  const rows = await readRows(tx, rolloutIdRow)`
    select r.id from rollouts r
    where r.tenant = ${tenant} and r.state = 'running' and exists (
      select from rollout_waves w where w.tenant = ${tenant} and w.rollout = r.id
        and w.state = 'published' and w.rule->'after'->>'health' is not null)
    order by r.id limit ${limit}`
  return rows.map(({ id }) => id)
}

const progressRow = z.strictObject({
  rollout: z.int(),
  waves: z.int(),
  done: z.int(),
  ok: z.int().nullable(),
  progressing: z.int().nullable(),
  failing: z.int().nullable(),
  silent: z.int().nullable(),
})
export type RolloutProgress = z.infer<typeof progressRow>

const sumOf = (name: string) => sql`sum((health->>${name}::text)::int)::int`

/** How far the waves of some rollouts are, and how their clusters were when they were last counted. */
export function readProgress(
  { tx, tenant }: TenantScope,
  ids: readonly number[],
): Promise<RolloutProgress[]> {
  return readRows(tx, progressRow)`
    select rollout, count(*)::int as waves,
      (count(*) filter (where state in ('passed', 'skipped')))::int as done,
      ${sumOf('ok')} as ok, ${sumOf('progressing')} as progressing,
      ${sumOf('failing')} as failing, ${sumOf('silent')} as silent
    from rollout_waves
    where tenant = ${tenant} and rollout = any(${sql.param(ids)}::int[])
    group by rollout`
}
