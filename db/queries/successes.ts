// Where versions succeeded, and after which ones later ones may come by themselves.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { VERSIONS_MAX } from '#lib/domain/objects/version.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const succeededRow = z.strictObject({ environment: z.string(), version: z.int(), at: z.date() })

export type Succeeded = z.infer<typeof succeededRow>

/** So many are read at most: those of the newest versions. */
const SUCCEEDED_MAX = 5_000

/**
 * Where versions of an application succeeded, by their numbers: were rolled out completely, to a cluster at least, and not
 * rolled back since. Newest version first; `to` null: from one on.
 */
export async function readSucceeded(
  { tx, tenant }: TenantScope,
  applicationId: number,
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<Succeeded[]> {
  return readRows(tx, succeededRow)`
    select environment, version, min(at) as at from (
      select r.environment, r.version, r.ended_at as at from rollouts r
      where r.tenant = ${tenant} and r.application_id = ${applicationId}
        and r.version >= ${from} and r.version <= ${to ?? VERSIONS_MAX} and ${isSuccess}
      union all
      select s.environment, s.version, s.at from version_successes s
      where s.tenant = ${tenant} and s.application_id = ${applicationId}
        and s.version >= ${from} and s.version <= ${to ?? VERSIONS_MAX} and not exists (
          select from rollouts l where l.tenant = s.tenant and l.application_id = s.application_id
            and l.environment = s.environment and l.version = s.version and ${isTakenBack})) known
    group by environment, version order by version desc limit ${SUCCEEDED_MAX}`
}

/** Whether the rollout `l` was rolled back, while it was under way or later. */
export const isTakenBack = sql`(l.state = 'rolled_back' or exists (
  select from rollouts b where b.tenant = l.tenant and b.application_id = l.application_id
    and b.environment = l.environment and b.rolls_back = l.id))`

/** Whether the rollout `r` was completed, gave a cluster its version, and neither it nor a later one of it was rolled back. */
export const isSuccess = sql`(r.state = 'completed' and exists (
    select from rollout_waves w where w.tenant = r.tenant and w.rollout = r.id
      and bit_count(w.released) > 0)
  and not exists (
    select from rollouts l where l.tenant = r.tenant and l.application_id = r.application_id
      and l.environment = r.environment and l.version = r.version and l.id >= r.id
      and ${isTakenBack}))`

const autoAfterRow = z.strictObject({ environment: z.string(), number: z.int() })

/** By environment, the newest version of an application after which only later ones follow by themselves. */
export async function readAutoAfter(
  { tx, tenant }: TenantScope,
  applicationId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(tx, autoAfterRow)`
    select environment, max(auto_after) as number from rollouts
    where tenant = ${tenant} and application_id = ${applicationId} and auto_after is not null
    group by environment`
  return new Map(rows.map(({ environment, number }) => [environment, number]))
}
