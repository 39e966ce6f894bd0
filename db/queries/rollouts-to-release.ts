// Running rollouts that have a wave to release, which a freeze would stop.
import { z } from 'zod'
import { ORIGINS } from '#lib/domain/rollouts/rollout.ts'
import { sql } from 'drizzle-orm'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

const row = z.strictObject({
  rollout: z.int(),
  applicationId: z.int(),
  environment: z.string(),
  origin: z.enum(ORIGINS),
  version: z.int().nullable(),
  versionName: z.string().nullable(),
})
export type ToRelease = Readonly<z.infer<typeof row>>

/** Those of some teams (null: of every team) whose next wave nobody lets pass freezes, the newest first. */
export function listRolloutsToRelease(
  { tx, tenant }: TenantScope,
  { teams, limit }: { readonly teams: readonly string[] | null; readonly limit: number },
): Promise<ToRelease[]> {
  const isSeen = teams === null ? sql`true` : isNamed(sql`r.team`, teams)
  return readRows(tx, row)`
    select r.id as rollout, r.application_id as "applicationId", r.environment, r.origin, r.version,
      v.name as "versionName"
    from rollouts r
    cross join lateral (
      select w.overridden from rollout_waves w
      where w.tenant = ${tenant} and w.rollout = r.id and w.state = 'pending'
      order by w.wave limit 1) next
    left join announced_versions v on v.tenant = ${tenant}
      and v.application_id = r.application_id and v.number = r.version
    where r.tenant = ${tenant} and r.ended_at is null and r.state = 'running' and ${isSeen}
      and 'frozen' <> all(next.overridden)
    order by r.id desc limit ${limit}`
}
