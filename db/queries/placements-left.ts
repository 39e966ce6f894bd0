// What is there now without being placed, as rows of a list of placements. It says the same as lib/domain/observed/shown.ts.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isSilentWhen } from '#lib/domain/observed/freshness.ts'
import { isLeftState, LEFT_STATES } from '#lib/domain/observed/shown.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { COUNTED_MAX, countedTotal, exactly, type Total } from '#lib/domain/lists/total.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { type ClusterSet, isAmong } from './cluster-sets.ts'
import { NEWEST_PAIRS, readStandings, type Standing } from './cluster-standings.ts'
import { countUpTo } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import { newestRevision } from './observed-state.ts'
import { isLike } from './pair-states.ts'
import { isPlacedAt, placedAt, wantedClusters } from './placement-candidates.ts'
import type { PlacementWindow } from './placement-pages.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'
import { selectedObjects } from './selector-filter.ts'
import { isOfTeams } from './team-reach.ts'

const leftRow = z.strictObject({
  namespace: z.string(),
  application: z.string(),
  cluster: z.string(),
  applicationId: z.int(),
  clusterId: z.int(),
})
/** A pair that isn't placed. */
export type LeftRow = z.infer<typeof leftRow>

/**
 * One page of what is left, and how much there is in all. There is nothing of the past, and nothing that a policy gives or that has a target.
 * `states` null: in any state.
 */
export async function listLeft(
  scope: TenantScope,
  query: PlacementQuery,
  page: PlacementWindow & { readonly isCounted: boolean },
): Promise<{ readonly rows: LeftRow[] } & Total> {
  const states = (query.states ?? LEFT_STATES).filter(isLeftState)
  const nothing = { rows: [], ...exactly(0) }
  const asksForPlaced = query.selectedBy !== null || query.target !== null
  if (states.length === 0 || query.isPast || asksForPlaced) return nothing
  const clusters = await wantedClusters(scope, query)
  if (clusters.kind === 'few' && clusters.ids.length === 0) return nothing
  const pairs = namedPairs(scope, query, await candidatePairs(scope, query, states, clusters))
  const isMeant = isLike(scope.tenant, query, { ...query, states })
  const counted = page.isCounted
    ? await countUpTo(scope, sql`select from (${pairs}) p where ${isMeant}`, COUNTED_MAX + 1)
    : null
  const rows = counted === 0 ? [] : await readPage(scope, query, pairs, isMeant, page)
  return { rows, ...countedTotal(counted ?? rows.length) }
}

/** Sorted before it is asked in which state each of them is, so that this is asked of no more than the page needs. */
function readPage(
  { tx }: TenantScope,
  { descending }: PlacementQuery,
  pairs: SQL,
  isMeant: SQL,
  { after, limit }: PlacementWindow,
): Promise<LeftRow[]> {
  const direction = descending ? sql`desc` : sql`asc`
  const isBeyond =
    after === null
      ? sql`true`
      : sql`(namespace, application, cluster) ${descending ? sql`<` : sql`>`}
          (${after.namespace}, ${after.application}, ${after.cluster})`
  return readRows(tx, leftRow)`
    select namespace, application, cluster, application_id as "applicationId",
      cluster_id as "clusterId"
    from (select * from (${pairs}) named where ${isBeyond}
      order by namespace ${direction}, application ${direction}, cluster ${direction} offset 0) p
    where ${isMeant} limit ${limit}`
}

/**
 * Those pairs that aren't placed, and that their clusters told of, as far as the query's filters of names go. What is asked of a
 * pair is looked up for each: joins are planned by statistics, and found quadratic where these are of another time.
 */
