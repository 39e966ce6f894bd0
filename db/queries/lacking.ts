// Which changes a cluster hasn't pulled, of those that moved something there.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { newestRevision } from './observed-state.ts'
import { applicationOf } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

const lackedRow = z.strictObject({
  id: z.int(),
  at: z.date(),
  actor: z.string(),
  reason: z.string().nullable(),
  isPublished: z.boolean(),
  total: z.int(),
})
type Lacked = z.infer<typeof lackedRow>

const LACKED_MAX = 20

/**
 * The newest changes after one that began or ended placements on a cluster, or gave them another source; and how many there
 * are in all. What waits for a release moves nothing there. `teams` null: of all applications.
 */
export async function readLacking(
  { tx, tenant }: TenantScope,
  cluster: number,
  pulled: number,
  teams: readonly string[] | null,
): Promise<{ readonly total: number; readonly items: readonly Lacked[] }> {
  const onCluster = sql`p.tenant = ${tenant} and p.cluster_id = ${cluster}`
  const own =
    teams === null
      ? sql`true`
      : sql`exists (select from (${newestRevision(tenant, sql`p.application_id`)}) r
          where ${isNamed(sql`r.team`, teams)})`
  const rows = await readRows(tx, lackedRow)`
    with here as (
      select r.manifest_began, r.source_began from placements p ${applicationOf(tenant, null)}
        where ${onCluster} and ${own}
    ),
    lacked as (
      select manifest_began as change from here where manifest_began > ${pulled}
      union
      select source_began from here where source_began > greatest(manifest_began, ${pulled})
      union
      select p.began from placements_past p
        where ${onCluster} and p.began > ${pulled} and ${own}
      union
      select p.ended from placements_past p
        where ${onCluster} and p.ended > ${pulled} and ${own}
    )
    select c.id, c.at, c.actor_name as actor, c.reason,
      coalesce(u.state = 'published', false) as "isPublished",
      (select count(*)::int from lacked) as total
    from lacked join changes c on c.tenant = ${tenant} and c.id = lacked.change
    left join cluster_branches b on b.tenant = ${tenant} and b.cluster = ${cluster}
      and b.ended is null
    left join publications u on u.tenant = ${tenant} and u.branch = b.branch and u.change = c.id
    order by c.id desc limit ${LACKED_MAX}`
  return { total: rows[0]?.total ?? 0, items: rows }
}
