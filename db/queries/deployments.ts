// Deployments: where a placement's interval and a version of its application overlap. Computed when read, by walking
// over the changes, so that a page costs a page.
import { type SQL, sql } from 'drizzle-orm'
import { exactly, type Total } from '#lib/domain/total.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

export type Deployment = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  /** The branch, tag or commit that the application named. */
  readonly version: string
  readonly repoUrl: string
  readonly repoPath: string
  readonly from: Date
  /** Null: it is still there. */
  readonly to: Date | null
  readonly change: number
  readonly endedBy: number | null
  readonly actor: string
  readonly reason: string | null
  /** The commit that brought the change to the cluster's branch; null: not yet. */
  readonly commit: string | null
}

export type DeploymentQuery = {
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** Deployments that were there at some time within these; null: open. */
  readonly from: Date | null
  readonly to: Date | null
  /** Only what this change began or ended; null: everything. */
  readonly change: number | null
  /** Only what began by this change or before, as it was known then; null: everything. */
  readonly upTo: number | null
  readonly teams: readonly string[] | null
  /** Part of the team's, the application's or the cluster's name, or of the version, in any case. */
  readonly text: string | null
  /** Newest first. */
  readonly descending: boolean
}

export type DeploymentCursor = Pick<Deployment, 'change' | 'namespace' | 'application' | 'cluster'>

type Raw = Omit<Deployment, 'from' | 'to'> & { from: string; to: string | null }

/** A page of them; commits are looked up for its rows alone. */
export async function listDeployments(
  scope: TenantScope,
  query: DeploymentQuery,
  page: { readonly after: DeploymentCursor | null; readonly limit: number },
): Promise<Deployment[]> {
  const direction = query.descending ? sql`desc` : sql`asc`
  const rows = await scope.tx.execute<Raw>(sql`
    with ${versions(scope, query)}
    select page.namespace, page.application, page.cluster, page.version, page."repoUrl",
      page."repoPath", page."from", page."to", page.change, page."endedBy", page.actor, page.reason,
      published.commit
    from (select d.namespace, d.application, k.name as cluster, d.version, d.repo_url as "repoUrl",
      d.repo_path as "repoPath", c.at as "from", ender.at as "to", c.id as change,
      d.ended as "endedBy", c.actor_name as actor, c.reason, d.cluster_id
    ${deployments(scope, query, page.after)}
    left join changes ender on ender.tenant = ${scope.tenant} and ender.id = d.ended
    where ${timeFilter(query)}
    order by c.id ${direction}, d.namespace, d.application, k.name limit ${page.limit}) page
    left join lateral (
      select p.commit from cluster_branches b
      join publications p on p.tenant = b.tenant and p.branch = b.branch and p.change = page.change
      where b.tenant = ${scope.tenant} and b.cluster = page.cluster_id
        and b.began <= page.change and (b.ended is null or b.ended > page.change)
    ) published on true
    order by page.change ${direction}, page.namespace, page.application, page.cluster`)
  return rows.map((row) => ({
    ...row,
    from: new Date(row.from),
    to: row.to === null ? null : new Date(row.to),
  }))
}

/** How many deployments a query keeps. All of them are summed up from what each change began. */
export async function countDeployments(scope: TenantScope, query: DeploymentQuery): Promise<Total> {
  if (keepsAll(query)) return exactly(await totalUpTo(scope, query.upTo))
  return countRows(
    scope,
    sql`with ${versions(scope, query)}
      select ${deployments(scope, query, null)}
      left join changes ender on ender.tenant = ${scope.tenant} and ender.id = d.ended
      where ${timeFilter(query)}`,
  )
}

function keepsAll(query: DeploymentQuery): boolean {
  return Object.entries(query).every(
    ([key, value]) => value === null || key === 'upTo' || key === 'descending',
  )
}

/**
 * A deployment begins where a placement does (`added`), or where its application takes another version (`changed`: its
 * repository, branch and path are all that the file of a placement tells of it besides its name).
 */
async function totalUpTo({ tx, tenant }: TenantScope, upTo: number | null): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(sql`
    select coalesce(sum(added + changed), 0)::bigint as total from changes
    where tenant = ${tenant} and ${upTo === null ? sql`true` : sql`id <= ${upTo}`}`)
  return row!.total
}

