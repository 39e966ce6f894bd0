// Deployments in SQL: the overlaps of placements' intervals with versions of their applications.
import { type SQL, sql } from 'drizzle-orm'
import type { DeploymentCandidates } from './deployment-candidates.ts'
import { outcomeOfTold, toldOf } from './deployment-outcomes.ts'
import type { DeploymentQuery } from './deployment-query.ts'
import { likePattern } from './like-pattern.ts'
import { sourcesOver } from './pair-sources.ts'
import { sourceOfBody } from './source-of-body.ts'

/** As of which change it is known what began and ended. */
type Known = Pick<DeploymentQuery, 'upTo'>

/**
 * `versions`: stretches of revisions with the same source, of these applications; null: of every one but
 * those that are `varying`.
 */
export function versions(
  tenant: number,
  { upTo }: Known,
  applications: readonly number[] | null,
  varying: readonly number[],
): SQL {
  const conditions = [
    sql`tenant = ${tenant} and kind = 'application'`,
    ...(applications === null ? [] : [sql`object = any(${sql.param(applications)}::int[])`]),
    ...(varying.length === 0 ? [] : [sql`not object = any(${sql.param(varying)}::int[])`]),
    ...(upTo === null ? [] : [sql`began <= ${upTo}`]),
  ]
  const { url, revision, path } = sourceOfBody(sql`body`)
  const isOpen = upTo === null ? sql`ended is null` : sql`ended is null or ended > ${upTo}`
  return sql`versions as materialized (
      select object, min(team) as namespace, min(name) as application,
        min(${revision}) as version, min(${url}) as repo_url, min(${path}) as repo_path,
        source_began as began,
        case when bool_or(${isOpen}) then null else max(ended) end as ended
      from revisions where ${sql.join(conditions, sql` and `)} group by object, source_began
    )`
}

/**
 * Every deployment of some placements, given as rows of `application_id`, `cluster_id`, `began` and `ended`. `varying`: the
 * applications whose placements have sources of their own.
 */
export function deploymentsOf(
  tenant: number,
  query: Known,
  placements: SQL,
  varying: readonly number[],
): SQL {
  return withVarying(tenant, query, varying, placements, sql`true`, ofVersions(query, placements))
}

function ofVersions(query: Known, placements: SQL): SQL {
  return sql`select v.*, p.cluster_id, ${placementEnd(query)} as placement_ended,
      greatest(p.began, v.began) as start
    from (${placements}) p join versions v on v.object = p.application_id
      and (p.ended is null or v.began < p.ended) and (v.ended is null or v.ended > p.began)`
}

/** The same with those of placements that have sources of their own, if they are meant. */
function withVarying(
  tenant: number,
  query: Known,
  varying: readonly number[],
  placements: SQL,
  isMeant: SQL,
  others: SQL,
): SQL {
  if (varying.length === 0) return others
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const placement = { began: sql`p.began`, ended: sql`p.ended` }
  return sql`${others} union all select * from (
      select p.application_id as object, a.team as namespace, a.name as application,
        s.repo_branch as version, s.repo_url, s.repo_path, s.began, s.ended, p.cluster_id,
        ${placementEnd(query)} as placement_ended, s.began as start
      from (${placements}) p
      cross join lateral (select team, name from revisions where tenant = ${tenant}
        and kind = 'application' and object = p.application_id order by began limit 1) a
      cross join lateral (${sourcesOver(tenant, pair, placement, query.upTo)}) s
      where p.application_id = any(${sql.param(varying)}::int[])
    ) m where ${isMeant}`
}

