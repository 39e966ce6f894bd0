// What a query of deployments can be narrowed to from the objects and changes, before any placement is read.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { readRow, readRows } from '../rows.ts'
import { both, type ClusterSet, EVERY_CLUSTER, few, isAmong } from './cluster-sets.ts'
import type { DeploymentQuery } from './deployment-query.ts'
import { variesByPair } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'
import { selectedObjects } from './selector-filter.ts'
import { sourceOfBody } from './source-of-body.ts'
import { isOfTeams } from './team-reach.ts'

const candidateApplication = z.strictObject({
  id: z.int(),
  team: z.string(),
  name: z.string(),
  /** Whether its own name or one of its versions contains the text. */
  hasText: z.boolean(),
  /** Whether its name contains the text, so that all of its deployments match. */
  isNamedSo: z.boolean(),
  /** Whether its placements have sources of their own, or once had. */
  varies: z.boolean(),
})
type CandidateApplication = z.infer<typeof candidateApplication>

export type DeploymentCandidates = {
  /** By team, then by name. */
  readonly applications: readonly CandidateApplication[]
  readonly isEveryApplication: boolean
  /** The clusters that the filters allow, and those whose names contain the text. */
  readonly clusters: { readonly wanted: ClusterSet; readonly withText: ClusterSet }
  /** Only what began up to this change; null: no limit. */
  readonly last: number | null
  /** Only what ended after this change, or not at all; null: no limit. */
  readonly endedAfter: number | null
  /** Only what began after this change; null: no limit. */
  readonly begunAfter: number | null
}

export async function findDeploymentCandidates(
  scope: TenantScope,
  query: DeploymentQuery,
): Promise<DeploymentCandidates> {
  const text = query.text === null ? null : textOf(query.text.toLowerCase())
  const times = await timeBounds(scope, query)
  const labelled = await labelledThen(scope, query)
  const clusters = await findClusters(scope, query, text, labelled)
  const isNowhere = isNone(await both(scope, clusters.wanted, clusters.withText))
  const isOfTextAlone = isNowhere || text?.ofCluster === null
  const found = await findApplications(scope, query, text, labelled)
  return {
    applications: isOfTextAlone
      ? found.filter(({ hasText }) => hasText && !isNone(clusters.wanted))
      : found,
    isEveryApplication: narrowing(scope, query, labelled).length === 0 && !isOfTextAlone,
    clusters,
    ...times,
  }
}

/** The ids of those with the labels of the query; null: labels don't matter. */
type Labelled = { readonly clusters: SQL | null; readonly applications: SQL | null }

async function labelledThen(scope: TenantScope, query: DeploymentQuery): Promise<Labelled> {
  const { clusterSelector, appSelector } = query
  const isMeant = [clusterSelector, appSelector].some((selector) => selector?.kind === 'terms')
  if (!isMeant) return { clusters: null, applications: null }
  const change = await labelChange(scope, query)
  const selected = (selector: Selector | null, kind: LabelledKind) =>
    selector?.kind === 'terms'
      ? selectedObjects(selector, { tenant: scope.tenant, kind, change })
      : null
  return {
    clusters: selected(clusterSelector, 'cluster'),
    applications: selected(appSelector, 'application'),
  }
}

/** The change after which a query asks for labels: the last one of its range; null: now. */
export async function labelChange(
  scope: TenantScope,
  { to, upTo }: Pick<DeploymentQuery, 'to' | 'upTo'>,
): Promise<number | null> {
  const atEnd = to === null ? null : await newestChange(scope, sql`at <= ${to}`)
  return atEnd === null || upTo === null ? (atEnd ?? upTo) : Math.min(atEnd, upTo)
}

async function findClusters(
  scope: TenantScope,
  { cluster }: DeploymentQuery,
  text: Text | null,
  labelled: Labelled,
): Promise<DeploymentCandidates['clusters']> {
  const ever = (isMeant: SQL) => few(scope, clustersEver(scope, isMeant))
  const ofText = text?.ofCluster ?? null
  const named = cluster === null ? EVERY_CLUSTER : await ever(sql`c.name = ${cluster}`)
  const { clusters } = labelled
  return {
    wanted: clusters === null ? named : await both(scope, named, await few(scope, clusters)),
    withText: ofText === null ? EVERY_CLUSTER : await ever(ofText(sql`c.name`)),
  }
}

/** The times of the query as changes, whose numbers increase with time. */
async function timeBounds(scope: TenantScope, { from, to, upTo, begun }: DeploymentQuery) {
  const before = to === null ? null : await newestChange(scope, sql`at < ${to}`)
  return {
    last: before === null || upTo === null ? (before ?? upTo) : Math.min(before, upTo),
    endedAfter: from === null || begun ? null : await newestChange(scope, sql`at <= ${from}`),
    begunAfter: from === null || !begun ? null : await newestChange(scope, sql`at < ${from}`),
  }
}

