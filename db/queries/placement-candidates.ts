// What a query of placements can be narrowed to from the objects, before any placement is read: which applications, and on
// which clusters of each.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { clustersPlanned, clustersSoFresh } from './cluster-freshness.ts'
import { both, type ClusterSet, EVERY_CLUSTER, few, isAmong, NO_CLUSTER } from './cluster-sets.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'
import { selectedObjects } from './selector-filter.ts'
import { isNamed, isOfTeams } from './team-reach.ts'

const candidateApplication = z.strictObject({
  id: z.int(),
  team: z.string(),
  name: z.string(),
  /** Whether its own name contains the text, so that all of its placements do. */
  hasText: z.boolean(),
})
export type CandidateApplication = z.infer<typeof candidateApplication>

const presentApplication = candidateApplication.pick({ id: true })

export type Candidates = {
  /** By team, then by name. */
  readonly applications: readonly CandidateApplication[]
  readonly isEveryApplication: boolean
  /** Where to look for placements of applications with the text in their name, and of the others. */
  readonly clusters: { readonly ofText: ClusterSet; readonly ofOthers: ClusterSet }
}

export async function findCandidates(
  scope: TenantScope,
  query: PlacementQuery,
): Promise<Candidates> {
  const wanted = await wantedClusters(scope, query)
  const text = query.text === null ? null : textParts(query.text.toLowerCase())
  const texts = text === null ? EVERY_CLUSTER : await clustersWithText(scope, query, text.cluster)
  const ofOthers = await both(scope, wanted, texts)
  const applications = await findApplications(scope, query, text)
  const withText = applications.filter(({ hasText }) => hasText)
  const others = applications.filter(({ hasText }) => !hasText)
  const present = new Set([
    ...(await presentOn(scope, query, withText, wanted)),
    ...(await presentOn(scope, query, others, ofOthers)),
  ])
  return {
    applications: applications.filter(({ id }) => present.has(id)),
    isEveryApplication:
      narrowsApplications(scope, query).length === 0 &&
      text === null &&
      appSelectors(query).length === 0,
    clusters: { ofText: wanted, ofOthers },
  }
}

/** Looking up so many pairs is cheaper than reading everything on the clusters. */
const FEW_PAIRS = 1000

/** Those of the applications that can be on a set of clusters: if it is small, those that really are. */
async function presentOn(
  { tx, tenant }: TenantScope,
  { change }: PlacementQuery,
  applications: readonly CandidateApplication[],
  set: ClusterSet,
): Promise<number[]> {
  const ids = applications.map(({ id }) => id)
  if (set.kind !== 'few' || ids.length === 0) return ids
  if (set.ids.length === 0) return []
  if (set.ids.length * ids.length <= FEW_PAIRS) return ids
  const rows = await readRows(tx, presentApplication)`
    select distinct p.application_id as id from ${placedAt(change)} p where p.tenant = ${tenant}
      and p.cluster_id = any(${sql.param(set.ids)}::int[]) and ${isPlacedAt(change)}`
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}

/** The table with what was placed after a change; null: with what is placed now. */
export function placedAt(change: number | null): SQL {
  return change === null ? sql`placements` : sql`placements_all`
}

export function isPlacedAt(change: number | null): SQL {
  return change === null ? sql`true` : aliveAfter('p', change)
}

/** Which of some placements `p` are of these applications and on these clusters; `applications` null: of every one. */
export function placementsOf(
  placements: SQL,
  applications: readonly number[] | null,
  clusters: ClusterSet,
  holds: SQL,
): SQL {
  const isOfThem =
    applications === null
      ? sql`true`
      : sql`p.application_id = any(${sql.param(applications)}::int[])`
  if (clusters.kind === 'many' && applications === null) {
    return sql`(select p.* from (${clusters.ids}) set(object) cross join lateral (
      select * from (${placements}) p where p.cluster_id = set.object offset 0) p where ${holds})`
  }
  return sql`(select p.* from (${placements}) p
    where ${isOfThem} and ${isAmong(sql`p.cluster_id`, clusters)} and ${holds})`
}

type Text = {
  /** Whether the text is in an application's `team/name`, and so in all of its placements. */
  readonly ofApplication: (name: SQL) => SQL
  /** Which applications can contain it at all. */
  readonly among: (name: SQL) => SQL
  /** Whether a cluster's name contains the text, so that the placements there do; null: none does. */
  readonly cluster: ((name: SQL) => SQL) | null
}

const always = () => sql`true`
const never = () => sql`false`

