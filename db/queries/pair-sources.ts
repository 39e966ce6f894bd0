// From which source a pair of an application and a cluster has its manifest, and since which change: as the application names
// it or, where it is managed, as its release there says; and from which directory of that, if the pair has a target.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { targetAfter } from './placement-targets.ts'
import type { TenantScope } from './scope.ts'
import { sourceOfBody, toldPackaging } from './source-of-body.ts'

/** The ids of a pair, in SQL. */
export type PairSql = { readonly application: SQL; readonly cluster: SQL }

/** Says of a revision of an application the same as `isManaged` of lib/domain; those from before there were such fields lack them. */
export function isManaged(body: SQL): SQL<boolean> {
  return sql`coalesce(${body}->>'follow' = 'versions' or ${body}->'depends_on' <> '[]', false)`
}

/**
 * Whether placements of an application, by a revision of it, can have other sources than those that it names: it is managed, or
 * has targets.
 */
export function variesByPair(body: SQL): SQL<boolean> {
  return sql`(${isManaged(body)} or coalesce(${body}->'targets' <> '[]', false))`
}

const varyingRow = z.strictObject({ id: z.int() })

/** The applications whose placements have sources of their own, or once had. */
export async function readVarying({ tx, tenant }: TenantScope): Promise<number[]> {
  const rows = await readRows(tx, varyingRow)`
    select distinct a.object as id from revisions a
    where a.tenant = ${tenant} and a.kind = 'application' and ${variesByPair(sql`a.body`)}`
  return rows.map(({ id }) => id)
}

/** Whether a set of bits has an id. */
export function hasId(bits: SQL, id: SQL): SQL<boolean> {
  return sql`case when ${id} < 8 * octet_length(${bits}) then get_bit(${bits}, ${id}) = 1 else false end`
}

/** What a cluster had in its field `environment` after a change; null: has now. */
export function environmentAfter(tenant: number, cluster: SQL, change: SQL | null): SQL<string> {
  return sql`(select k.body->>'environment' from revisions k where k.tenant = ${tenant}
    and k.kind = 'cluster' and k.object = ${cluster} and ${isBegun(sql`k.began`, change)}
    order by k.began desc limit 1)`
}

/**
 * The release that a pair has after a change, and since when at the latest: the hold on it, else the newest with a set that has
 * the cluster, else the base of its environment, else none. It says the same as `clustersByRelease` of lib/domain/releases/release.ts.
 */
export function releaseAfter(
  tenant: number,
  { application, cluster }: PairSql,
  change: SQL | null,
): SQL {
  return sql`select e.id, e.version, e.rollout, e.clusters is null as is_base, e.hold, e.environment,
      e.repo_url, e.repo_branch, e.repo_path, e.packaging, e.targets,
      greatest(e.began, ${environmentSince(tenant, cluster, change)}, ${coveredUntil(tenant, cluster, change)}) as began
    from releases e where e.tenant = ${tenant} and e.application_id = ${application}
      and e.environment = ${environmentAfter(tenant, cluster, change)} and ${isThereAfter('e', change)}
      and (e.clusters is null or ${hasId(sql`e.clusters`, cluster)})
    order by e.hold is null, e.clusters is null, e.id desc limit 1`
}

/** Until when another release may have held the cluster instead of a release `e`, as a rollout does that is rolled back. */
function coveredUntil(tenant: number, cluster: SQL, change: SQL | null): SQL<number | null> {
  return sql`(select o.ended from releases o where o.tenant = ${tenant}
    and o.application_id = e.application_id and o.environment = e.environment
    and o.ended > e.began and ${isBegun(sql`o.ended`, change)}
    and (o.clusters is null or ${hasId(sql`o.clusters`, cluster)})
    order by o.ended desc limit 1)`
}

/** Since when a cluster has its environment; null: since it is there. Its label says when that was edited. */
function environmentSince(tenant: number, cluster: SQL, change: SQL | null): SQL<number | null> {
  return sql`(select max(greatest(l.began, case when ${isBegun(sql`l.ended`, change)} then l.ended end))
    from labels l where l.tenant = ${tenant} and l.kind = 'cluster' and l.object = ${cluster}
      and l.key = 'environment' and ${isBegun(sql`l.began`, change)})`
}

/**
 * The source of a pair after a change, whatever its application follows, and since when at the latest; no row: it is managed, and
 * has no release there.
 */
export function sourceAfter(tenant: number, pair: PairSql, change: SQL | null): SQL {
  const own = sourceOfBody(sql`a.body`)
  return sql`select found.version, found.repo_url, found.repo_branch,
      coalesce(target.repo_path, found.repo_path) as repo_path,
      ${toldPackaging(sql`found.packaging`)} as packaging,
      greatest(found.began, target.since) as began
    from (
      select ${isManaged(sql`a.body`)} as is_managed, a.source_began, a.managed_until, a.targets_began, a.body
      from revisions a
      where a.tenant = ${tenant} and a.kind = 'application' and a.object = ${pair.application}
        and ${isBegun(sql`a.began`, change)}
      order by a.began desc limit 1
    ) a cross join lateral (
      select r.version, r.repo_url, r.repo_branch, r.repo_path, r.packaging, r.targets, r.began
        from (${releaseAfter(tenant, pair, change)}) r where a.is_managed
      union all
      select null, ${own.url}, ${own.revision}, ${own.path}, ${own.packaging}, null,
          greatest(a.source_began, a.managed_until)
        where not a.is_managed
    ) found left join lateral (${directoryAfter(tenant, pair, change)}) target on true`
}

