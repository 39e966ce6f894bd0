// Checks what constraints of the tables don't, because that would cost each save too much. Tests may ask at any time.
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Transaction } from '../client.ts'
import { isManaged } from '../queries/pair-sources.ts'
import { sourceRow, toldPackaging } from '../queries/source-of-body.ts'

/** Every inconsistency in the rows of the transaction's tenant, a sentence each. */
export async function inconsistencies(tx: Transaction): Promise<string[]> {
  const found: string[] = []
  for (const question of QUESTIONS) {
    const rows = await tx.execute<{ fault: string }>(question)
    found.push(...rows.map((row) => row.fault))
  }
  return found
}

const QUESTIONS: readonly SQL[] = [
  sql`
    select format('placement (%s, %s) from %s begins before the one that it follows has ended',
      application_id, cluster_id, next) as fault
    from (
      select *, lead(began) over (partition by application_id, cluster_id order by began) as next
      from placements_all
    ) as intervals
    where next is not null and (ended is null or next <= ended)`,
  sql`
    with lives as (
      select kind, object, min(began) as began, nullif(max(coalesce(ended, 9e18)), 9e18) as ended
      from revisions group by kind, object
    )
    select format('placement (%s, %s) from %s has no %s over all of its time',
      application_id, cluster_id, p.began, wanted.kind) as fault
    from placements_all p,
      lateral (values ('application', application_id), ('cluster', cluster_id)) as wanted (kind, object)
    where not exists (
      select from lives
      where lives.kind = wanted.kind and lives.object = wanted.object and lives.began <= p.began
        and coalesce(p.ended, 9e18) <= coalesce(lives.ended, 9e18))`,
  sql`
    select format('%s %s has a gap or an overlap at %s', kind, object, next) as fault
    from (
      select *, lead(began) over (partition by kind, object order by began) as next from revisions
    ) as intervals
    where next is not null and ended is distinct from next`,
  sql`
    select format('the source of application %s began with %s, and not with %s', object, told, source_began) as fault
    from (
      select object, source_began, max(began) filter (where fresh) over (partition by object order by began) as told
      from (
        select *, ${sourceRow(sql`body`)} is distinct from
          lag(${sourceRow(sql`body`)})
            over (partition by object order by began) as fresh
        from revisions where kind = 'application'
      ) as revised
    ) as sourced
    where source_began is distinct from told`,
  sql`
    select format('the targets of application %s began with %s, and not with %s', object, told, targets_began) as fault
    from (
      select object, targets_began, max(began) filter (where fresh) over (partition by object order by began) as told
      from (
        select *, coalesce(body->'targets', '[]') is distinct from
          lag(coalesce(body->'targets', '[]'), 1, '[]') over (partition by object order by began) as fresh
        from revisions where kind = 'application'
      ) as revised
    ) as targeted
    where targets_began is distinct from told`,
  sql`
    select format('application %s was managed until %s, and not until %s', object, told, managed_until) as fault
    from (
      select object, managed_until, case when not is_managed
        then max(ended) filter (where is_managed) over (partition by object order by began) end as told
      from (
        select *, ${isManaged(sql`body`)} as is_managed from revisions where kind = 'application'
      ) as revised
    ) as managed
    where managed_until is distinct from told`,
  sql`
    select format('label %s of %s %s from %s begins before the one that it follows has ended',
      key, kind, object, next) as fault
    from (
      select *, lead(began) over (partition by kind, object, key order by began) as next from labels
    ) as intervals
    where next is not null and (ended is null or next < ended)`,
  sql`
    select format('label %s is on a %s %s that is no more', key, kind, object) as fault
    from labels l
    where ended is null and not exists (
      select from revisions r
      where r.kind = l.kind and r.object = l.object and r.ended is null)`,
  sql`
    select format('cluster %s is on two branches at %s', cluster, next) as fault
    from (
      select *, lead(began) over (partition by cluster order by began) as next from cluster_branches
    ) as intervals
    where next is not null and (ended is null or next < ended)`,
  sql`
    select format('%s has two bases in %s at %s', application_id, environment, next) as fault
    from (
      select *, lead(began) over (partition by application_id, environment order by began) as next
      from releases where clusters is null
    ) as intervals
    where next is not null and (ended is null or next < ended)`,
  sql`
    with lives as (
      select object, min(began) as began, nullif(max(coalesce(ended, 9e18)), 9e18) as ended
      from revisions where kind = 'application' group by object
    )
    select format('release %s has no application over all of its time', id) as fault
    from releases e
    where not exists (
      select from lives
      where lives.object = e.application_id and lives.began <= e.began
        and coalesce(e.ended, 9e18) <= coalesce(lives.ended, 9e18))`,
  sql`
    select format('release %s is of an application that isn’t managed', e.id) as fault
    from releases e join revisions a on a.kind = 'application' and a.object = e.application_id
      and a.began < coalesce(e.ended, 9e18) and coalesce(a.ended, 9e18) > e.began
    where not ${isManaged(sql`a.body`)}`,
  sql`
    select format('release %s is a base, or not of the branch that is followed', e.id) as fault
    from releases e join revisions a on a.kind = 'application' and a.object = e.application_id
      and a.began < coalesce(e.ended, 9e18) and coalesce(a.ended, 9e18) > e.began
    where a.body->'depends_on' <> '[]' and (e.clusters is null or a.body->>'follow' = 'branch'
      and (e.version is not null or (e.repo_url, e.repo_branch, e.repo_path,
          ${toldPackaging(sql`e.packaging`)})
        is distinct from ${sourceRow(sql`a.body`)}))`,
  sql`
    select format('target of (%s, %s) from %s begins before the one that it follows has ended',
      application_id, cluster_id, next) as fault
    from (
      select *, lead(began) over (partition by application_id, cluster_id order by began) as next
      from placement_targets
    ) as intervals
    where next is not null and (ended is null or next < ended)`,
  sql`
    select format('target %s of (%s, %s) from %s has no placement over all of its time',
      target, application_id, cluster_id, t.began) as fault
    from placement_targets t
    where not exists (
      select from placements_all p
      where p.application_id = t.application_id and p.cluster_id = t.cluster_id
        and p.began <= t.began and coalesce(t.ended, 9e18) <= coalesce(p.ended, 9e18))`,
  sql`
    select format('(%s, %s) has a target %s from %s that its application has not in its environment',
      t.application_id, t.cluster_id, target, greatest(t.began, a.began, k.began)) as fault
    from placement_targets t
    join revisions a on a.kind = 'application' and a.object = t.application_id
      and a.began < coalesce(t.ended, 9e18) and coalesce(a.ended, 9e18) > t.began
    join revisions k on k.kind = 'cluster' and k.object = t.cluster_id
      and k.began < coalesce(least(t.ended, a.ended), 9e18)
      and coalesce(k.ended, 9e18) > greatest(t.began, a.began)
    where not coalesce(a.body->'targets', '[]') @> jsonb_build_array(
      jsonb_build_object('name', t.target, 'environment', k.body->>'environment'))`,
  sql`
    select format('decision of (%s, %s) from %s begins before the one that it follows has ended',
      policy_id, application_id, next) as fault
    from (
      select *, lead(began) over (partition by policy_id, application_id order by began) as next
      from decisions
    ) as intervals
    where next is not null and (ended is null or next < ended)`,
  sql`
    with lives as (
      select kind, object, min(began) as began, nullif(max(coalesce(ended, 9e18)), 9e18) as ended
      from revisions group by kind, object
    )
    select format('decision of (%s, %s) from %s has no %s over all of its time',
      policy_id, application_id, d.began, wanted.kind) as fault
    from decisions d, lateral (values ('target-policy', policy_id), ('application', application_id))
      as wanted (kind, object)
    where not exists (
      select from lives
      where lives.kind = wanted.kind and lives.object = wanted.object and lives.began <= d.began
        and coalesce(d.ended, 9e18) <= coalesce(lives.ended, 9e18))`,
  sql`
    select format('decision of (%s, %s) is of a policy that places without one from %s',
      policy_id, application_id, greatest(d.began, p.began)) as fault
    from decisions d join revisions p on p.kind = 'target-policy' and p.object = d.policy_id
      and p.began < coalesce(d.ended, 9e18) and coalesce(p.ended, 9e18) > d.began
    where coalesce(p.body->'scheduler', p.body->'pick', 'null') = 'null'`,
  sql`
    select format('decision of (%s, %s) names cluster %s, which is not there from %s on',
      policy_id, application_id, cluster, d.began) as fault
    from decisions d, generate_series(0, length(d.clusters) * 8 - 1) as cluster
    where get_bit(d.clusters, cluster) = 1 and not exists (
      select from revisions k where k.kind = 'cluster' and k.object = cluster
      group by k.object having min(k.began) <= d.began
        and max(coalesce(k.ended, 9e18)) >= coalesce(d.ended, 9e18))`,
  sql`select format('release %s is for no cluster', id) as fault from releases
    where clusters = '' and not current`,
  sql`
    select format('%s name the change %s, which there is not', source, number) as fault
    from (
      select 'placements' as source, unnest(array[began, ended]) as number from placements_all
      union select 'revisions', unnest(array[began, ended]) from revisions
      union select 'labels', unnest(array[began, ended]) from labels
      union select 'cluster branches', unnest(array[began, ended]) from cluster_branches
      union select 'releases', unnest(array[began, ended]) from releases
      union select 'targets', unnest(array[began, ended]) from placement_targets
      union select 'decisions', unnest(array[began, ended]) from decisions
    ) as numbers
    where number is not null and not exists (select from changes where id = number)`,
  sql`
    select format('%s placements are counted as %s', counted.total, placements_total) as fault
    from tenants, (select count(*) as total from placements) as counted
    where placements_total <> counted.total`,
  sql`
    select format('the newest change is %s, and not %s', newest.id, last_change) as fault
    from tenants, (select coalesce(max(id), 0) as id from changes) as newest
    where last_change <> newest.id`,
]
