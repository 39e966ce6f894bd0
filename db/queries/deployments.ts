// Deployments: the overlaps of placements' intervals with versions of their applications. Computed when read, at the cost
// of a page: from the placements that the filters name if those are few, otherwise by walking over the changes.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { readRow, readRows } from '../rows.ts'
import { changes } from '../schema/change.ts'
import { countRows, countUpTo } from './count-rows.ts'
import {
  type DeploymentCandidates,
  findDeploymentCandidates,
  isWanted,
  varyingAmong,
} from './deployment-candidates.ts'
import {
  type Deployment,
  deployment,
  type DeploymentPosition,
  type DeploymentQuery,
} from './deployment-query.ts'
import { type DeploymentWindow, readSorted } from './deployment-rows.ts'
import { begunBy, deploymentsOf, endedBy, keptOf, namedOf, versions } from './deployment-sources.ts'
import { walkChanges } from './deployment-walk.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** One page of a list, and how many deployments it has in all. */
export async function listDeployments(
  scope: TenantScope,
  asked: DeploymentQuery,
  page: {
    readonly after: DeploymentPosition | null
    readonly limit: number
    /** False: the total isn't needed. */
    readonly isCounted?: boolean
  },
): Promise<{ readonly rows: Deployment[] } & Total> {
  const source = await sourceOf(scope, asked)
  if (source === null) return { rows: [], ...exactly(0) }
  const { query, candidates, named } = source
  const rows =
    named === null
      ? await walkChanges(scope, query, candidates, page)
      : await readNamed(scope, query, candidates, named, page)
  const total =
    page.isCounted === false
      ? { total: rows.length, totalIsExact: false }
      : await totalOf(scope, source)
  return { rows, ...total }
}

const matchedDeployment = deployment
  .pick({
    namespace: true,
    application: true,
    cluster: true,
    applicationId: true,
    clusterId: true,
    change: true,
    endedBy: true,
    actor: true,
  })
  .strict()
export type MatchedDeployment = z.infer<typeof matchedDeployment>

/** All deployments that a query matches, in no order: for queries that match few. */
export async function readDeployments(
  scope: TenantScope,
  asked: DeploymentQuery,
): Promise<MatchedDeployment[]> {
  const source = await sourceOf(scope, asked)
  if (source === null) return []
  const { tx, tenant } = scope
  const { query, candidates } = source
  return readRows(tx, matchedDeployment)`
    with ${versionsOf(scope, query, candidates)}
    select m.namespace, m.application, m.cluster, m.object as "applicationId",
      m.cluster_id as "clusterId", m.start as change, m.ended as "endedBy", c.actor_name as actor
    from (${namedOf(tenant, query, keptIn(tenant, source))}) m
    cross join lateral (
      select actor_name from changes where tenant = ${tenant} and id = m.start offset 0
    ) c`
}

/** Where the deployments of a query are looked for; `named` null: its filters name no few placements. */
type DeploymentSource = {
  readonly query: DeploymentQuery
  readonly candidates: DeploymentCandidates
  readonly named: SQL | null
}

/** Null: nowhere. */
async function sourceOf(
  scope: TenantScope,
  asked: DeploymentQuery,
): Promise<DeploymentSource | null> {
  const candidates = await findDeploymentCandidates(scope, asked)
  if (candidates.applications.length === 0) return null
  const isOfText = candidates.applications.every(({ isNamedSo }) => isNamedSo)
  const query = isOfText ? { ...asked, text: null } : asked
  return { query, candidates, named: await namedDeployments(scope, query, candidates) }
}

function readNamed(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  named: SQL,
  page: DeploymentWindow,
): Promise<Deployment[]> {
  const deployments = keptOf(scope.tenant, query, candidates, named)
  return readSorted(scope, query, versionsOf(scope, query, candidates), deployments, page)
}

function versionsOf(
  { tenant }: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
): SQL {
  const { applications, isEveryApplication } = candidates
  const ids = isEveryApplication ? null : applications.map(({ id }) => id)
  return versions(tenant, query, ids, varyingAmong(candidates))
}

/** Up to so many placements are read and sorted. */
const NAMED_MAX = 20_000
/** The same for a single change, which can be read by application. */
const MOVED_MAX = 2000

/** The deployments of the placements that the filters name, if those are few; null: they are not. */
async function namedDeployments(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
): Promise<SQL | null> {
  const { tenant } = scope
  const { change } = query
  const meant = isWanted(candidates)
  const varying = varyingAmong(candidates)
  if (change !== null) {
    const moved = await movedBy(scope, change)
    return moved > MOVED_MAX ? null : ofChange(tenant, query, change, meant, varying)
  }
  const placements = namedPlacements(tenant, candidates)
  if (placements === null) return null
  if ((await countUpTo(scope, placements, NAMED_MAX + 1)) > NAMED_MAX) return null
  return deploymentsOf(tenant, query, sql`select * from (${placements}) p where ${meant}`, varying)
}

