// Which version of an application may come next to an environment.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

export type NextAsked = {
  readonly environment: string
  /** In each of these it succeeded first. */
  readonly after: readonly string[]
  /** It is newer than this one; 0: any. */
  readonly above: number
}

const nextRow = z.strictObject({
  environment: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  /** When it had succeeded in the last of those that come first; null: none does. */
  at: z.date().nullable(),
})
export type NextVersion = z.infer<typeof nextRow>

/**
 * For some environments the newest version that isn't there yet, succeeded in all that come first, and was announced after
 * somebody last went back there. Those without one are left out.
 */
export function readNextVersions(
  { tx, tenant }: TenantScope,
  applicationId: number,
  asked: readonly NextAsked[],
): Promise<NextVersion[]> {
  const ofApplication = sql`tenant = ${tenant} and application_id = ${applicationId}`
  return readRows(tx, nextRow)`
    select a.environment, v.number, v.name, s.at
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as a(environment text, after jsonb, above int)
    cross join lateral (
      select greatest(a.above, coalesce(max(auto_after), 0)) as number from rollouts
      where ${ofApplication} and environment = a.environment) least
    cross join lateral (
      select max(number) as number, null::timestamptz as at from announced_versions
      where ${ofApplication} and a.after = '[]'
      union all
      (select first.version, max(first.at) from (
        select r.environment, r.version, min(r.ended_at) as at from rollouts r
        where r.tenant = ${tenant} and r.application_id = ${applicationId}
          and r.environment in (select jsonb_array_elements_text(a.after))
          and r.version > least.number and r.state = 'completed' and exists (
            select from rollout_waves w where w.tenant = r.tenant and w.rollout = r.id
              and bit_count(w.released) > 0)
          and not exists (
            select from rollouts b where b.tenant = r.tenant
              and b.application_id = r.application_id and b.rolls_back = r.id)
        group by r.environment, r.version) first
      group by first.version having count(*) = jsonb_array_length(a.after)
      order by first.version desc limit 1)) s
    join announced_versions v on v.tenant = ${tenant} and v.application_id = ${applicationId}
      and v.number = s.number
    where s.number > least.number`
}
