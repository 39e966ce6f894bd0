// Which changes a cluster hasn't pulled, of those that moved something there.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import { awaitedOnCluster, linkedRow } from './awaited-merges.ts'
import { newestRevision } from './observed-state.ts'
import { applicationOf } from './pair-states.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

const lackingRow = z.strictObject({
  total: z.int(),
  items: z.array(
    z.strictObject({
      id: z.int(),
      at: z.iso.datetime({ offset: true }),
      actor: z.string(),
      reason: z.string().nullable(),
      isPublished: z.boolean(),
    }),
  ),
  /** How many more wait to be merged into the cluster’s branch, and in which pull request; null: none does. */
  proposed: linkedRow.extend({ total: z.int() }).nullable(),
})
export type Lacking = z.infer<typeof lackingRow>

const LACKED_MAX = 20

/**
 * The newest changes after one that began or ended placements on a cluster, or gave them another source; and how many there
 * are in all. What waits for a release moves nothing there, and what waits for somebody to merge it, nothing yet. `teams` null: of
 * all applications.
 */
export async function readLacking(
  { tx, tenant }: TenantScope,
  cluster: number,
  pulled: number,
  teams: readonly string[] | null,
): Promise<Lacking> {
  const onCluster = sql`p.tenant = ${tenant} and p.cluster_id = ${cluster}`
  const own =
    teams === null
      ? sql`true`
      : sql`exists (select from (${newestRevision(tenant, sql`p.application_id`)}) r
          where ${isNamed(sql`r.team`, teams)})`
  const row = await readRow(tx, lackingRow)`
    with here as (
      select r.manifest_began, r.source_began from placements p ${applicationOf(tenant, null)}
        where ${onCluster} and ${own}
    ),
    moved as (
      select manifest_began as change from here where manifest_began > ${pulled}
      union
      select source_began from here where source_began > greatest(manifest_began, ${pulled})
      union
      select p.began from placements_past p
        where ${onCluster} and p.began > ${pulled} and ${own}
      union
      select p.ended from placements_past p
        where ${onCluster} and p.ended > ${pulled} and ${own}
    ),
    proposed as (
      select moved.change, q.number, q.url from moved
      cross join lateral (${awaitedOnCluster(tenant, sql`moved.change`, sql`${cluster}`)}) q
    ),
    lacked as (select change from moved except select change from proposed),
    newest as (
      select c.id, c.at, c.actor_name as actor, c.reason,
        coalesce(u.state = 'published', false) as "isPublished"
      from lacked join changes c on c.tenant = ${tenant} and c.id = lacked.change
      left join cluster_branches b on b.tenant = ${tenant} and b.cluster = ${cluster}
        and b.ended is null
      left join publications u on u.tenant = ${tenant} and u.branch = b.branch and u.change = c.id
      order by c.id desc limit ${LACKED_MAX})
    select (select count(*)::int from lacked) as total,
      (select coalesce(json_agg(newest order by id desc), '[]') from newest) as items,
      (select json_build_object('number', number, 'url', url, 'total', count(*))
        from proposed group by number, url) as proposed`
  return row!
}
