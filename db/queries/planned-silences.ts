// Which clusters were silent by plan in the past: by the silences that there were then, and the labels that clusters had.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { readRows } from '../rows.ts'
import { hoursOf } from './count-groups.ts'
import type { TenantScope } from './scope.ts'
import { selectedObjects } from './selector-filter.ts'

const silenceRow = z.strictObject({
  at: z.date(),
  /** The newest change by then. */
  change: z.int(),
  body: z.unknown(),
})

/** The silences that there were at some instants, by name, whether they held or not. */
export async function readSilencesAt({ tx, tenant }: TenantScope, times: readonly Date[]) {
  return readRows(tx, silenceRow)`
    with ${hoursOf(tenant, times)}
    select h.at, h.change, r.body from hours h join revisions r on r.tenant = ${tenant}
      and r.kind = 'silence' and r.began <= h.change and (r.ended is null or r.ended > h.change)
    order by h.at, r.name`
}

/** Which clusters a silence that held at an instant was for: those that had such labels after a change. */
export type HeldSilence = {
  readonly at: Date
  readonly change: number
  readonly clusterSelector: Selector
}

const clustersRow = z.strictObject({ place: z.int(), clusters: z.array(z.int()) })

/** The clusters of each of these silences, in their order. */
export async function readSilencedClusters(
  { tx, tenant }: TenantScope,
  held: readonly HeldSilence[],
): Promise<readonly (readonly number[])[]> {
  if (held.length === 0) return []
  const each = held.map(
    (silence, place) =>
      sql`select ${place}::int as place, object from (${clustersOf(tenant, silence)}) s`,
  )
  const rows = await readRows(tx, clustersRow)`
    select place, array_agg(object) as clusters from (${sql.join(each, sql` union all `)}) s
    group by place`
  const clusters = new Map(rows.map((row) => [row.place, row.clusters]))
  return held.map((_, place) => clusters.get(place) ?? [])
}

/** The clusters that were silent by plan, as rows of `planned`, by the instants at which they were. */
export function plannedThen(tenant: number, held: readonly HeldSilence[]): SQL {
  // In hours without changes, a silence is for the same clusters.
  const same = Map.groupBy(
    held,
    ({ change, clusterSelector }) => `${change} ${formatSelector(clusterSelector)}`,
  )
  const each = [...same.values()].map((silences) => {
    const times = silences.map(({ at }) => at.toISOString())
    return sql`select t.at::timestamptz as at, s.object as cluster_id
      from unnest(${sql.param(times)}::text[]) t(at) cross join (${clustersOf(tenant, silences[0]!)}) s`
  })
  const nobody = sql`select null::timestamptz as at, null::int as cluster_id where false`
  return sql`planned as materialized (${sql.join([nobody, ...each], sql` union `)})`
}

function clustersOf(tenant: number, { clusterSelector, change }: HeldSilence): SQL {
  return selectedObjects(clusterSelector, { tenant, kind: 'cluster', change })
}
