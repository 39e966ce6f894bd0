// Where versions succeeded, and after which ones later ones may come by themselves.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { VERSIONS_MAX } from '#lib/domain/objects/version.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const succeededRow = z.strictObject({
  application: z.int(),
  environment: z.string(),
  version: z.int(),
  at: z.date(),
})

export type Succeeded = z.infer<typeof succeededRow>

/** So many of each application are read at most, and so many of all of them: those of the newest versions. */
const SUCCEEDED_MAX = 5_000
const SUCCEEDED_TOGETHER = 20_000

/** Versions of an application by their numbers; `to` null: from one on. */
export type VersionRange = {
  readonly application: number
  readonly from: number
  readonly to: number | null
}

/**
 * Where versions of applications succeeded: were rolled out completely, to a cluster at least, and not rolled back since.
 */
export async function readSucceeded(
  { tx, tenant }: TenantScope,
  asked: readonly VersionRange[],
): Promise<Succeeded[]> {
  if (asked.length === 0) return []
  const most = Math.min(SUCCEEDED_MAX, Math.floor(SUCCEEDED_TOGETHER / asked.length))
  const tos = asked.map(({ to }) => to ?? VERSIONS_MAX)
  return readRows(tx, succeededRow)`
    select asked.application, found.environment, found.version, found.at
    from unnest(${sql.param(asked.map(({ application }) => application))}::int[],
      ${sql.param(asked.map(({ from }) => from))}::int[], ${sql.param(tos)}::int[])
      asked(application, lowest, highest) cross join lateral (
      select environment, version, min(at) as at from (
        select r.environment, r.version, r.ended_at as at from rollouts r
        where r.tenant = ${tenant} and r.application_id = asked.application
          and r.version between asked.lowest and asked.highest and ${isSuccess}
        union all
        select s.environment, s.version, s.at from version_successes s
        where s.tenant = ${tenant} and s.application_id = asked.application
          and s.version between asked.lowest and asked.highest and not exists (
            select from rollouts l where l.tenant = s.tenant and l.application_id = s.application_id
              and l.environment = s.environment and l.version = s.version and ${isTakenBack})) known
      group by environment, version order by version desc limit ${most}) found`
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

const autoAfterRow = z.strictObject({
  application: z.int(),
  environment: z.string(),
  number: z.int(),
})

/** By application and environment, the newest version after which only later ones follow by themselves. */
export async function readAutoAfter(
  { tx, tenant }: TenantScope,
  applications: readonly number[],
): Promise<z.infer<typeof autoAfterRow>[]> {
  return readRows(tx, autoAfterRow)`
    select application_id as application, environment, max(auto_after) as number from rollouts
    where tenant = ${tenant} and application_id = any(${sql.param(applications)}::int[])
      and auto_after is not null
    group by application_id, environment`
}
