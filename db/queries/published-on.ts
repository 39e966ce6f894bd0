// What the newest commits of the clusters' branches hold for them.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { SOURCE_TYPES } from '#lib/domain/objects/application/packaging.ts'
import { readRows } from '../rows.ts'
import { sourceAfter } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'

const publishedRow = z.strictObject({
  cluster: z.string(),
  branch: z.string(),
  commit: z.string(),
  committedAt: z.date(),
  /** Null: the commit places nothing on the cluster, or something that waits for a release. */
  application: z
    .strictObject({
      team: z.string(),
      name: z.string(),
      sourceType: z.enum(SOURCE_TYPES),
      targetRevision: z.string(),
      /** When the branch got the manifest as it is. */
      since: z.iso.datetime({ offset: true }),
    })
    .nullable(),
})
export type PublishedRow = z.infer<typeof publishedRow>

/** A row for each application that is published on one of these clusters; clusters whose branch has no commit have none. */
export async function readPublishedOn(
  { tx, tenant }: TenantScope,
  clusters: readonly string[],
): Promise<PublishedRow[]> {
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  return readRows(tx, publishedRow)`
    select c.name as cluster, b.name as branch, b.tip as commit, tip.at as "committedAt",
      case when s.repo_branch is not null then json_build_object('team', a.team, 'name', a.name,
        'sourceType', coalesce(s.packaging->>'type', 'git'), 'targetRevision', s.repo_branch, 'since', born.at) end as application
    from revisions c
    join cluster_branches o on o.tenant = ${tenant} and o.cluster = c.object and o.ended is null
    join branches b on b.tenant = ${tenant} and b.name = o.branch
    cross join lateral (
      select u.published_at as at from publications u
      where u.tenant = ${tenant} and u.branch = b.name and u.change <= b.published_change
        and u.state = 'published'
      order by u.change desc limit 1
    ) tip
    left join placements_all p on p.tenant = ${tenant} and p.cluster_id = c.object
      and p.began <= b.published_change and (p.ended is null or p.ended > b.published_change)
    left join revisions a on a.tenant = ${tenant} and a.kind = 'application'
      and a.object = p.application_id and a.began <= b.published_change
      and (a.ended is null or a.ended > b.published_change)
    left join lateral (${sourceAfter(tenant, pair, sql`b.published_change`)}) s on a.object is not null
    left join lateral (
      select u.published_at as at from publications u
      where u.tenant = ${tenant} and u.branch = b.name
        and u.change >= greatest(p.began, s.began) and u.state = 'published'
      order by u.change limit 1
    ) born on true
    where c.tenant = ${tenant} and c.kind = 'cluster' and c.ended is null
      and c.name = any(${sql.param(clusters)}::text[]) and b.tip is not null`
}

const tipRow = z.strictObject({ branch: z.string(), tip: z.string().nullable() })

/** The newest commit of each branch. */
export async function readTips({ tx, tenant }: TenantScope): Promise<z.infer<typeof tipRow>[]> {
  return readRows(tx, tipRow)`
    select name as branch, tip from branches where tenant = ${tenant} order by name`
}
