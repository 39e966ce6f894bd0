// Clusters that change branches, for the publisher: a branch gets such a change in a commit of its own, and only after the
// branch that the cluster moves to.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow, readRows } from '../rows.ts'
import type { ChangeRange } from './removals.ts'
import type { TenantScope } from './scope.ts'

/**
 * Clusters that were created, replaced or deleted in the changes after `from`, up to `to`. A name always belongs to the
 * same id.
 */
const touched = (tenant: number, from: number, to: number) => sql`
  touched(cluster, name) as (
    select object, name from revisions
      where tenant = ${tenant} and kind = 'cluster' and began > ${from} and began <= ${to}
    union
    select object, name from revisions
      where tenant = ${tenant} and kind = 'cluster' and ended > ${from} and ended <= ${to})`

const earliest = z.strictObject({ change: z.int().nullable() })

/**
 * The first change after `from`, up to `to`, through which a cluster of some name begins on one branch after it was on
 * another since `from`, where either is this branch. Null: there is none.
 *
 * One pass over the stays ordered by name: a self-join would be quadratic while there are no statistics, as right after
 * the import of a fleet. The stays of each cluster are looked up by themselves (`offset 0` keeps it so), because how many are
 * touched is guessed from all tenants' changes.
 */
export async function firstMove(
  { tx, tenant }: TenantScope,
  branch: string,
  from: number,
  to: number,
): Promise<number | null> {
  const row = await readRow(tx, earliest)`
    with ${touched(tenant, from, to)},
      stays as (
        select b.branch = ${branch} as is_here, b.began,
          bool_or(b.branch = ${branch}) over earlier as was_here,
          bool_or(b.branch <> ${branch}) over earlier as was_elsewhere
        from touched t cross join lateral (
          select * from cluster_branches b where b.tenant = ${tenant} and b.cluster = t.cluster
            and (b.ended is null or b.ended > ${from})
          offset 0
        ) b
        window earlier as (partition by t.name order by b.began
          range between unbounded preceding and current row exclude group))
    select min(began) as change from stays
    where began > ${from} and began <= ${to}
      and case when is_here then was_elsewhere else was_here end`
  return row?.change ?? null
}

const clusterMove = z.strictObject({
  cluster: z.string(),
  from: z.string(),
  to: z.string(),
  /** Whether the target branch doesn't contain the change yet. */
  waits: z.boolean(),
})
export type ClusterMove = z.infer<typeof clusterMove>

/** The clusters that a change moves from one branch to another. */
export async function movesWith(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<ClusterMove[]> {
  return readRows(tx, clusterMove)`
    with ${touched(tenant, change - 1, change)}
    select t.name as cluster, was.branch as from, goes.branch as to,
      p.state is distinct from 'published' as waits
    from touched t
    join cluster_branches was on was.tenant = ${tenant} and was.cluster = t.cluster
      and was.ended = ${change}
    join cluster_branches goes on goes.tenant = ${tenant} and goes.cluster = t.cluster
      and goes.began = ${change}
    left join publications p on p.tenant = ${tenant} and p.branch = goes.branch
      and p.change = ${change}
    where was.branch <> goes.branch`
}

/** A folder of a cluster that had left the branch, and what was in it. */
const heldFolder = z.strictObject({
  cluster: z.string(),
  /** Whether the cluster is back there; otherwise the folder was given up. */
  returned: z.boolean(),
  applications: z.array(z.strictObject({ team: z.string(), name: z.string() })),
})
export type HeldFolder = z.infer<typeof heldFolder>

/**
 * The left folders of a branch that were given up in a range of changes, or to which their cluster returned. One to which it
 * had returned before is none any more: what is there is the cluster's own.
 */
export async function releasedFolders(
  { tx, tenant }: TenantScope,
  branch: string,
  { from, to }: ChangeRange,
): Promise<HeldFolder[]> {
  return readRows(tx, heldFolder)`
    with held as (
      select h.cluster, h.ended, c.cluster is not null as returned
      from cluster_branches h
      left join cluster_branches c on c.tenant = h.tenant and c.cluster = h.cluster
        and c.branch = h.branch and c.began > ${from} and c.began <= ${to} and c.began > h.ended
        and (c.ended is null or c.ended > ${to})
      where h.tenant = ${tenant} and h.branch = ${branch} and h.ended <= ${from}
        and (h.vacated is null or h.vacated > ${from})
        and not exists (select from cluster_branches r where r.tenant = h.tenant
          and r.cluster = h.cluster and r.branch = h.branch and r.began > h.ended and r.began <= ${from})
        and (c.cluster is not null or (h.vacated > ${from} and h.vacated <= ${to})))
    select (select name from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
        and r.object = held.cluster limit 1) as cluster,
      held.returned,
      coalesce((select json_agg(json_build_object('team', a.team, 'name', a.name))
        from placements_all p
        join revisions a on a.tenant = p.tenant and a.kind = 'application'
          and a.object = p.application_id and a.began < held.ended
          and (a.ended is null or a.ended >= held.ended)
        where p.tenant = ${tenant} and p.cluster_id = held.cluster and p.began < held.ended
          and (p.ended is null or p.ended >= held.ended)), '[]') as applications
    from held`
}
