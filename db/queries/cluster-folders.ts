// The branches with a folder of a cluster: the one that it is on, and those that it left and that weren't cleared.
import { typeOf } from './cluster-types.ts'
import { and, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { packagingSchema } from '#lib/domain/objects/application/source-json.ts'
import { readRows } from '../rows.ts'
import { clusterBranches } from '../schema/branch.ts'
import { holds } from './conditions.ts'
import { sourceAfter } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'

/** The last stay of each cluster on each branch; earlier ones say nothing about the folder's contents. */
const lastStays = (tenant: number, clusters: readonly number[]) => sql`
  select distinct on (cluster, branch) cluster, branch, began, ended
  from cluster_branches
  where tenant = ${tenant} and cluster = any(${sql.param(clusters)}::int[]) and vacated is null
  order by cluster, branch, began desc`

const folderRow = z.strictObject({
  branch: z.string(),
  isCurrent: z.boolean(),
  /** The change with which the cluster came, or left; and when that was accepted. */
  change: z.int(),
  since: z.date(),
  isPublished: z.boolean(),
})
export type FolderRow = z.infer<typeof folderRow>

/** The folders of a cluster, the current one first, then those that it left, the newest first. */
export async function foldersOfCluster(
  { tx, tenant }: TenantScope,
  cluster: number,
): Promise<FolderRow[]> {
  return readRows(tx, folderRow)`
    with stays as (${lastStays(tenant, [cluster])})
    select s.branch, s.ended is null as "isCurrent", c.id as change, c.at as since,
      coalesce(p.state = 'published', false) as "isPublished"
    from stays s
    join changes c on c.tenant = ${tenant} and c.id = coalesce(s.ended, s.began)
    left join publications p on p.tenant = ${tenant} and p.branch = s.branch and p.change = c.id
    order by s.ended desc nulls first`
}

/**
 * A folder that a cluster left, with the bodies of the objects in it: of the applications that had a manifest, with the source
 * that they had it from, and of the teams of all that was placed.
 */
const leftFolderRow = z.strictObject({
  branch: z.string(),
  /** The change with which it left. */
  ended: z.int(),
  /** The cluster as it was after it had left. */
  cluster: z.unknown(),
  clusterId: z.int(),
  /** The cluster as it was until then. */
  before: z.unknown(),
  /** Its type at that time; null: as nobody had edited it. */
  type: z.unknown(),
  applications: z.array(
    z.strictObject({
      object: z.int(),
      body: z.unknown(),
      source: z.strictObject({
        repoUrl: z.string(),
        repoBranch: z.string(),
        repoPath: z.string(),
        packaging: packagingSchema.nullable(),
      }),
    }),
  ),
  teams: z.array(z.unknown()),
})
export type LeftFolderRow = z.infer<typeof leftFolderRow>

/** The folders that clusters left, by cluster, then by branch. */
export async function foldersLeftBy(
  { tx, tenant }: TenantScope,
  clusters: readonly number[],
): Promise<LeftFolderRow[]> {
  if (clusters.length === 0) return []
  const typeThen = sql`t.began <= h.ended and (t.ended is null or t.ended > h.ended)`
  const pair = { application: sql`p.application_id`, cluster: sql`h.cluster` }
  return readRows(tx, leftFolderRow)`
    with stays as (${lastStays(tenant, clusters)}),
      left_behind as (select * from stays where ended is not null),
      placed as (
        select h.cluster, h.branch, h.ended, a.team, case when s.repo_url is not null then
          jsonb_build_object('object', a.object, 'body', a.body, 'source', jsonb_build_object('repoUrl', s.repo_url,
            'repoBranch', s.repo_branch, 'repoPath', s.repo_path, 'packaging', s.packaging))
          end as delivered
        from left_behind h
        join placements_all p on p.tenant = ${tenant} and p.cluster_id = h.cluster
          and p.began < h.ended and (p.ended is null or p.ended >= h.ended)
        join revisions a on a.tenant = ${tenant} and a.kind = 'application'
          and a.object = p.application_id and a.began < h.ended
          and (a.ended is null or a.ended >= h.ended)
        left join lateral (${sourceAfter(tenant, pair, sql`h.ended - 1`)}) s on true)
    select h.branch, h.ended, c.body as cluster, h.cluster as "clusterId",
      (select b.body from revisions b where b.tenant = ${tenant} and b.kind = 'cluster'
        and b.object = h.cluster and b.began < h.ended
        and (b.ended is null or b.ended >= h.ended)) as before,
      ${typeOf(tenant, sql`c.body`, typeThen)} as type,
      (select coalesce(json_agg(p.delivered), '[]') from placed p
        where p.cluster = h.cluster and p.branch = h.branch and p.delivered is not null) as applications,
      (select coalesce(json_agg(t.body), '[]') from revisions t
        where t.tenant = ${tenant} and t.kind = 'team' and t.began < h.ended
          and (t.ended is null or t.ended >= h.ended)
          and t.name in (select p.team from placed p
            where p.cluster = h.cluster and p.branch = h.branch)) as teams
    from left_behind h
    left join revisions c on c.tenant = ${tenant} and c.kind = 'cluster' and c.object = h.cluster
      and c.began <= h.ended and (c.ended is null or c.ended > h.ended)
    order by h.cluster, h.branch`
}

const tellerRow = z.strictObject({
  kind: z.enum(['config', 'config-schema']),
  object: z.int(),
  body: z.unknown(),
})

/** The configs and config schemas as they were until a change. */
export async function tellersBefore(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<z.infer<typeof tellerRow>[]> {
  return readRows(tx, tellerRow)`
    select kind, object, body from revisions
    where tenant = ${tenant} and kind in ('config', 'config-schema')
      and began < ${change} and (ended is null or ended >= ${change})`
}

/** Records that a branch loses the folder that a cluster left there. */
export async function vacateBranch(
  { tx, tenant }: TenantScope,
  change: number,
  cluster: number,
  branch: string,
): Promise<void> {
  await tx
    .update(clusterBranches)
    .set({ vacated: change })
    .where(
      and(
        holds(clusterBranches, { tenant, cluster, branch, vacated: null }),
        isNotNull(clusterBranches.ended),
      ),
    )
}
