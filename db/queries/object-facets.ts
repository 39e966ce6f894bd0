// How many objects of a list have each value of a field or of a label.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Facet, FacetCounts, FacetPart } from '#lib/domain/lists/facets.ts'
import { readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { freshnessAt, seenOf } from './cluster-freshness.ts'
import { type ObjectQuery, selectObjects } from './objects.ts'
import type { ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'

/** `freshness` is one of clusters alone. */
export type ObjectFacet = Facet<'team' | 'effect' | 'freshness'>

const valueRow = z.strictObject({
  value: z.string().nullable(),
  count: z.int(),
  total: z.int(),
})

/** Exact however many there are: of a label it reads the index of its key, and not the objects. */
export async function countObjectFacet(
  scope: TenantScope,
  query: ObjectQuery,
  time: ObservedTime,
  facet: ObjectFacet,
  { from, limit }: FacetPart,
): Promise<FacetCounts> {
  const rows = await readRows(scope.tx, valueRow)`
    with ${facet.key === null ? fieldCounts(scope, query, time, facet.by) : labelCounts(scope, query, facet.key)}
    select value, count, (count(*) over ())::int as total from counts where count > 0
    order by count desc, value nulls last limit ${limit} offset ${from}`
  const values = rows.map(({ value, count }) => ({ value, count, isExact: true }))
  return { facet, values, total: rows[0]?.total ?? 0 }
}

function fieldCounts(
  scope: TenantScope,
  query: ObjectQuery,
  time: ObservedTime,
  by: 'team' | 'effect' | 'freshness',
): SQL {
  const objects = selectObjects(scope, query, sql`r.object, r.team, r.body->>'effect' as effect`)
  const value = by === 'freshness' ? freshnessAt(time.observedAt) : sql`o.${sql.identifier(by)}`
  const seen = by === 'freshness' ? seenOf(scope.tenant, sql`o.object`, time) : sql``
  return sql`counts as (select ${value} as value, count(*)::int as count
    from (${objects}) o ${seen} group by 1)`
}

function labelCounts(scope: TenantScope, query: ObjectQuery, key: string): SQL {
  const { kind, change } = query
  return sql`matching as materialized (${selectObjects(scope, query, sql`r.object`)}),
    having_it as (select l.value, count(*)::int as count from labels l
      where l.tenant = ${scope.tenant} and l.kind = ${kind} and l.key = ${key}
        and ${aliveAfter('l', change)} and (l.object in (select object from matching)) is true
      group by 1),
    counts as (select value, count from having_it union all
      select null, ((select count(*) from matching)
        - coalesce((select sum(count) from having_it), 0))::int)`
}
