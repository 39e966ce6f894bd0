// Where placements that have a release can wait for their clusters to pull them: on clusters that haven't pulled what was published last.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { type ClusterSet, EVERY_CLUSTER } from './cluster-sets.ts'
import { newestChange, pulledWhole } from './cluster-standings.ts'
import { isSilent } from './observed-state.ts'
import type { ObservedTime } from './pair-states.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'
import { movedSince, retargetedSince } from './unreleased.ts'

/** Up to so many clusters are looked at whole; of the others, what is as new as what they lack. */
const LOOKED_AT_MAX = 500

/** Conditions on placements `p`, and the clusters on which they hold. */
type WaitingPlace = { readonly placements: SQL; readonly clusters: ClusterSet }

const laggard = z.strictObject({ cluster: z.int(), pulled: z.int().nullable() })

/** A placement that waits is in exactly one of these places. */
export async function waitingPlaces(
  scope: TenantScope,
  time: ObservedTime & Pick<PlacementQuery, 'unreleased'>,
): Promise<WaitingPlace[]> {
  const behind = await readLaggards(scope, time)
  const looked = behind.slice(0, LOOKED_AT_MAX).map(({ cluster }) => cluster)
  const next = behind.at(LOOKED_AT_MAX)
  const ofThese: WaitingPlace = {
    placements: sql`true`,
    clusters: { kind: 'few', ids: looked },
  }
  if (next === undefined) return [ofThese]
  const isOther = sql`not (p.cluster_id = any(${sql.param(looked)}::int[]))`
  const elsewhere = (holds: SQL): WaitingPlace => ({
    placements: sql`${isOther} and ${holds}`,
    clusters: EVERY_CLUSTER,
  })
  if (next.pulled === null) return [ofThese, elsewhere(sql`true`)]
  const moved = movedSince(scope.tenant, next.pulled)
  const isReleased =
    time.unreleased === null
      ? sql`false`
      : sql`p.application_id = any(array(${moved.applications})) or p.cluster_id = any(array(${moved.clusters}))`
  const resourced = sql`select object from revisions where tenant = ${scope.tenant}
    and kind = 'application' and ended is null and greatest(source_began, managed_until) > ${next.pulled}`
  const isStale = sql`(p.application_id = any(array(${resourced})) or ${isReleased})`
  const retargeted = retargetedSince(scope.tenant, next.pulled)
  return [
    ofThese,
    elsewhere(sql`p.began > ${next.pulled}`),
    elsewhere(sql`p.began <= ${next.pulled} and ${isStale}`),
    elsewhere(sql`p.began <= ${next.pulled} and not ${isStale}
      and (p.application_id, p.cluster_id) in (${retargeted})`),
  ]
}

/**
 * Clusters that are heard of and may lack something, in the order of the change up to which they have all. On any other there
 * is an observation of every placement: a report of all of it has told of each, or that it is missing.
 */
async function readLaggards(
  { tx, tenant }: TenantScope,
  { change, observedAt }: ObservedTime,
): Promise<z.infer<typeof laggard>[]> {
  return readRows(tx, laggard)`
    with newest as materialized (
      select branch, ${newestChange(tenant, sql`b.branch`)} as change from (select distinct branch from cluster_branches b
        where b.tenant = ${tenant} and ${aliveAfter('b', change)}) b
    ), behind as (
      select c.cluster, ${pulledWhole} as pulled, newest.change as newest from cluster_reports c
      join cluster_branches b on b.tenant = ${tenant} and b.cluster = c.cluster
        and ${aliveAfter('b', change)}
      join newest on newest.branch = b.branch
      where c.tenant = ${tenant} and not ${isSilent(observedAt)}
    )
    select cluster, pulled from behind where pulled is null or pulled < newest
    order by pulled nulls first limit ${LOOKED_AT_MAX + 1}`
}
