// What clusters say of an application that others need, and whether it is in Git for those that never said anything.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import { isOk } from './observed-state.ts'
import { type PairSql, sourceAfter } from './pair-sources.ts'
import type { TenantScope } from './scope.ts'

/** Where which commit of an application is released; null: whatever its branch has. No cluster is in two of them. */
export type ReleasedOn = { readonly commit: string | null; readonly clusters: readonly number[] }

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

/** However old a report is, it is the newest. Each cluster is looked up by itself, so that others cost nothing. */
export async function readSaidOfReleased(
  { tx, tenant }: TenantScope,
  application: number,
  released: readonly ReleasedOn[],
): Promise<SaidOfReleased> {
  const pair = { application: sql`${application}::int`, cluster: sql`asked.cluster` }
  const ids = released.flatMap(({ clusters }) => clusters)
  const parts = released.flatMap(({ clusters }, index) => clusters.map(() => index + 1))
  const commits = released.map(({ commit }) => commit)
  const row = await readRow(tx, saidRow)`
    select coalesce(array_agg(asked.cluster) filter (where r.cluster is not null), '{}') as reporting,
      coalesce(array_agg(asked.cluster) filter (where ${isOk(sql`o.state`)}
        and (asked.commit is null or o.revision = asked.commit)), '{}') as healthy,
      coalesce(array_agg(asked.cluster) filter (where case when r.cluster is null then ${isPublishedOn(tenant, pair, sql`asked.commit`)} end),
        '{}') as published
    from (
      select k.cluster, (${sql.param(commits)}::text[])[k.part] as commit
      from unnest(${sql.param(ids)}::int[], ${sql.param(parts)}::int[]) k(cluster, part)
    ) asked
    left join lateral (
      select cluster from cluster_reports where tenant = ${tenant} and cluster = asked.cluster offset 0
    ) r on true
    left join lateral (
      select state, revision from observations
      where tenant = ${tenant} and cluster_id = asked.cluster and application_id = ${application}
      offset 0
    ) o on true`
  return row!
}

/**
 * Whether a pair is in Git on the branch of its cluster with a commit; `commit` null in SQL: with any. Each pair, and
 * its placements, are looked up by themselves: a join would walk through what is placed everywhere, or began before.
 */
export function isPublishedOn(tenant: number, pair: PairSql, commit: SQL): SQL<boolean> {
  return sql`exists (
    select from cluster_branches b
    join branches g on g.tenant = ${tenant} and g.name = b.branch
    cross join lateral (
      select began, ended from placements_all where tenant = ${tenant}
        and application_id = ${pair.application} and cluster_id = ${pair.cluster} offset 0
    ) p
    cross join lateral (${sourceAfter(tenant, pair, sql`g.published_change`)}) s
    where b.tenant = ${tenant} and b.cluster = ${pair.cluster} and b.ended is null
      and p.began <= g.published_change and (p.ended is null or p.ended > g.published_change)
      and (${commit} is null or s.repo_branch = ${commit})
    offset 0)`
}
