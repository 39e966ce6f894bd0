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
import type { TenantScope } from './scope.ts'

/**
 * Up to so many placements of an application are sorted; if it has more, its page is read in the order of cluster names.
 */
const SORTED_MAX = 2000
/** The factor by which more applications are read each time while a page isn't full. */
const GROWTH = 8

type PlacementWindow = { readonly after: PlacementPosition | null; readonly limit: number }

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

function isOf({ team, name }: CandidateApplication, after: PlacementPosition): boolean {
  return team === after.namespace && name === after.application
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

/** How many placements an application has, as far as that decides how to read its page. */
function ownSize(tenant: number, query: PlacementQuery, clusters: Candidates['clusters']): SQL {
  const { ofText, ofOthers } = clusters
  if (hasOneWay(query, ofText) && hasOneWay(query, ofOthers)) return sql`select 0 as size`
  return sql`select count(*) as size from (
    select from placements p where p.tenant = ${tenant} and p.application_id = a.id
    limit ${SORTED_MAX + 1}) counted`
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

/** Reads all of them with their names. A cluster's name never changes. */
function sorted(
  tenant: number,
  query: PlacementQuery,
  isMeant: SQL,
  set: ClusterSet,
  page: BatchWindow,
): SQL {
  return sql`(
    select p.cluster_id, k.name, p.began
    from ${placedAt(query.change)} p cross join lateral (
      select c.name from revisions c
      where c.tenant = ${tenant} and c.kind = 'cluster' and c.object = p.cluster_id
      order by c.began limit 1
    ) k
    where ${isMeant} and p.tenant = ${tenant} and p.application_id = a.id
      and ${isPlacedAt(query.change)} and ${isAmong(sql`p.cluster_id`, set)}
      and ${isBeyond(query, sql`k.name`, page)}
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
      select p.began from placements p where p.tenant = ${tenant} and p.application_id = a.id
        and p.cluster_id = c.object offset 0
    ) p
    where ${isMeant} and c.tenant = ${tenant} and c.kind = 'cluster' and ${aliveAfter('c', null)}
      and ${isAmong(sql`c.object`, set)} and ${isBeyond(query, sql`c.name`, page)}
    order by c.name ${query.descending ? sql`desc` : sql`asc`} limit ${page.limit})`
}

function isBeyond({ descending }: PlacementQuery, cluster: SQL, { after }: BatchWindow): SQL {
  if (after === null) return sql`true`
  return descending ? sql`${cluster} < ${after}` : sql`${cluster} > ${after}`
}
