import { type SQL, sql } from 'drizzle-orm'
import { readRows } from '../rows.ts'
import {
  type Deployment,
  deployment,
  type DeploymentPosition,
  type DeploymentQuery,
} from './deployment-query.ts'
import { namedOf } from './deployment-sources.ts'
import { targetAfter } from './placement-targets.ts'
import type { TenantScope } from './scope.ts'

export type DeploymentWindow = {
  readonly after: DeploymentPosition | null
  readonly limit: number
}

/**
 * A page of deployments, sorted. Changes and commits are looked up only for its rows, and the names of clusters, which are
 * the last sort key, only for rows that can be on it.
 */
export async function readSorted(
  { tx, tenant }: TenantScope,
  query: DeploymentQuery,
  versions: SQL,
  deployments: SQL,
  page: DeploymentWindow,
): Promise<Deployment[]> {
  const { after, limit } = page
  const possible = query.text === null ? firstGroups(query, deployments, page) : deployments
  const direction = query.descending ? sql`desc` : sql`asc`
  const pair = { application: sql`page.object`, cluster: sql`page.cluster_id` }
  return readRows(tx, deployment)`
    with ${versions}
    select page.namespace, page.application, page.cluster, page.object as "applicationId",
      page.cluster_id as "clusterId", page.version, page.repo_url as "repoUrl",
      page.repo_path as "repoPath",
      (select name from (${targetAfter(tenant, pair, sql`page.start`)}) t) as target, c.at as "from", ender.at as "to", page.start as change,
      page.ended as "endedBy", c.actor_name as actor, c.reason, published.commit,
      (c.impact->'rollback'->>'to')::bigint as "rollbackOf"
    from (select * from (${namedOf(tenant, query, possible)}) named where ${isBeyond(query, after)}
      order by start ${direction}, namespace, application, cluster limit ${limit}) page
    join changes c on c.tenant = ${tenant} and c.id = page.start
    left join changes ender on ender.tenant = ${tenant} and ender.id = page.ended
    left join lateral (
      select p.commit from cluster_branches b
      join publications p on p.tenant = b.tenant and p.branch = b.branch and p.change = page.start
      where b.tenant = ${tenant} and b.cluster = page.cluster_id
        and b.began <= page.start and (b.ended is null or b.ended > page.start)
    ) published on true
    order by page.start ${direction}, page.namespace, page.application, page.cluster`
}

/** As many as the page needs, and all that began with the last of them and belong to its application. */
function firstGroups(
  { descending }: DeploymentQuery,
  deployments: SQL,
  { after, limit }: DeploymentWindow,
): SQL {
  const first = (isMeant: SQL) => sql`select * from (${deployments}) d where ${isMeant}
    order by start ${descending ? sql`desc` : sql`asc`}, namespace, application
    fetch first (${limit}) rows with ties`
  if (after === null) return first(sql`true`)
  const group = sql`(${after.namespace}, ${after.application})`
  const isOfChange = sql`start = ${after.change}`
  const isOfLater = sql`start ${comparison(descending)} ${after.change}`
  return sql`select * from (${deployments}) d where ${isOfChange} and (namespace, application) = ${group}
    union all (${first(sql`(${isOfLater} or (${isOfChange} and (namespace, application) > ${group}))`)})`
}

function isBeyond({ descending }: DeploymentQuery, after: DeploymentPosition | null): SQL {
  if (after === null) return sql`true`
  return sql`(start ${comparison(descending)} ${after.change} or (start = ${after.change}
    and (namespace, application, cluster) > (${after.namespace}, ${after.application}, ${after.cluster})))`
}

function comparison(descending: boolean): SQL {
  return descending ? sql`<` : sql`>`
}
