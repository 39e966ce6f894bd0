import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { COUNTED_MAX, countedTotal, exactly, type Total } from '#lib/domain/lists/total.ts'
import { changes } from '../schema/change.ts'
import { countUpTo } from './count-rows.ts'
import { isChosen } from './decisions.ts'
import type { ClusterSet } from './cluster-sets.ts'
import {
  type CandidateApplication,
  type Candidates,
  isPlacedAt,
  placedAt,
  placementsOf,
} from './placement-candidates.ts'
import { isLike } from './pair-states.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'
import { isOneOf, lacksTarget, placementsWithTarget } from './targeted-placements.ts'

/**
 * How many placements a query matches, up to the limit of totals. The total of all is stored, and those of a cluster or an
 * application are few enough to count.
 */
export async function totalOfPlacements(
  scope: TenantScope,
  query: PlacementQuery,
  candidates: Candidates,
): Promise<Total> {
  if (asksFor(query, [])) return exactly(await placedAfter(scope, query.change))
  if (isOfOne(query, candidates)) {
    return exactly(await countMatching(scope, query, candidates, null))
  }
  return countedTotal(await countMatching(scope, query, candidates, COUNTED_MAX + 1))
}

/** Whether these are the only filters of a query. */
function asksFor(query: PlacementQuery, filters: readonly (keyof PlacementQuery)[]): boolean {
  const known = new Set<string>([
    'change',
    'observedAt',
    'isPast',
    'knownAt',
    'unreleased',
    'descending',
    ...filters,
  ])
  return Object.entries(query).every(([key, value]) => value === null || known.has(key))
}

function isOfOne(query: PlacementQuery, { applications }: Candidates): boolean {
  if (!asksFor(query, ['namespace', 'application', 'cluster', 'teams', 'shared'])) return false
  return query.cluster !== null || applications.length <= 1
}

/** How many placements there were after a change; null: there are now. */
export async function placedAfter(
  { tx, tenant }: TenantScope,
  change: number | null,
): Promise<number> {
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
  const { tenant } = scope
  const { change, target } = query
  const everywhere = sql`select * from ${placedAt(change)} p
    where p.tenant = ${tenant} and ${isPlacedAt(change)}`
  const among = (those: readonly CandidateApplication[], set: ClusterSet) => {
    if (those.length === 0) return []
    const ids = isEveryApplication ? null : those.map(({ id }) => id)
    const placements =
      target === null
        ? everywhere
        : placementsWithTarget(tenant, { change, target }, isOneOf(those), set)
    const isMeant = sql`${isChosen(tenant, query)} and ${lacksTarget(tenant, query)}
      and ${isLike(tenant, query, query)}`
    return [placementsOf(placements, ids, set, isMeant)]
  }
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