function ofChange(
  tenant: number,
  query: DeploymentQuery,
  change: number,
  meant: SQL,
  varying: readonly number[],
): SQL {
  const begun = begunBy(tenant, query, sql`array[${change}::bigint]`, meant, varying)
  const isKnown = query.upTo === null || change <= query.upTo
  return isKnown ? sql`${begun} union all ${endedBy(tenant, query, change, meant, varying)}` : begun
}

async function movedBy({ tx, tenant }: TenantScope, change: number): Promise<number> {
  const { added, removed, changed } = changes
  const [row] = await tx
    .select({ added, removed, changed })
    .from(changes)
    .where(holds(changes, { tenant, id: change }))
  return row ? row.added + row.removed + row.changed : 0
}

/** Those on the named clusters, of the named applications, or of both with the text. */
function namedPlacements(
  tenant: number,
  { applications, isEveryApplication, clusters: { wanted, withText } }: DeploymentCandidates,
): SQL | null {
  const columns = sql`select application_id, cluster_id, began, ended from placements_all
    where tenant = ${tenant}`
  const onClusters = (ids: readonly number[]) =>
    sql`${columns} and cluster_id = any(${sql.param(ids)}::int[])`
  const ofApplications = (those: DeploymentCandidates['applications']) =>
    sql`${columns} and application_id = any(${sql.param(those.map(({ id }) => id))}::int[])`
  if (wanted.kind === 'few') return onClusters(wanted.ids)
  if (withText.kind === 'few') {
    const withTheText = applications.filter(({ hasText }) => hasText)
    return sql`${onClusters(withText.ids)} union ${ofApplications(withTheText)}`
  }
  return isEveryApplication ? null : ofApplications(applications)
}

async function totalOf(scope: TenantScope, source: DeploymentSource): Promise<Total> {
  const { tenant } = scope
  const { query, candidates } = source
  const isPlain = varyingAmong(candidates).length === 0
  if (candidates.isEveryApplication && keepsAll(query) && isPlain)
    return exactly(await totalUpTo(scope, query.upTo))
  const kept = keptIn(tenant, source)
  return countRows(
    scope,
    sql`with ${versionsOf(scope, query, candidates)}
      select from (${query.text === null ? kept : namedOf(tenant, query, kept)}) kept`,
  )
}

function keptIn(tenant: number, { query, candidates, named }: DeploymentSource): SQL {
  const deployments = named ?? unnamedDeployments(tenant, query, candidates, isWanted(candidates))
  return keptOf(tenant, query, candidates, deployments)
}

/** What filters nothing, or nothing by itself. */
const NO_FILTERS = ['upTo', 'descending', 'observed', 'begun']

function keepsAll(query: DeploymentQuery): boolean {
  return Object.entries(query).every(([key, value]) => value === null || NO_FILTERS.includes(key))
}

/** All deployments that the query can mean, where the filters name no placements. */
function unnamedDeployments(
  tenant: number,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  meant: SQL,
): SQL {
  const { begunAfter, last } = candidates
  const { change, actor } = query
  const varying = varyingAmong(candidates)
  if (change !== null) return ofChange(tenant, query, change, meant, varying)
  if (begunAfter !== null || actor !== null) {
    const conditions = [
      sql`tenant = ${tenant} and added + changed > 0`,
      ...(begunAfter === null ? [] : [sql`id > ${begunAfter}`]),
      ...(last === null ? [] : [sql`id <= ${last}`]),
      ...(actor === null ? [] : [sql`actor_name = ${actor}`]),
    ]
    const changes = sql`array(select id from changes where ${sql.join(conditions, sql` and `)})`
    return begunBy(tenant, query, changes, meant, varying)
  }
  return deploymentsOf(
    tenant,
    query,
    sql`select * from placements_all p where p.tenant = ${tenant} and ${meant}`,
    varying,
  )
}

const everBegun = z.strictObject({ total: z.int() })

/**
 * A deployment begins where a placement does (`added`), or where its application gets another version (`changed`:
 * its source is all that the file of a placement contains besides the name). Without applications that follow
 * versions: of these, some are placed before they are deployed.
 */
async function totalUpTo({ tx, tenant }: TenantScope, upTo: number | null): Promise<number> {
  const row = await readRow(tx, everBegun)`
    select coalesce(sum(added + changed), 0)::bigint as total from changes
    where tenant = ${tenant} and ${upTo === null ? sql`true` : sql`id <= ${upTo}`}`
  return row!.total
}
