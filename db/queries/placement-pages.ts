// Reads a page of placements by team, application and cluster: one application after the other, and within it one cluster
// after the other, so that the cost depends on the page and not on the fleet.
import { type SQL, sql } from 'drizzle-orm'
import { readRows } from '../rows.ts'
import { type ClusterSet, isAmong } from './cluster-sets.ts'
import { aliveAfter } from './alive.ts'
import {
  type CandidateApplication,
  type Candidates,
  isPlacedAt,
  placedAt,
} from './placement-candidates.ts'
import {
  type PlacementPosition,
  type PlacementQuery,
  type PlacementRow,
  placementRow,
} from './placement-query.ts'
import { isChosen } from './decisions.ts'
import { isLike } from './pair-states.ts'
import type { PairIds } from './placement-states.ts'
import type { TenantScope } from './scope.ts'
import {
  hasTarget,
  lacksTarget,
  pairsWithTarget,
  placementsWithTarget,
} from './targeted-placements.ts'

/**
 * Up to so many placements of an application are sorted; if it has more, its page is read in the order of cluster names.
 */
const SORTED_MAX = 2000
/** The factor by which more applications are read each time while a page isn't full. */
const GROWTH = 8

export type PlacementWindow = { readonly after: PlacementPosition | null; readonly limit: number }

export async function readPlacementPage(
  scope: TenantScope,
  query: PlacementQuery,
  candidates: Candidates,
  { after, limit }: PlacementWindow,
): Promise<PlacementRow[]> {
  const applications = remaining(candidates.applications, query, after)
  const rows: PlacementRow[] = []
  let count = 1
  for (let from = 0; from < applications.length && rows.length < limit; from += count) {
    if (from > 0) count *= GROWTH
    const batch = applications.slice(from, from + count)
    const begun = after !== null && isOf(batch[0]!, after) ? after.cluster : null
    const left = limit - rows.length
    rows.push(...(await readBatch(scope, query, candidates, batch, { after: begun, limit: left })))
  }
  return rows
}

/** In the order of the list, from the end of the page before. */
function remaining(
  applications: readonly CandidateApplication[],
  { descending }: PlacementQuery,
  after: PlacementPosition | null,
): readonly CandidateApplication[] {
  const ordered = descending ? applications.toReversed() : applications
  if (after === null) return ordered
  const first = ordered.findIndex((application) => {
    const order = compare(application, after)
    return descending ? order <= 0 : order >= 0
  })
  return first === -1 ? [] : ordered.slice(first)
}

function compare({ team, name }: CandidateApplication, after: PlacementPosition): number {
  return compareBytes(team, after.namespace) || compareBytes(name, after.application)
}

/** The order of the database. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function isOf(
  { team, name }: Pick<CandidateApplication, 'team' | 'name'>,
  after: PlacementPosition,
): boolean {
  return team === after.namespace && name === after.application
}

/** The page of a list whose placements are known, and at most as many as lists count. */
export async function readMatchesPage(
  { tx, tenant }: TenantScope,
  query: PlacementQuery,
  { applications }: Candidates,
  matches: readonly PairIds[],
  { after, limit }: PlacementWindow,
): Promise<PlacementRow[]> {
  const of = new Map<number, PairIds[]>()
  for (const pair of matches) {
    const known = of.get(pair.applicationId)
    if (known) known.push(pair)
    else of.set(pair.applicationId, [pair])
  }
  const wanted: (PairIds & Pick<CandidateApplication, 'team' | 'name'>)[] = []
  let whole = 0
  for (const { id, team, name } of remaining(applications, query, after)) {
    if (whole >= limit) break
    const pairs = of.get(id) ?? []
    wanted.push(...pairs.map((pair) => ({ ...pair, team, name })))
    // Of the one where the page before ended, some are on that.
    if (after === null || !isOf({ team, name }, after)) whole += pairs.length
  }
  if (wanted.length === 0) return []
  const direction = query.descending ? sql`desc` : sql`asc`
  const begun =
    after === null
      ? sql`true`
      : sql`((m.team, m.name) <> (${after.namespace}, ${after.application})
          or ${isBeyond(query, sql`k.name`, { after: after.cluster })})`
  return readRows(tx, placementRow)`
    select page.*, ch.at as since
    from (
      select m.team as namespace, m.name as application, k.name as cluster,
        m.application_id as "applicationId", m.cluster_id as "clusterId", p.began as change
      from unnest(${sql.param(wanted.map(({ applicationId }) => applicationId))}::int[],
          ${sql.param(wanted.map(({ clusterId }) => clusterId))}::int[],
          ${sql.param(wanted.map(({ team }) => team))}::text[],
          ${sql.param(wanted.map(({ name }) => name))}::text[])
        m(application_id, cluster_id, team, name)
      join ${placedAt(query.change)} p on p.tenant = ${tenant}
        and p.application_id = m.application_id and p.cluster_id = m.cluster_id
        and ${isPlacedAt(query.change)}
      cross join lateral (${nameOfCluster(tenant, sql`m.cluster_id`)}) k
      where ${begun}
      order by m.team ${direction}, m.name ${direction}, k.name ${direction} limit ${limit}
    ) page join changes ch on ch.tenant = ${tenant} and ch.id = page.change
    order by namespace ${direction}, application ${direction}, cluster ${direction}`
}

type BatchWindow = { readonly after: string | null; readonly limit: number }