/** The placements with sources of their own of which changes can have begun a deployment, or ended one. */
function touchedBy(tenant: number, varying: readonly number[], changes: SQL, isMeant: SQL): SQL {
  const isOne = (change: SQL) => sql`${change} = any(${changes})`
  return sql`select p.* from placements_all p where p.tenant = ${tenant}
    and p.application_id = any(${sql.param(varying)}::int[])
    and p.began <= (select max(id) from unnest(${changes}) id)
    and (p.ended is null or p.ended >= (select min(id) from unnest(${changes}) id))
    and (${isOne(sql`p.began`)} or ${isOne(sql`p.ended`)}
      or exists (select from releases e where e.tenant = ${tenant}
        and e.application_id = p.application_id and (${isOne(sql`e.began`)} or ${isOne(sql`e.ended`)}))
      or exists (select from revisions a where a.tenant = ${tenant} and a.kind = 'application'
        and a.object = p.application_id and ${isOne(sql`a.began`)})
      or exists (select from placement_targets t where t.tenant = ${tenant}
        and t.application_id = p.application_id and t.cluster_id = p.cluster_id
        and (${isOne(sql`t.began`)} or ${isOne(sql`t.ended`)}))
      or exists (select from labels l where l.tenant = ${tenant} and l.kind = 'cluster'
        and l.object = p.cluster_id and l.key = 'environment'
        and (${isOne(sql`l.began`)} or ${isOne(sql`l.ended`)})))
    and ${isMeant}`
}

/** The deployments that changes began. `isMeant` filters the placement `p`. */
export function begunBy(
  tenant: number,
  query: Known,
  changes: SQL,
  isMeant: SQL,
  varying: readonly number[],
): SQL {
  const touched = touchedBy(tenant, varying, changes, isMeant)
  const begun = begunWithVersions(tenant, query, changes, isMeant)
  return withVarying(tenant, query, varying, touched, sql`m.start = any(${changes})`, begun)
}

function begunWithVersions(tenant: number, query: Known, changes: SQL, isMeant: SQL): SQL {
  return sql`select v.*, p.cluster_id, ${placementEnd(query)} as placement_ended, p.began as start
      from placements_all p join versions v on v.object = p.application_id
        and v.began <= p.began and (v.ended is null or v.ended > p.began)
      where p.tenant = ${tenant} and p.began = any(${changes}) and ${isMeant}
      union all
      select v.*, p.cluster_id, ${placementEnd(query)}, v.began
      from versions v join placements_all p on p.tenant = ${tenant} and p.application_id = v.object
        and p.began < v.began and (p.ended is null or p.ended > v.began)
      where v.began = any(${changes}) and ${isMeant}`
}

/**
 * The same of changes that may have moved much, by one lookup for each version of that time: without statistics, as right after
 * an import, a join would compare each placement with each version.
 */
export function begunTogether(tenant: number, changes: SQL, varying: readonly number[]): SQL {
  const touched = touchedBy(tenant, varying, changes, sql`true`)
  const isMeant = sql`m.start = any(${changes})`
  const begun = begunTogetherWithVersions(tenant, changes)
  return withVarying(tenant, { upTo: null }, varying, touched, isMeant, begun)
}

function begunTogetherWithVersions(tenant: number, changes: SQL): SQL {
  const placed = (isMeant: SQL) => sql`(select p.cluster_id, p.began, p.ended from placements_all p
    where p.tenant = ${tenant} and p.application_id = v.object and ${isMeant} offset 0) p`
  return sql`select v.*, p.cluster_id, p.ended as placement_ended, p.began as start
      from versions v cross join lateral ${placed(sql`p.began = any(${changes})
        and p.began >= v.began and (v.ended is null or p.began < v.ended)`)}
      where v.began <= (select max(id) from unnest(${changes}) id)
        and (v.ended is null or v.ended > (select min(id) from unnest(${changes}) id))
      union all
      select v.*, p.cluster_id, p.ended, v.began
      from versions v cross join lateral ${placed(sql`p.began < v.began
        and (p.ended is null or p.ended > v.began)`)}
      where v.began = any(${changes})`
}

