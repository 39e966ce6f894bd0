// Placements that wait for a release, as the fleet in memory knows them, where the database is asked about placements.
import { type SQL, sql } from 'drizzle-orm'
import type { Unreleased } from '#lib/domain/fleet/unreleased.ts'
import { bytesOf } from '#lib/domain/sets/bit-bytes.ts'
import { hasId } from './pair-sources.ts'
import { hasTargets } from './placement-targets.ts'

/** Rows `application_id` and `clusters`, bits by the clusters' ids. */
function setsOf(unreleased: Unreleased): SQL {
  const bits = [...unreleased.values()].map((each) => Buffer.from(bytesOf(each)).toString('base64'))
  return sql`(select application_id, decode(bits, 'base64') as clusters
    from unnest(${sql.param([...unreleased.keys()])}::int[], ${sql.param(bits)}::text[])
      u(application_id, bits) offset 0)`
}

/** Whether a pair `p` isn't one of them. `unreleased` null: no application is managed. */
export function isOther(unreleased: Unreleased | null): SQL<boolean> {
  if (unreleased === null || unreleased.size === 0) return sql`true`
  return sql`not exists (select from ${setsOf(unreleased)} w
    where w.application_id = p.application_id and ${hasId(sql`w.clusters`, sql`p.cluster_id`)})`
}

/** They themselves, as rows of placements. */
export function unreleasedPlacements(tenant: number, unreleased: Unreleased): SQL {
  return sql`select p.* from ${setsOf(unreleased)} w cross join lateral (
      select * from placements p where p.tenant = ${tenant} and p.application_id = w.application_id
        and ${hasId(sql`w.clusters`, sql`p.cluster_id`)} offset 0) p`
}

/**
 * The pairs that a target was given to, or taken from, after a change, and those that have one whose directory may be another since.
 */
export function retargetedSince(tenant: number, change: SQL | number): SQL {
  const pairs = (isMeant: SQL) => sql`select application_id, cluster_id from placement_targets
    where tenant = ${tenant} and ${hasTargets(tenant)} and ${isMeant}`
  return sql`${pairs(sql`began > ${change}`)}
    union all ${pairs(sql`ended > ${change}`)}
    union all ${pairs(sql`ended is null and application_id = any(array(
      select object from revisions where tenant = ${tenant} and kind = 'application'
        and ended is null and targets_began > ${change}))`)}
    union all ${pairs(sql`ended is null and cluster_id = any(array(
      ${movedSince(tenant, change).clusters}))`)}`
}

/**
 * The ids of applications and of clusters of which a release, or an environment, began or ended after a change: what their
 * placements have may be another.
 */
export function movedSince(tenant: number, change: SQL | number) {
  return {
    applications: sql`select application_id from releases
        where tenant = ${tenant} and began > ${change}
      union select application_id from releases where tenant = ${tenant} and ended > ${change}`,
    clusters: sql`select k.object from revisions k where k.tenant = ${tenant} and k.began > ${change}
      and k.kind = 'cluster' and k.ended is null
      and k.body->>'environment' is distinct from (select b.body->>'environment' from revisions b
        where b.tenant = ${tenant} and b.kind = 'cluster' and b.object = k.object
          and b.began <= ${change} order by b.began desc limit 1)`,
  }
}