/** Unbroken stretches of revisions that name one repository, branch and path. */
function versions({ tenant }: TenantScope, query: DeploymentQuery): SQL {
  const conditions = [
    sql`tenant = ${tenant} and kind = 'application'`,
    ...(query.namespace === null ? [] : [sql`team = ${query.namespace}`]),
    ...(query.application === null ? [] : [sql`name = ${query.application}`]),
    ...(query.teams === null ? [] : [sql`team = any(${sql.param(query.teams)}::text[])`]),
    ...(query.upTo === null ? [] : [sql`began <= ${query.upTo}`]),
  ]
  const ended =
    query.upTo === null ? sql`ended` : sql`case when ended <= ${query.upTo} then ended end as ended`
  const source = sql`body->>'repo_url', body->>'repo_branch', body->>'repo_path'`
  return sql`revised as (
      select object, team, name, body, began, ${ended},
        (${source}) is distinct from lag((${source})) over (partition by object order by began) as fresh
      from revisions where ${sql.join(conditions, sql` and `)}
    ), counted as (
      select *, count(*) filter (where fresh) over (partition by object order by began) as version_number
      from revised
    ), versions as materialized (
      select object, min(team) as namespace, min(name) as application,
        min(body->>'repo_branch') as version, min(body->>'repo_url') as repo_url,
        min(body->>'repo_path') as repo_path, min(began) as began,
        case when bool_or(ended is null) then null else max(ended) end as ended
      from counted group by object, version_number
    )`
}

function deployments(
  { tenant }: TenantScope,
  query: DeploymentQuery,
  after: DeploymentCursor | null,
): SQL {
  return sql`from ${placed(tenant, query)}
    cross join lateral (select placed.namespace, placed.application, placed.version,
      placed.repo_url, placed.repo_path, placed.cluster_id,
      least(placed.ended, placed.placement_ended) as ended) d
    join lateral (
      select r.name from revisions r where r.tenant = ${tenant} and r.kind = 'cluster'
        and r.object = d.cluster_id order by r.began desc limit 1
    ) k on ${query.cluster === null ? sql`true` : sql`k.name = ${query.cluster}`}
      and c.tenant = ${tenant}
      and ${query.upTo === null ? sql`true` : sql`c.id <= ${query.upTo}`}
      and ${textFilter(query.text)} and ${beyond(query, after)}`
}

/** Every deployment beside the change `c` that began it: by walking over the changes, or over what one of them moved. */
function placed(tenant: number, { change, upTo }: DeploymentQuery): SQL {
  if (change === null) {
    return sql`changes c cross join lateral (${begunBy(sql`c.id`, tenant, upTo)}) placed`
  }
  const begun = begunBy(sql`${change}::bigint`, tenant, upTo)
  const isKnown = upTo === null || change <= upTo
  const moved = isKnown ? sql`${begun} union all ${endedBy(change, tenant)}` : begun
  return sql`(${moved}) placed cross join lateral (
    select * from changes where tenant = ${tenant} and id = placed.start limit 1) c`
}

function begunBy(change: SQL, tenant: number, upTo: number | null): SQL {
  const ended = upTo === null ? sql`p.ended` : sql`case when p.ended <= ${upTo} then p.ended end`
  return sql`select v.*, p.cluster_id, ${ended} as placement_ended, ${change} as start
      from placements_all p join versions v on v.object = p.application_id
        and v.began <= ${change} and (v.ended is null or v.ended > ${change})
      where p.tenant = ${tenant} and p.began = ${change}
      union all
      select v.*, p.cluster_id, ${ended}, ${change}
      from versions v join placements_all p on p.tenant = ${tenant} and p.application_id = v.object
        and p.began < ${change} and (p.ended is null or p.ended > ${change})
      where v.began = ${change}`
}

/** Where a placement ended, or went on with another version of its application. */
function endedBy(change: number, tenant: number): SQL {
  return sql`select v.*, p.cluster_id, p.ended, greatest(p.began, v.began)
      from placements_past p join versions v on v.object = p.application_id
        and v.began < ${change} and (v.ended is null or v.ended >= ${change})
      where p.tenant = ${tenant} and p.ended = ${change}
      union all
      select v.*, p.cluster_id, v.ended, greatest(p.began, v.began)
      from versions v join placements_all p on p.tenant = ${tenant} and p.application_id = v.object
        and p.began < ${change} and (p.ended is null or p.ended > ${change})
      where v.ended = ${change}`
}

function textFilter(text: string | null): SQL {
  if (text === null) return sql`true`
  return sql`concat(d.namespace, '/', d.application, ' ', k.name, ' ', d.version)
    ilike ${likePattern(text)}`
}

function beyond({ descending }: DeploymentQuery, after: DeploymentCursor | null): SQL {
  if (after === null) return sql`true`
  const comparison = descending ? sql`<` : sql`>`
  return sql`(c.id ${comparison} ${after.change} or (c.id = ${after.change}
    and (d.namespace, d.application, k.name) > (${after.namespace}, ${after.application}, ${after.cluster})))`
}

function timeFilter({ from, to }: DeploymentQuery): SQL {
  return sql.join(
    [
      sql`true`,
      ...(from === null ? [] : [sql`(ender.at is null or ender.at > ${from.toISOString()})`]),
      ...(to === null ? [] : [sql`c.at < ${to.toISOString()}`]),
    ],
    sql` and `,
  )
}
