// How far a tenant has come until its first placement runs.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const PROVEN = [
  'cluster',
  'repository',
  'token',
  'report',
  'team',
  'team-without-groups',
  'application',
  'target-policy',
  'placement',
] as const
export type Proven = (typeof PROVEN)[number]

const proof = z.strictObject({
  step: z.enum(PROVEN),
  /** A cluster, of the repository a branch, of a placement team, application and cluster as `ieb/app1/east-1`. */
  name: z.string(),
  at: z.date(),
})
export type Proof = z.infer<typeof proof>

const HAS_GROUPS = sql`jsonb_array_length(r.body->'groups') > 0`

/** One proof of each step that has any: the first that an index finds, so that a large fleet costs no more than a small one. */
export async function readFirstRun({ tx, tenant }: TenantScope): Promise<Proof[]> {
  const firstOf = (step: Proven, holds = sql`true`, kind: string = step) => sql`
    (select ${step} as step, r.name, c.at
      from (select r.name, r.began from revisions r
        where r.tenant = ${tenant} and r.kind = ${kind} and r.ended is null and ${holds}
        order by r.name limit 1) r
      join changes c on c.tenant = ${tenant} and c.id = r.began)`
  // Looked up for the one row: a join could read every cluster.
  const named = (kind: string, object: SQL) => sql`lateral (select r.team, r.name from revisions r
    where r.tenant = ${tenant} and r.kind = ${kind} and r.object = ${object} and r.ended is null
    limit 1)`
  return readRows(tx, proof)`
    ${firstOf('cluster')}
    union all ${firstOf('team', HAS_GROUPS)}
    -- Looked for while no team has groups, so it is the first one.
    union all ${firstOf(
      'team-without-groups',
      sql`not exists (select from revisions r where r.tenant = ${tenant} and r.kind = 'team'
        and r.ended is null and ${HAS_GROUPS})`,
      'team',
    )}
    union all ${firstOf('application')}
    union all ${firstOf('target-policy')}
    union all (select 'repository', p.branch, p.published_at from publications p
      where p.tenant = ${tenant} and p.state = 'published' order by p.branch, p.change limit 1)
    union all (select 'report', cluster.name, k.seen_at from cluster_reports k
      cross join ${named('cluster', sql`k.cluster`)} cluster
      where k.tenant = ${tenant} order by k.cluster limit 1)
    -- Where nothing has reported yet, clusters are few.
    union all (select 'token', cluster.name, t.last_used_at from tokens t
      cross join ${named('cluster', sql`t.cluster`)} cluster
      where t.tenant = ${tenant} and t.last_used_at is not null
        and not exists (select from cluster_reports k where k.tenant = ${tenant})
      order by t.last_used_at desc limit 1)
    union all (select 'placement', concat_ws('/', application.team, application.name, cluster.name),
        p.published_at
      from (select * from placements where tenant = ${tenant}
        order by began, application_id limit 1) placed
      cross join lateral (select * from cluster_branches b where b.tenant = ${tenant}
        and b.cluster = placed.cluster_id and b.ended is null limit 1) b
      join publications p on p.tenant = ${tenant} and p.branch = b.branch
        and p.change = greatest(placed.began, b.began) and p.state = 'published'
      cross join ${named('application', sql`placed.application_id`)} application
      cross join ${named('cluster', sql`placed.cluster_id`)} cluster)`
}
