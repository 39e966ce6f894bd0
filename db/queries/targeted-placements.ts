// Placements with a target of some name, now or after any past change. They are found by it, so that the others cost nothing.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { type ClusterSet, isAmong } from './cluster-sets.ts'
import { type AskedPair, askedPairs } from './pair-status.ts'
import { type CandidateApplication, isPlacedAt, placedAt } from './placement-candidates.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'

type Asked = Pick<PlacementQuery, 'change' | 'target'>

/** Whether a placement `p` has the target that is asked for, if one is. */
export function hasTarget(tenant: number, { change, target }: Asked): SQL<boolean> {
  if (target === null) return sql`true`
  // Looked up for each: a join is planned by statistics, which may be of another time.
  return sql`(select true from placement_targets t where t.tenant = ${tenant}
    and t.application_id = p.application_id and t.cluster_id = p.cluster_id
    and t.target = ${target} and ${aliveAfter('t', change)} limit 1) is not null`
}

/** Whether a placement `p` has no target, if that is asked for. */
export function lacksTarget(
  tenant: number,
  { change, withoutTarget }: Pick<PlacementQuery, 'change' | 'withoutTarget'>,
): SQL<boolean> {
  if (withoutTarget === null) return sql`true`
  return sql`(select true from placement_targets t where t.tenant = ${tenant}
    and t.application_id = p.application_id and t.cluster_id = p.cluster_id
    and ${aliveAfter('t', change)} limit 1) is null`
}

/** The placements of some applications, on some clusters, as the target leads to them; `applications` has the id of each. */
export function placementsWithTarget(
  tenant: number,
  { change, target }: Asked & { readonly target: string },
  isOfThem: (application: SQL) => SQL,
  clusters: ClusterSet,
): SQL {
  return sql`select p.* from (${pairsWithTarget(tenant, { change, target }, isOfThem)}) t
    cross join lateral (
      select * from ${placedAt(change)} p where p.tenant = ${tenant}
        and p.application_id = t.application_id and p.cluster_id = t.cluster_id
        and ${isPlacedAt(change)} offset 0) p
    where ${isAmong(sql`t.cluster_id`, clusters)}`
}

/** The same on every cluster, as ids alone. */
export function pairsWithTarget(
  tenant: number,
  { change, target }: Asked & { readonly target: string },
  isOfThem: (application: SQL) => SQL,
): SQL {
  return sql`select t.application_id, t.cluster_id from placement_targets t
    where t.tenant = ${tenant} and t.target = ${target} and ${aliveAfter('t', change)}
      and ${isOfThem(sql`t.application_id`)}`
}

export function isOneOf(applications: readonly CandidateApplication[]): (id: SQL) => SQL {
  return (id) => sql`${id} = any(${sql.param(applications.map((each) => each.id))}::int[])`
}

const pairTarget = z.strictObject({ target: z.string().nullable() })

/** The names of the targets of some pairs, in their order; null: it has none. */
export async function readTargets(
  { tx, tenant }: TenantScope,
  pairs: readonly AskedPair[],
  change: number | null,
): Promise<readonly (string | null)[]> {
  const rows = await readRows(tx, pairTarget)`
    select (select t.target from placement_targets t where t.tenant = ${tenant}
      and t.application_id = p.application_id and t.cluster_id = p.cluster_id
      and ${aliveAfter('t', change)} limit 1) as target
    from ${askedPairs(pairs)} order by p.place`
  return rows.map(({ target }) => target)
}