type Text = {
  /** Matches an application by its name, `team/name`, and one of its versions. */
  readonly ofApplication: (name: SQL, version: SQL) => SQL
  readonly ofName: (name: SQL) => SQL
  /** Matches a cluster by its name; null: the text spans several names, so each deployment is checked. */
  readonly ofCluster: ((name: SQL) => SQL) | null
}

const never = () => sql`false`

/** The text is searched in `team/application cluster version`; none of these contains a space. */
function textOf(text: string): Text {
  const [first = '', second, third, ...more] = text.split(' ')
  if (second === undefined) {
    const holds = (value: SQL) => sql`strpos(${value}, ${text}) > 0`
    return {
      ofApplication: (name, version) => sql`${holds(name)} or ${holds(version)}`,
      ofName: holds,
      ofCluster: holds,
    }
  }
  const endsWith = (value: SQL) => sql`right(${value}, ${first.length}) = ${first}`
  if (third === undefined) {
    return {
      ofApplication: (name, version) =>
        sql`${endsWith(name)} or starts_with(${version}, ${second})`,
      ofName: never,
      ofCluster: null,
    }
  }
  return {
    ofApplication: (name, version) =>
      sql`${more.length === 0} and ${endsWith(name)} and starts_with(${version}, ${third})`,
    ofName: never,
    ofCluster: null,
  }
}

function isNone(set: ClusterSet): boolean {
  return set.kind === 'few' && set.ids.length === 0
}

/** The ids of clusters that exist or once did. */
function clustersEver({ tenant }: TenantScope, isMeant: SQL): SQL {
  return sql`select distinct c.object from revisions c
    where c.tenant = ${tenant} and c.kind = 'cluster' and ${isMeant}`
}

async function findApplications(
  scope: TenantScope,
  query: DeploymentQuery,
  text: Text | null,
  labelled: Labelled,
): Promise<CandidateApplication[]> {
  const { tx, tenant } = scope
  const varied = sql`bool_or(${variesByPair(sql`r.body`)})`
  // What a managed one has is in its releases.
  const hasText =
    text === null
      ? sql`true`
      : sql`${varied} or bool_or(${text.ofApplication(sql`r.team || '/' || r.name`, sql`lower(${sourceOfBody(sql`r.body`).revision})`)})`
  const isNamedSo = text === null ? sql`true` : text.ofName(sql`r.team || '/' || r.name`)
  const conditions = [
    sql`r.tenant = ${tenant} and r.kind = 'application'`,
    ...(query.upTo === null ? [] : [sql`r.began <= ${query.upTo}`]),
    ...narrowing(scope, query, labelled),
  ]
  return readRows(tx, candidateApplication)`
    select r.object as id, r.team, r.name, ${hasText} as "hasText", ${isNamedSo} as "isNamedSo",
      ${varied} as "varies"
    from revisions r where ${sql.join(conditions, sql` and `)}
    group by r.object, r.team, r.name order by r.team, r.name, r.object`
}

function narrowing(
  { tenant }: TenantScope,
  { namespace, application, teams }: DeploymentQuery,
  { applications }: Labelled,
): SQL[] {
  return [
    ...(applications === null ? [] : [sql`r.object in (${applications})`]),
    ...(namespace === null ? [] : [sql`r.team = ${namespace}`]),
    ...(application === null ? [] : [sql`r.name = ${application}`]),
    ...(teams === null
      ? []
      : [isOfTeams(tenant, { team: sql`r.team`, began: sql`r.began` }, teams)]),
  ]
}

const newest = z.strictObject({ id: z.int() })

/** The newest change with a property; 0: there is none. Times never decrease. */
async function newestChange({ tx, tenant }: TenantScope, holds: SQL): Promise<number> {
  const row = await readRow(tx, newest)`
    select id from changes where tenant = ${tenant} and ${holds} order by at desc, id desc limit 1`
  return row?.id ?? 0
}

/** Those of the applications whose placements have sources of their own, or once had. */
export function varyingAmong({ applications }: DeploymentCandidates): number[] {
  return applications.filter(({ varies }) => varies).map(({ id }) => id)
}

/** Whether a placement `p` is where the query looks; null: it looks everywhere. */
export function isWanted({ applications, clusters }: DeploymentCandidates): SQL {
  const { wanted, withText } = clusters
  const ofText = applications.filter(({ hasText }) => hasText).map(({ id }) => id)
  const hasText =
    withText.kind === 'all' || ofText.length === applications.length
      ? sql`true`
      : sql`(p.application_id = any(${sql.param(ofText)}::int[])
          or ${isAmong(sql`p.cluster_id`, withText)})`
  return sql`${isAmong(sql`p.cluster_id`, wanted)} and ${hasText}`
}
