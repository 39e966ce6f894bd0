// How far clusters that report have come with what is published: what they said of their placements holds of all of them, or
// something may be missing.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FRESHNESSES, isSilentWhen } from '#lib/domain/observed/freshness.ts'
import { readRows } from '../rows.ts'
import { freshnessAt } from './cluster-freshness.ts'
import type { TenantScope } from './scope.ts'

/** So many of the placements that began last, and of those that ended, are looked at rather than all of the clusters without them. */
export const NEWEST_PAIRS = 1000

/**
 * `current`: they have everything, and told of all of it. `close`: all but what few changes moved. `far`: much may be missing,
 * or they didn't say what they have.
 */
const STANDINGS = ['current', 'close', 'far'] as const

const standingRow = z.strictObject({
  freshness: z.enum(FRESHNESSES),
  standing: z.enum(STANDINGS),
  /** The newest change that all of them have; null: that isn't known of each. */
  since: z.int().nullable(),
  clusters: z.array(z.int()),
})
/** Clusters that are as fresh, and have come as far. */
export type Standing = z.infer<typeof standingRow>

/** The clusters that ever reported, each in one place; `clusters` null: of all, else of these. */
export async function readStandings(
  { tx, tenant }: TenantScope,
  observedAt: Date,
  clusters: readonly number[] | null,
): Promise<Standing[]> {
  if (clusters?.length === 0) return []
  const isMeant = clusters === null ? sql`true` : sql`cluster = any(${sql.param(clusters)}::int[])`
  return readRows(tx, standingRow)`
    with told as materialized (
      select c.cluster, ${freshnessAt(observedAt)} as freshness, ${pulledWhole} as pulled
      from cluster_reports c where tenant = ${tenant} and ${isMeant}
    ), on_branch as materialized (
      select cluster, branch from cluster_branches
      where tenant = ${tenant} and ended is null and ${isMeant}
    ), joined as materialized (
      -- Full, which no nested loop can be: without statistics, as right after an import, one would be quadratic.
      select * from told full join on_branch using (cluster)
    ), reported as (
      select * from joined where freshness is not null
    ), newest as materialized (
      select branch, ${newestChange(tenant, sql`b.branch`)} as change
      from (select distinct branch from reported) b
    )
    select freshness, standing, min(pulled) as since, array_agg(cluster) as clusters
    from (
      select reported.*, case when newest.change is null then 'far'
        when pulled >= newest.change then 'current'
        when pulled >= (${newestMoves(tenant)}) then 'close' else 'far' end as standing
      from reported left join newest on newest.branch = reported.branch
    ) each group by 1, 2`
}

/** Whether most of these clusters are heard of and may lack much: then looking at every placement is less than looking for what they lack. */
export function areMostFar(standings: readonly Standing[]): boolean {
  const count = (those: readonly Standing[]) =>
    those.reduce((sum, { clusters }) => sum + clusters.length, 0)
  const far = standings.filter(
    ({ standing, freshness }) => standing === 'far' && !isSilentWhen(freshness),
  )
  return count(far) * 2 > count(standings)
}

/** The newest change of which the cluster of a report `c` has everything and told of all of it; null: that isn't known. */
export const pulledWhole = sql`case when c.complete_at >= c.pulled_word_at
  and (c.complete_sequence < c.pulled_word_sequence) is not true then c.pulled_change end`

/** The newest change that goes into a branch; null: none ever did. */
export function newestChange(tenant: number, branch: SQL): SQL {
  return sql`(select max(p.change) from publications p
    where p.tenant = ${tenant} and p.branch = ${branch})`
}

/** The change after which few placements, or targets of placements, began or ended. */
function newestMoves(tenant: number): SQL {
  const nth = (column: SQL, table: SQL) => sql`(select ${column} from ${table}
    where tenant = ${tenant} and ${column} is not null order by ${column} desc offset ${NEWEST_PAIRS} limit 1)`
  return sql`select coalesce(greatest(
    ${nth(sql`began`, sql`placements`)}, ${nth(sql`ended`, sql`placements_past`)},
    ${nth(sql`began`, sql`placement_targets`)}, ${nth(sql`ended`, sql`placement_targets`)}), 0)`
}
