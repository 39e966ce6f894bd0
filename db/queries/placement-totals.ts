import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { COUNTED_MAX, countedTotal, exactly, type Total } from '#lib/domain/lists/total.ts'
import { changes } from '../schema/change.ts'
import { countUpTo } from './count-rows.ts'
import type { ClusterSet } from './cluster-sets.ts'
import {
  type CandidateApplication,
  type Candidates,
  isPlacedAt,
  placedAt,
} from './placement-candidates.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'

/**
 * How many placements a query matches, up to the limit of totals. The total of all is stored, and those of a cluster or an
 * application are few enough to count.
 */
export async function totalOfPlacements(
  scope: TenantScope,
  query: PlacementQuery,
  candidates: Candidates,
): Promise<Total> {
  if (asksFor(query, [])) return exactly(await totalAfter(scope, query.change))
  if (isOfOne(query, candidates)) {
    return exactly(await countMatching(scope, query, candidates, null))
  }
  return countedTotal(await countMatching(scope, query, candidates, COUNTED_MAX + 1))
}

/** Whether these are the only filters of a query. */
function asksFor(query: PlacementQuery, filters: readonly (keyof PlacementQuery)[]): boolean {
  const known = new Set<string>(['change', 'descending', ...filters])
  return Object.entries(query).every(([key, value]) => value === null || known.has(key))
}

function isOfOne(query: PlacementQuery, { applications }: Candidates): boolean {
  if (!asksFor(query, ['namespace', 'application', 'cluster', 'teams'])) return false
  return query.cluster !== null || applications.length <= 1
}

async function totalAfter({ tx, tenant }: TenantScope, change: number | null): Promise<number> {
  const [row] = await tx
    .select({ total: changes.placementsTotal })
    .from(changes)
    .where(and(eq(changes.tenant, tenant), change === null ? undefined : lte(changes.id, change)))
    .orderBy(desc(changes.id))
    .limit(1)
  return row?.total ?? 0
}

/** Counts up to a limit; null: all of them. */
async function countMatching(
  scope: TenantScope,
  query: PlacementQuery,
  { applications, isEveryApplication, clusters }: Candidates,
  limit: number | null,
): Promise<number> {
  const among = (those: readonly CandidateApplication[], set: ClusterSet) =>
    those.length === 0
      ? []
      : [matching(scope.tenant, query, isEveryApplication ? null : those.map(({ id }) => id), set)]
  const parts = [
    ...among(
      applications.filter(({ hasText }) => hasText),
      clusters.ofText,
    ),
    ...among(
      applications.filter(({ hasText }) => !hasText),
      clusters.ofOthers,
    ),
  ]
  if (parts.length === 0) return 0
  return countUpTo(scope, sql.join(parts, sql` union all `), limit)
}

/** `applications` null: every one. */
function matching(
  tenant: number,
  { change }: PlacementQuery,
  applications: readonly number[] | null,
  set: ClusterSet,
): SQL {
  const isPlaced = sql`p.tenant = ${tenant} and ${isPlacedAt(change)}`
  const isOfThem =
    applications === null
      ? sql`true`
      : sql`p.application_id = any(${sql.param(applications)}::int[])`
  switch (set.kind) {
    case 'all':
      return sql`(select from ${placedAt(change)} p where ${isPlaced} and ${isOfThem})`
    case 'few':
      return sql`(select from ${placedAt(change)} p where ${isPlaced} and ${isOfThem}
        and p.cluster_id = any(${sql.param(set.ids)}::int[]))`
    case 'many':
      return applications === null
        ? sql`(select from (${set.ids}) c(object) cross join lateral (
            select from ${placedAt(change)} p where ${isPlaced} and p.cluster_id = c.object offset 0
          ) placed)`
        : sql`(select from ${placedAt(change)} p where ${isPlaced} and ${isOfThem}
            and ${set.contains(sql`p.cluster_id`)})`
  }
}
