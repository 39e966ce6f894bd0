import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

const unfinishedRow = z.strictObject({
  environment: z.string(),
  running: z.int(),
  paused: z.int(),
})

/**
 * How many rollouts to each of some environments are under way, of some teams' applications; `teams` null: of every team's. An
 * environment without any is left out.
 */
export function countUnfinishedIn(
  { tx, tenant }: TenantScope,
  environments: readonly string[],
  teams: readonly string[] | null,
) {
  return readRows(tx, unfinishedRow)`
    select environment, (count(*) filter (where state = 'running'))::int as running,
      (count(*) filter (where state = 'paused'))::int as paused
    from rollouts
    where tenant = ${tenant} and ended_at is null
      and environment = any(${sql.param(environments)}::text[])
      and ${teams === null ? sql`true` : isNamed(sql`team`, teams)}
    group by environment`
}