/** What a change ended: where a placement ended, or continued with another version of its application. */
export function endedBy(
  tenant: number,
  query: Known,
  change: number,
  isMeant: SQL,
  varying: readonly number[],
): SQL {
  const touched = touchedBy(tenant, varying, sql`array[${change}::bigint]`, isMeant)
  const isEnd = sql`least(m.ended, m.placement_ended) = ${change} and m.start < ${change}`
  const ended = endedWithVersions(tenant, change, isMeant)
  return withVarying(tenant, query, varying, touched, isEnd, ended)
}

function endedWithVersions(tenant: number, change: number, isMeant: SQL): SQL {
  return sql`select v.*, p.cluster_id, p.ended as placement_ended, greatest(p.began, v.began) as start
      from placements_past p join versions v on v.object = p.application_id
        and v.began < ${change} and (v.ended is null or v.ended >= ${change})
      where p.tenant = ${tenant} and p.ended = ${change} and ${isMeant}
      union all
      select v.*, p.cluster_id, v.ended, greatest(p.began, v.began)
      from versions v join placements_all p on p.tenant = ${tenant} and p.application_id = v.object
        and p.began < ${change} and (p.ended is null or p.ended > ${change})
      where v.ended = ${change} and ${isMeant}`
}

function placementEnd({ upTo }: Known): SQL {
  return upTo === null ? sql`p.ended` : sql`case when p.ended <= ${upTo} then p.ended end`
}

/** Those deployments that match the times, the change and the outcomes of the query. */
export function keptOf(
  tenant: number,
  query: DeploymentQuery,
  candidates: DeploymentCandidates,
  deployments: SQL,
): SQL {
  const { outcomes, observed, upTo } = query
  const kept = keptByChange(tenant, query, candidates, deployments)
  if (outcomes === null) return kept
  const asked = sql`select kept.*, kept.object as application_id from (${kept}) kept`
  return sql`select t.* from (${toldOf(tenant, asked, { change: upTo, ...observed }, OF_SOURCE)}) t
    where ${outcomeOfTold} = any(${sql.param([...outcomes])}::text[])`
}

const OF_SOURCE = ['object', 'namespace', 'application', 'version', 'repo_url', 'repo_path']

function keptByChange(
  tenant: number,
  { change, actor }: DeploymentQuery,
  { last, endedAfter, begunAfter }: DeploymentCandidates,
  deployments: SQL,
): SQL {
  const ended = sql`least(d.ended, d.placement_ended)`
  const conditions = [
    ...(change === null ? [] : [sql`(d.start = ${change} or ${ended} = ${change})`]),
    ...(actor === null
      ? []
      : [
          sql`d.start in (select id from changes where tenant = ${tenant} and actor_name = ${actor})`,
        ]),
    ...(last === null ? [] : [sql`d.start <= ${last}`]),
    ...(begunAfter === null ? [] : [sql`d.start > ${begunAfter}`]),
    ...(endedAfter === null ? [] : [sql`(${ended} is null or ${ended} > ${endedAfter})`]),
  ]
  return sql`select d.object, d.namespace, d.application, d.version, d.repo_url, d.repo_path, d.start,
      ${ended} as ended, d.cluster_id
    from (${deployments}) d where ${sql.join([sql`true`, ...conditions], sql` and `)}`
}

/** Deployments with their cluster's name, if they contain the text. */
export function namedOf(tenant: number, { text }: DeploymentQuery, deployments: SQL): SQL {
  const hasText =
    text === null
      ? sql`true`
      : sql`concat(d.namespace, '/', d.application, ' ', k.name, ' ', d.version)
          ilike ${likePattern(text)}`
  // A cluster's name never changes.
  return sql`select d.*, k.name as cluster
    from (${deployments}) d cross join lateral (
      select r.name from revisions r
      where r.tenant = ${tenant} and r.kind = 'cluster' and r.object = d.cluster_id
      order by r.began limit 1
    ) k
    where ${hasText}`
}
