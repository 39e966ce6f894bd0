// The whole fleet in counts of the past: where there was more than can be looked at in time, as it was counted then.
import { readCounts } from '#db/queries/observed-counts.ts'
import { placedAfter } from '#db/queries/placement-totals.ts'
import {
  type CountQuery,
  countFreshnessByGroup,
  type FreshnessCounts,
  teamsOf,
} from '#db/queries/state-counts.ts'
import { type Grouping, sideOf } from '#lib/domain/fleet/grouping.ts'
import type { Gauge, GroupedCounts } from '#lib/domain/observed/counted.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import { isFreshnessKept } from '../moment.ts'
import { isCounted } from './series-columns.ts'
import type { Asking } from './state-counts.ts'

type Key = string | null

export type GroupCounts = {
  readonly states: ReadonlyMap<Key, StateCounts>
  /** Null: that isn't kept of so long ago. */
  readonly freshness: ReadonlyMap<Key, FreshnessCounts> | null
}

/** Up to so many placements are looked at one by one. */
const LOOKED_AT_MAX = 20_000

/** As of the last counting before; null: it can be looked at, or wasn't counted so. */
export async function countedGroups(
  context: Asking,
  query: CountQuery,
  grouping: Grouping,
): Promise<GroupCounts | null> {
  const { scope } = context
  if (!query.isPast || query.knownAt !== undefined) return null
  if (grouping.by === 'label' && !(await isCounted(context, grouping.key))) return null
  if ((await placedAfter(scope, query.change)) <= LOOKED_AT_MAX) return null
  const states = await readLast(context, query, grouping, 'states')
  if (states === null || states.size === 0) return null
  return { states, freshness: await freshnessThen(context, query, grouping) }
}

/** Of clusters it was counted; of applications it follows from where they were placed. */
async function freshnessThen(
  context: Asking,
  query: CountQuery,
  grouping: Grouping,
): Promise<GroupCounts['freshness']> {
  const isOfClusters = sideOf(grouping) === 'cluster' && teamsOf(query) === null
  const counted = isOfClusters ? await readLast(context, query, grouping, 'freshness') : null
  if (counted !== null) return counted
  if (!isFreshnessKept(context, query)) return null
  return countFreshnessByGroup(context.scope, query, grouping)
}

async function readLast(
  { scope }: Asking,
  query: CountQuery,
  grouping: Grouping,
  metric: Gauge,
): Promise<GroupedCounts | null> {
  const by = grouping.by === 'label' ? (`label:${grouping.key}` as const) : grouping.by
  const asked = { metric, by, teams: teamsOf(query), instants: [query.observedAt] }
  const [last = null] = (await readCounts(scope, asked)) ?? []
  return last && last.groups
}