/** The text is searched in a pair as lists show it, `team/application cluster`; names contain no space. */
function textParts(text: string): Text {
  const [left = '', right, ...more] = text.split(' ')
  if (right === undefined) {
    const holds = (name: SQL) => sql`strpos(${name}, ${text}) > 0`
    return { ofApplication: holds, among: always, cluster: text.includes('/') ? null : holds }
  }
  if (more.length > 0) {
    return { ofApplication: never, among: never, cluster: null }
  }
  return {
    ofApplication: never,
    among: (name) => sql`right(${name}, ${left.length}) = ${left}`,
    cluster: (name) => sql`starts_with(${name}, ${right})`,
  }
}

async function findApplications(
  scope: TenantScope,
  query: PlacementQuery,
  text: Text | null,
): Promise<CandidateApplication[]> {
  const { tx, tenant } = scope
  const label = sql`a.team || '/' || a.name`
  const conditions = [
    sql`a.tenant = ${tenant} and a.kind = 'application'`,
    aliveAfter('a', query.change),
    ...narrowsApplications(scope, query),
    ...(text === null ? [] : [text.among(label)]),
    ...appSelectors(query).map(
      (selector) =>
        sql`a.object in (${selectedObjects(selector, { tenant, kind: 'application', change: query.change })})`,
    ),
  ]
  return readRows(tx, candidateApplication)`
    select a.object as id, a.team, a.name,
      ${text === null ? sql`true` : text.ofApplication(label)} as "hasText"
    from revisions a where ${sql.join(conditions, sql` and `)}
    order by a.team, a.name`
}

function appSelectors({ appSelector, selectedBy }: PlacementQuery): Selector[] {
  return [appSelector, selectedBy?.app ?? null].filter((each) => each?.kind === 'terms')
}

function narrowsApplications({ tenant }: TenantScope, query: PlacementQuery): SQL[] {
  const { change, namespace, application, teams, shared = null, target, selectedBy } = query
  const decided = selectedBy?.decided ?? null
  const owner = { team: sql`a.team`, began: sql`a.began` }
  return [
    ...(namespace === null ? [] : [sql`a.team = ${namespace}`]),
    ...(application === null ? [] : [sql`a.name = ${application}`]),
    ...(teams === null || shared !== null
      ? []
      : [change === null ? isNamed(owner.team, teams) : isOfTeams(tenant, owner, teams)]),
    ...(shared === null ? [] : [sql`a.object = ${shared} and a.body->>'visibility' = 'tenant'`]),
    ...(decided === null ? [] : [sql`a.object = any(${sql.param(decided.applications)}::int[])`]),
    ...(target === null
      ? []
      : [sql`a.body->'targets' @> ${JSON.stringify([{ name: target }])}::jsonb`]),
    ...runningNow(tenant, query, sql`application_id`).map(
      (running) => sql`a.object in (${running})`,
    ),
  ]
}

/** Where a commit runs; of the past nothing is known so quickly. */
function runningNow(
  tenant: number,
  { revision, isPast }: Pick<PlacementQuery, 'revision' | 'isPast'>,
  column: SQL,
): SQL[] {
  if (revision === null || isPast) return []
  return [
    sql`select distinct ${column} as object from observations where tenant = ${tenant} and revision = ${revision}`,
  ]
}

/** The clusters that the query's filters allow. */
export async function wantedClusters(
  scope: TenantScope,
  query: PlacementQuery,
): Promise<ClusterSet> {
  const { tenant } = scope
  const { change, cluster, clusterSelector, selectedBy, freshness, planned } = query
  const selectors = [clusterSelector, selectedBy?.cluster ?? null].filter((each) => each !== null)
  const decided = selectedBy?.decided ?? null
  const sets: SQL[] = [
    ...(cluster === null
      ? []
      : [
          sql`select c.object from revisions c where c.tenant = ${tenant} and c.kind = 'cluster'
            and c.name = ${cluster} and ${aliveAfter('c', change)}`,
        ]),
    ...selectors
      .filter((selector) => selector.kind === 'terms')
      .map((selector) => selectedObjects(selector, { tenant, kind: 'cluster', change })),
    ...(decided === null
      ? []
      : [sql`select unnest(${sql.param(decided.clusters)}::int[]) as object`]),
    ...(freshness === null ? [] : [clustersSoFresh(tenant, query, freshness)]),
    ...(planned === null ? [] : [clustersPlanned(tenant, query, planned)]),
    ...runningNow(tenant, query, sql`cluster_id`),
  ]
  let found = EVERY_CLUSTER
  for (const ids of sets) found = await both(scope, found, await few(scope, ids))
  return found
}

async function clustersWithText(
  scope: TenantScope,
  { change }: PlacementQuery,
  hasText: Text['cluster'],
): Promise<ClusterSet> {
  if (hasText === null) return NO_CLUSTER
  return few(
    scope,
    sql`select c.object from revisions c where c.tenant = ${scope.tenant} and c.kind = 'cluster'
      and ${aliveAfter('c', change)} and ${hasText(sql`c.name`)}`,
  )
}