function namedPairs({ tenant }: TenantScope, query: PlacementQuery, candidates: SQL): SQL {
  const { change, namespace, application, teams, shared = null, text, appSelector } = query
  const owner = { team: sql`n.team`, began: sql`n.began` }
  const conditions = [
    sql`(select true from ${placedAt(change)} p where p.tenant = ${tenant}
      and p.application_id = pair.application_id and p.cluster_id = pair.cluster_id
      and ${isPlacedAt(change)} limit 1) is null`,
    // Another application may have its name by now; then the cluster speaks of that.
    sql`(select true from revisions newer where newer.tenant = ${tenant}
      and newer.kind = 'application' and newer.name = n.name and newer.team = n.team
      and newer.object > pair.application_id limit 1) is null`,
    ...(namespace === null ? [] : [sql`n.team = ${namespace}`]),
    ...(application === null ? [] : [sql`n.name = ${application}`]),
    ...(teams === null || shared !== null ? [] : [isOfTeams(tenant, owner, teams)]),
    ...(shared === null ? [] : [sql`pair.application_id = ${shared}`]),
    ...(appSelector?.kind === 'terms'
      ? [
          sql`pair.application_id in (${selectedObjects(appSelector, { tenant, kind: 'application', change })})`,
        ]
      : []),
    ...(text === null
      ? []
      : [sql`concat(n.team, '/', n.name, ' ', k.name) ilike ${likePattern(text)}`]),
  ]
  return sql`select n.team as namespace, n.name as application, k.name as cluster,
      pair.application_id, pair.cluster_id, null::bigint as began
    from (${candidates}) pair
    cross join lateral (select from observations told where told.tenant = ${tenant}
      and told.cluster_id = pair.cluster_id and told.application_id = pair.application_id
      offset 0) told
    cross join lateral (select k.name from revisions k where k.tenant = ${tenant}
      and k.kind = 'cluster' and k.object = pair.cluster_id and ${aliveAfter('k', change)}
      offset 0) k
    cross join lateral (${newestRevision(tenant, sql`pair.application_id`)}) n
    where ${sql.join(conditions, sql` and `)}`
}

/**
 * Pairs among which all are that are there in one of the states without being placed. Those of which their clusters know that
 * they aren't wanted are found by their states; others only where what ended isn't pulled yet.
 */
async function candidatePairs(
  scope: TenantScope,
  query: PlacementQuery,
  states: readonly State[],
  clusters: ClusterSet,
): Promise<SQL> {
  const { tenant } = scope
  const isMeant = sql`${isAmong(sql`cluster_id`, clusters)} and ${ofNamed(tenant, query)}`
  const known = sql`select application_id, cluster_id from observations
    where tenant = ${tenant} and state = any(${sql.param(JUDGED)}::text[])
      and unwanted_since is not null and ${isMeant}`
  const isAsked = ({ freshness }: Standing) =>
    isSilentWhen(freshness) ? states.includes('unknown') : states.includes('leaving')
  if (!states.includes('unknown') && !states.includes('leaving')) return known
  const among = clusters.kind === 'few' ? clusters.ids : null
  const standings = (await readStandings(scope, query.observedAt, among)).filter(isAsked)
  const close = standings.filter(({ standing }) => standing === 'close')
  const far = standings.filter(({ standing }) => standing === 'far')
  const parts = [known]
  if (close.length > 0) parts.push(endedSince(tenant, close, isMeant))
  if (far.length > 0) parts.push(toldOn(tenant, far, isMeant))
  return sql.join(parts, sql` union `)
}

/** What clusters are found to have without its being wanted. */
const JUDGED: readonly State[] = LEFT_STATES.filter((state) => state !== 'unknown')

function ofNamed(tenant: number, { namespace, application }: PlacementQuery): SQL {
  if (application === null) return sql`true`
  const isOfTeam = namespace === null ? sql`true` : sql`team = ${namespace}`
  return sql`application_id = any(array(select object from revisions
    where tenant = ${tenant} and kind = 'application' and name = ${application} and ${isOfTeam}))`
}

/** What changes ended after the newest one that all of these clusters have. */
function endedSince(tenant: number, close: readonly Standing[], isMeant: SQL): SQL {
  const since = Math.min(...close.map((standing) => standing.since!))
  return sql`select application_id, cluster_id from (select * from placements_past
      where tenant = ${tenant} and ended > ${since} order by ended desc limit ${NEWEST_PAIRS}) ended
    where ${isOn(close)} and ${isMeant}`
}

function toldOn(tenant: number, far: readonly Standing[], isMeant: SQL): SQL {
  return sql`select application_id, cluster_id from observations o
    where tenant = ${tenant} and ${isOn(far)} and ${isMeant}
      and (select true from placements p where p.tenant = ${tenant}
        and p.application_id = o.application_id and p.cluster_id = o.cluster_id) is null`
}

function isOn(standings: readonly Standing[]): SQL {
  return sql`cluster_id = any(${sql.param(standings.flatMap(({ clusters }) => clusters))}::int[])`
}
