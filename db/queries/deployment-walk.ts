// Walks over the changes to read a page of deployments without reading many more than it shows: several small changes at
// once, and a large one by application.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { type DeploymentCandidates, isWanted, varyingAmong } from './deployment-candidates.ts'
import type { Deployment, DeploymentPosition, DeploymentQuery } from './deployment-query.ts'
import { type DeploymentWindow, readSorted } from './deployment-rows.ts'
import { begunBy, keptOf, versions } from './deployment-sources.ts'
import type { TenantScope } from './scope.ts'

/** Changes that began more are read by application. */
const SMALL_MAX = 2000
const CHANGES_AT_ONCE = 200

const begunChange = z.strictObject({ id: z.int(), begun: z.int() })
type Begun = z.infer<typeof begunChange>

const touchedApplication = z.strictObject({ id: z.int() })

export async function walkChanges(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  { after, limit }: DeploymentWindow,
): Promise<Deployment[]> {
  const rows: Deployment[] = []
  for await (const group of groupsOfChanges(scope, query, candidates, after)) {
    const page = { after, limit: limit - rows.length }
    const read = group[0]!.begun > SMALL_MAX ? readLarge : readSmall
    rows.push(...(await read(scope, query, candidates, group, page)))
    if (rows.length >= limit) break
  }
  return rows
}

/**
 * The changes that began something, in order, starting at the end of the page before: large ones alone, others in groups.
 */
async function* groupsOfChanges(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  after: DeploymentPosition | null,
): AsyncGenerator<readonly Begun[]> {
  let from = after?.change ?? null
  let isFirst = true
  for (;;) {
    const changes = await nextChanges(scope, query, candidates, { from, inclusive: isFirst })
    let group: Begun[] = []
    let sum = 0
    for (const change of changes) {
      if (group.length > 0 && sum + change.begun > SMALL_MAX) {
        yield group
        group = []
        sum = 0
      }
      group.push(change)
      sum += change.begun
    }
    if (group.length > 0) yield group
    if (changes.length < CHANGES_AT_ONCE) return
    from = changes.at(-1)!.id
    isFirst = false
  }
}

async function nextChanges(
  { tx, tenant }: TenantScope,
  { change, actor, descending }: DeploymentQuery,
  { last, begunAfter }: DeploymentCandidates,
  { from, inclusive }: { readonly from: number | null; readonly inclusive: boolean },
): Promise<Begun[]> {
  const [beyond, direction] = descending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const conditions = [
    sql`tenant = ${tenant} and added + changed > 0`,
    ...(change === null ? [] : [isStartFor(tenant, change)]),
    ...(actor === null ? [] : [sql`actor_name = ${actor}`]),
    ...(last === null ? [] : [sql`id <= ${last}`]),
    ...(begunAfter === null ? [] : [sql`id > ${begunAfter}`]),
    ...(from === null ? [] : [sql`id ${beyond}${inclusive ? sql`=` : sql``} ${from}`]),
  ]
  return readRows(tx, begunChange)`
    select id, added + changed as begun from changes c where ${sql.join(conditions, sql` and `)}
    order by id ${direction} limit ${CHANGES_AT_ONCE}`
}

/**
 * Whether a change `c` can have begun what another change began or ended: that change itself, changes that began a
 * placement that it ended, and changes of versions. What continues under a new version can have begun at any time. Checked
 * for each change, in the order of an index: where as much ended at once as this walk is made for, other plans would read
 * all of it.
 */
function isStartFor(tenant: number, change: number): SQL {
  return sql`(c.id = ${change} or (c.id < ${change} and (
    (select n.changed > 0 from changes n where n.tenant = ${tenant} and n.id = ${change})
    or (select p.began from placements_past p where p.tenant = ${tenant} and p.ended = ${change}
      and p.began >= c.id order by p.began limit 1) = c.id
    or (select r.began from revisions r where r.tenant = ${tenant} and r.began >= c.id
      and r.kind = 'application' order by r.began limit 1) = c.id)))`
}

const idsOf = (changes: readonly Begun[]) =>
  sql`${sql.param(changes.map(({ id }) => id))}::bigint[]`

function readSmall(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  group: readonly Begun[],
  page: DeploymentWindow,
): Promise<Deployment[]> {
  const { applications, isEveryApplication } = candidates
  return readBegun(
    scope,
    query,
    candidates,
    group,
    isEveryApplication ? null : applications.map(({ id }) => id),
    page,
  )
}

async function readLarge(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  group: readonly Begun[],
  { after, limit }: DeploymentWindow,
): Promise<Deployment[]> {
  const touched = await touchedBy(scope, query, group[0]!.id, candidates)
  const applications =
    after?.change === group[0]!.id ? touched.filter((each) => !isBefore(each, after)) : touched
  const rows: Deployment[] = []
  let count = 1
  for (let from = 0; from < applications.length && rows.length < limit; from += count) {
    if (from > 0) count *= 2
    const ids = applications.slice(from, from + count).map(({ id }) => id)
    const page = { after, limit: limit - rows.length }
    rows.push(...(await readBegun(scope, query, candidates, group, ids, page)))
  }
  return rows
}

type Application = DeploymentCandidates['applications'][number]

function isBefore({ team, name }: Application, { namespace, application }: DeploymentPosition) {
  const order = Buffer.compare(Buffer.from(team), Buffer.from(namespace))
  return (
    order < 0 || (order === 0 && Buffer.compare(Buffer.from(name), Buffer.from(application)) < 0)
  )
}

/**
 * The applications of which a change began a placement, a version or perhaps a release, if the query is for what another change
 * ended.
 */
async function touchedBy(
  { tx, tenant }: TenantScope,
  query: DeploymentQuery,
  change: number,
  { applications }: DeploymentCandidates,
): Promise<Application[]> {
  const ended = query.change === change ? null : query.change
  const begun = (table: string, isMeant = sql`true`) =>
    sql`exists (select from ${sql.identifier(table)} p where p.tenant = ${tenant}
      and p.began = ${change} and p.application_id = a.id and ${isMeant})`
  const revised = (by: number) =>
    sql`exists (select from revisions r where r.tenant = ${tenant} and r.kind = 'application'
      and r.object = a.id and r.began = ${by})`
  const begunNowOrThen = sql`(${begun('placements')} or ${begun('placements_past')})`
  const begunSo =
    ended === null
      ? begunNowOrThen
      : sql`(${begun('placements_past', sql`p.ended = ${ended}`)}
          or (${revised(ended)} and ${begunNowOrThen}))`
  const rows = await readRows(tx, touchedApplication)`
    select a.id from unnest(${sql.param(applications.map(({ id }) => id))}::int[]) a(id)
    where ${begunSo} or ${revised(change)}`
  const ids = new Set(rows.map(({ id }) => id))
  return applications.filter(({ id, varies }) => varies || ids.has(id))
}

/** The deployments that changes began, of these applications; null: of every one. */
function readBegun(
  scope: TenantScope,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  group: readonly Begun[],
  applications: readonly number[] | null,
  page: DeploymentWindow,
): Promise<Deployment[]> {
  const { tenant } = scope
  const isMeant =
    applications === null
      ? isWanted(candidates)
      : sql`p.application_id = any(${sql.param(applications)}::int[]) and ${isWanted(candidates)}`
  const varying = varyingAmong(candidates).filter((id) => applications?.includes(id) ?? true)
  const begun = begunBy(tenant, query, idsOf(group), isMeant, varying)
  return readSorted(
    scope,
    query,
    versions(tenant, query, applications, varying),
    keptOf(tenant, query, candidates, begun),
    page,
  )
}