/** `after`: the cluster after which the single application of the batch continues. */
async function readBatch(
  { tx, tenant }: TenantScope,
  query: PlacementQuery,
  { clusters }: Candidates,
  batch: readonly CandidateApplication[],
  page: BatchWindow,
): Promise<PlacementRow[]> {
  const direction = query.descending ? sql`desc` : sql`asc`
  const kinds = [
    ...(batch.some(({ hasText }) => hasText)
      ? branches(tenant, query, sql`a.has_text = 1`, clusters.ofText, page)
      : []),
    ...(batch.some(({ hasText }) => !hasText)
      ? branches(tenant, query, sql`a.has_text = 0`, clusters.ofOthers, page)
      : []),
  ]
  return readRows(tx, placementRow)`
    select page.team as namespace, page.application, page.name as cluster,
      page.id as "applicationId", page.cluster_id as "clusterId", page.began as change, ch.at as since
    from (
      select a.*, placed.*
      from unnest(${sql.param(batch.map(({ id }) => id))}::int[],
          ${sql.param(batch.map(({ team }) => team))}::text[],
          ${sql.param(batch.map(({ name }) => name))}::text[],
          ${sql.param(batch.map(({ hasText }) => Number(hasText)))}::int[])
        with ordinality as a(id, team, application, has_text, place)
      cross join lateral (${ownSize(tenant, query, clusters)}) own
      cross join lateral (${sql.join(kinds, sql` union all `)}) placed
      order by a.place, placed.name ${direction} limit ${page.limit}
    ) page join changes ch on ch.tenant = ${tenant} and ch.id = page.began
    order by page.place, page.name ${direction}`
}

/** How many placements an application has, of those with the target that is asked for, as far as that decides how to read its page. */
function ownSize(tenant: number, query: PlacementQuery, clusters: Candidates['clusters']): SQL {
  const { ofText, ofOthers } = clusters
  const { change, target } = query
  if (hasOneWay(query, ofText) && hasOneWay(query, ofOthers)) return sql`select 0 as size`
  const own =
    target === null
      ? sql`select from placements p where p.tenant = ${tenant} and p.application_id = a.id`
      : pairsWithTarget(tenant, { change, target }, isOfBatch)
  return sql`select count(*) as size from (${own} limit ${SORTED_MAX + 1}) counted`
}

/** Few clusters are looked up, and names in the past have no index in their order. */
function hasOneWay({ change }: PlacementQuery, set: ClusterSet): boolean {
  return set.kind === 'few' || change !== null
}

/** The alternative ways to read an application's page on a set of clusters; exactly one of them applies. */
function branches(
  tenant: number,
  query: PlacementQuery,
  isMeant: SQL,
  set: ClusterSet,
  page: BatchWindow,
): SQL[] {
  if (hasOneWay(query, set)) {
    return [sorted(tenant, query, isMeant, set, page)]
  }
  return [
    sorted(tenant, query, sql`${isMeant} and own.size <= ${SORTED_MAX}`, set, page),
    walked(tenant, query, sql`${isMeant} and own.size > ${SORTED_MAX}`, set, page),
  ]
}

/** A cluster's name never changes. */
function nameOfCluster(tenant: number, id: SQL): SQL {
  return sql`select c.name from revisions c
    where c.tenant = ${tenant} and c.kind = 'cluster' and c.object = ${id}
    order by c.began limit 1`
}

function isOfBatch(application: SQL): SQL {
  return sql`${application} = a.id`
}

/** Reads all of them with their names. */
function sorted(
  tenant: number,
  query: PlacementQuery,
  isMeant: SQL,
  set: ClusterSet,
  page: BatchWindow,
): SQL {
  const { change, target } = query
  const placements =
    target === null
      ? placedAt(change)
      : sql`(${placementsWithTarget(tenant, { change, target }, isOfBatch, set)})`
  return sql`(
    select p.cluster_id, k.name, p.began
    from ${placements} p cross join lateral (
      ${nameOfCluster(tenant, sql`p.cluster_id`)}
    ) k
    where ${isMeant} and p.tenant = ${tenant} and p.application_id = a.id
      and ${isPlacedAt(change)} and ${isAmong(sql`p.cluster_id`, set)}
      and ${isBeyond(query, sql`k.name`, page)} and ${isChosen(tenant, query)}
      and ${lacksTarget(tenant, query)} and ${isLike(tenant, query, query)}
    order by k.name ${query.descending ? sql`desc` : sql`asc`} limit ${page.limit})`
}

/** Checks for one cluster after the other whether the application is on it, until the page is full. */
function walked(
  tenant: number,
  query: PlacementQuery,
  isMeant: SQL,
  set: ClusterSet,
  page: BatchWindow,
): SQL {
  return sql`(
    select c.object, c.name, p.began
    from revisions c cross join lateral (
      select p.application_id, p.cluster_id, p.began from placements p
      where p.tenant = ${tenant} and p.application_id = a.id and p.cluster_id = c.object offset 0
    ) p
    where ${isMeant} and c.tenant = ${tenant} and c.kind = 'cluster' and ${aliveAfter('c', null)}
      and ${isAmong(sql`c.object`, set)} and ${isBeyond(query, sql`c.name`, page)}
      and ${hasTarget(tenant, query)} and ${isChosen(tenant, query)}
      and ${lacksTarget(tenant, query)} and ${isLike(tenant, query, query)}
    order by c.name ${query.descending ? sql`desc` : sql`asc`} limit ${page.limit})`
}

function isBeyond(
  { descending }: PlacementQuery,
  cluster: SQL,
  { after }: Pick<BatchWindow, 'after'>,
): SQL {
  if (after === null) return sql`true`
  return descending ? sql`${cluster} < ${after}` : sql`${cluster} > ${after}`
}
