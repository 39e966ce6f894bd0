// What clusters say of an application that others need, and whether it is in Git for those that never said anything.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import { type PairSql, sourceAfter } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'

export type ReleasedOn = {
  readonly application: number
  readonly clusters: readonly number[]
  /** Of each cluster, the commit that is released there; null: whatever the branch has. */
  readonly commits: readonly (string | null)[]
}

const clusters = z.array(z.int())

const saidRow = z.strictObject({
  /** Those that ever reported. */
  reporting: clusters,
  /** Those whose newest report says that what is released there is healthy. */
  healthy: clusters,
  /** Of those that never reported, the ones on whose branch it is in Git. */
  published: clusters,
})
export type SaidOfReleased = z.infer<typeof saidRow>

const OK = sql.raw(`('healthy', 'suspended')`)

/** However old a report is, it is the newest. */
export async function readSaidOfReleased(
  { tx, tenant }: TenantScope,
  { application, clusters: asked, commits }: ReleasedOn,
): Promise<SaidOfReleased> {
  const pair = { application: sql`${application}::int`, cluster: sql`k.cluster` }
  const row = await readRow(tx, saidRow)`
    select coalesce(array_agg(k.cluster) filter (where r.cluster is not null), '{}') as reporting,
      coalesce(array_agg(k.cluster) filter (where o.state in ${OK}
        and (k.commit is null or o.revision = k.commit)), '{}') as healthy,
      coalesce(array_agg(k.cluster) filter (where case when r.cluster is null then ${isPublishedOn(tenant, pair, sql`k.commit`)} end),
        '{}') as published
    from unnest(${sql.param(asked)}::int[], ${sql.param(commits)}::text[]) k(cluster, commit)
    left join cluster_reports r on r.tenant = ${tenant} and r.cluster = k.cluster
    left join observations o on o.tenant = ${tenant} and o.cluster_id = k.cluster
      and o.application_id = ${application}`
  return row!
}

/** Whether a pair is in Git on the branch of its cluster with a commit; `commit` null in SQL: with any. */
export function isPublishedOn(tenant: number, pair: PairSql, commit: SQL): SQL<boolean> {
  return sql`exists (
    select from cluster_branches b
    join branches g on g.tenant = ${tenant} and g.name = b.branch
    join placements_all p on p.tenant = ${tenant} and p.application_id = ${pair.application}
      and p.cluster_id = ${pair.cluster} and p.began <= g.published_change
      and (p.ended is null or p.ended > g.published_change)
    cross join lateral (${sourceAfter(tenant, pair, sql`g.published_change`)}) s
    where b.tenant = ${tenant} and b.cluster = ${pair.cluster} and b.ended is null
      and (${commit} is null or s.repo_branch = ${commit}))`
}