/**
 * The directory of the target of a pair that has or had one, by a revision `a` of its application and by what is `found` to be
 * delivered to it: what the release says; else, of a branch, what the application says; else null. It says the same as
 * `applicationFrom` of lib/domain/releases/release.ts.
 */
function directoryAfter(tenant: number, pair: PairSql, change: SQL | null): SQL {
  const environment = environmentAfter(tenant, pair.cluster, change)
  const isOwn = sql`its.name is not null and found.targets is null and found.version is null`
  return sql`select case
        when ${isOwn} then (select each->>'repo_path' from jsonb_array_elements(a.body->'targets') each
          where each->>'name' = its.name and each->>'environment' = ${environment})
        else found.targets->>its.name end as repo_path,
      greatest(its.since, case when ${isOwn}
        then greatest(a.targets_began, ${environmentSince(tenant, pair.cluster, change)}) end) as since
    from (${targetAfter(tenant, pair, change)}) its`
}

/**
 * Since which change a pair has its source, whose row is `source`: what comes before it may give the same one, as the waves of a
 * rollout do before the last one. `placed`: the change that began the placement; before that nothing counts.
 */
export function sourceSince(tenant: number, pair: PairSql, source: SQL, placed: SQL): SQL<number> {
  return sql`(with recursive held as (
      select ${source}.began, ${source}.repo_url, ${source}.repo_branch, ${source}.repo_path,
        ${source}.packaging
      union all
      select b.began, b.repo_url, b.repo_branch, b.repo_path, b.packaging
      from held cross join lateral (${sourceAfter(tenant, pair, sql`held.began - 1`)}) b
      where held.began > ${placed} and (b.repo_url, b.repo_branch, b.repo_path, b.packaging)
        is not distinct from (held.repo_url, held.repo_branch, held.repo_path, held.packaging)
    ) select min(began) from held)`
}

/**
 * Since which change a pair that has a release has a manifest at all, which no release takes away again. `placed` and `source`:
 * the changes that began its placement and its present source.
 */
export function manifestSince(
  tenant: number,
  pair: PairSql,
  placed: SQL,
  source: SQL,
): SQL<number> {
  return sql`greatest(${placed}, least(${source}, (select min(e.began) from releases e
    where e.tenant = ${tenant} and e.application_id = ${pair.application}
      and (e.ended is null or e.ended > ${placed})
      and e.environment = ${environmentAfter(tenant, pair.cluster, sql`greatest(e.began, ${placed})`)}
      and (e.clusters is null or ${hasId(sql`e.clusters`, pair.cluster)}))))`
}

/**
 * The stretches of a placement in which it has one source, from its beginning on: rows of `version`, `repo_url`, `repo_branch`,
 * `repo_path`, `began` and `ended`. While it waits for a release there is none. `upTo`: as of which change; null: now.
 */
export function sourcesOver(
  tenant: number,
  pair: PairSql,
  placement: { readonly began: SQL; readonly ended: SQL },
  upTo: number | null,
): SQL {
  const { application, cluster } = pair
  const isWithin = (at: SQL) => sql`${at} > ${placement.began}
    and (${placement.ended} is null or ${at} < ${placement.ended})
    and ${upTo === null ? sql`true` : sql`${at} <= ${upTo}`}`
  const ofReleases = (at: SQL) => sql`select ${at} from releases e where e.tenant = ${tenant}
    and e.application_id = ${application} and ${isWithin(at)}
    and (e.clusters is null or ${hasId(sql`e.clusters`, cluster)})`
  const ofTarget = (at: SQL) => sql`select ${at} from placement_targets t where t.tenant = ${tenant}
    and t.application_id = ${application} and t.cluster_id = ${cluster} and ${isWithin(at)}`
  const ofLabel = (at: SQL) => sql`select ${at} from labels l where l.tenant = ${tenant}
    and l.kind = 'cluster' and l.object = ${cluster} and l.key = 'environment' and ${isWithin(at)}`
  return sql`select version, repo_url, repo_branch, repo_path, at as began, next as ended from (
      select *, lead(at) over (order by at) as next from (
        select t.at, f.version, f.repo_url, f.repo_branch, f.repo_path,
          (f.repo_url, f.repo_branch, f.repo_path, f.packaging) is distinct from
            lag((f.repo_url, f.repo_branch, f.repo_path, f.packaging)) over (order by t.at) as is_new
        from (
          select ${placement.began} as at
          union ${ofReleases(sql`e.began`)} union ${ofReleases(sql`e.ended`)}
          union ${ofTarget(sql`t.began`)} union ${ofTarget(sql`t.ended`)}
          union ${ofLabel(sql`l.began`)} union ${ofLabel(sql`l.ended`)}
          union select a.began from revisions a where a.tenant = ${tenant}
            and a.kind = 'application' and a.object = ${application} and ${isWithin(sql`a.began`)}
        ) t left join lateral (${sourceAfter(tenant, pair, sql`t.at`)}) f on true
      ) each where is_new
    ) stretch where repo_url is not null`
}

/** Whether a release, as `alias`, is there after a change; null: now. */
export function isThereAfter(alias: string, change: SQL | null): SQL<boolean> {
  const [began, ended] = [sql.raw(`${alias}.began`), sql.raw(`${alias}.ended`)]
  return change === null
    ? sql`${ended} is null`
    : sql`${began} <= ${change} and (${ended} is null or ${ended} > ${change})`
}

function isBegun(began: SQL, change: SQL | null): SQL<boolean> {
  return change === null ? sql`true` : sql`${began} <= ${change}`
}
