// The whole fleet in counts: how many placements are in each state, and how many clusters are how fresh, by what they have in
// common.
import { areMostFar, readStandings, type Standing } from '#db/queries/cluster-standings.ts'
import {
  type CountQuery,
  countFreshnessByGroup,
  countStatesByGroup,
  type FreshnessCounts,
  teamsOf,
} from '#db/queries/state-counts.ts'
import { countExceptionsByGroup } from '#db/queries/state-exceptions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import {
  groupOfApplication,
  groupOfCluster,
  type Grouping,
  sideOf,
} from '#lib/domain/fleet/grouping.ts'
import { applicationsOf, countPlacedOnEach } from '#lib/domain/fleet/placed-counts.ts'
import { unreleasedIn, withOnly } from '#lib/domain/fleet/unreleased.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import type { Placed } from '#lib/domain/observed/ordinary.ts'
import { type Bits, bitsOf, countBits, hasBit, intersect, unite } from '#lib/domain/sets/bits.ts'
import { isFreshnessKept } from '../moment.ts'
import { countedGroups, type GroupCounts } from './past-counts.ts'
import {
  type Asking,
  fleetOfQuery,
  heardOf,
  placedOfApplication,
  placedOnCluster,
  waitingOf,
  withExceptions,
} from './state-counts.ts'

type Key = string | null

export async function countGroups(
  context: Asking,
  query: CountQuery,
  grouping: Grouping,
): Promise<GroupCounts> {
  const { scope } = context
  const fleet = await fleetOfQuery(context, query)
  if (fleet === null) {
    const counted = await countedGroups(context, query, grouping)
    if (counted !== null) return counted
    return {
      states: await countStatesByGroup(scope, query, grouping),
      freshness: isFreshnessKept(context, query)
        ? await countFreshnessByGroup(scope, query, grouping)
        : null,
    }
  }
  const standings = await readStandings(scope, query.observedAt, null)
  const applications = applicationsOf(fleet, teamsOf(query))
  const isOfOneTeam = query.namespace !== null
  const grouped = { fleet, grouping, applications, isOfOneTeam }
  const freshness = freshnessOf(grouped, clustersByFreshness(standings))
  if (areMostFar(standings)) {
    return { states: await countStatesByGroup(scope, query, grouping), freshness }
  }
  const heard = heardOf(standings)
  const unreleased = unreleasedIn(fleet)
  const exceptions = await countExceptionsByGroup(scope, query, standings, grouping, unreleased)
  const waiting =
    unreleased === null
      ? []
      : waitingOf(placedOf({ ...grouped, fleet: withOnly(fleet, unreleased) }, heard))
  const states = withExceptions(placedOf(grouped, heard), [...exceptions, ...waiting])
  return { states, freshness }
}

/** What is counted: some of a fleet's applications, and what they or all clusters are grouped by. */
type Grouped = {
  readonly fleet: Fleet
  readonly grouping: Grouping
  readonly applications: readonly number[]
  /** Then only the clusters count on which these are. */
  readonly isOfOneTeam: boolean
}

function placedOf({ fleet, grouping, applications }: Grouped, heard: Bits): Map<Key, Placed> {
  const groups = new Map<Key, Placed>()
  const add = (key: Key, placed: Placed) => {
    const known = groups.get(key) ?? { heard: 0, silent: 0 }
    groups.set(key, { heard: known.heard + placed.heard, silent: known.silent + placed.silent })
  }
  if (sideOf(grouping) === 'application') {
    for (const id of applications) {
      const key = groupOfApplication(fleet.applications.slots[id]!, grouping)
      add(key, placedOfApplication(fleet, id, heard))
    }
    return groups
  }
  const counts = countPlacedOnEach(fleet, applications)
  for (const id of fleet.clusters.ordered) {
    const key = groupOfCluster(fleet.clusters.slots[id]!, grouping)
    add(key, placedOnCluster(counts[id]!, hasBit(heard, id)))
  }
  return groups
}

type ByFreshness = readonly (readonly [freshness: Freshness, clusters: Bits])[]

/** Without those that never reported. */
function clustersByFreshness(standings: readonly Standing[]): ByFreshness {
  return [...Map.groupBy(standings, ({ freshness }) => freshness)].map(([freshness, same]) => [
    freshness,
    bitsOf(same.flatMap(({ clusters }) => clusters)),
  ])
}

/**
 * Of clusters all, with or without placements, and of applications and teams those on which they are placed. Of one team's
 * applications only those on which they are.
 */
function freshnessOf(
  { fleet, grouping, applications, isOfOneTeam }: Grouped,
  byFreshness: ByFreshness,
): Map<Key, FreshnessCounts> {
  if (sideOf(grouping) === 'application') {
    const members = new Map<Key, Bits>()
    for (const id of applications) {
      const placed = fleet.placements[id]
      if (placed === undefined || placed.length === 0) continue
      const key = groupOfApplication(fleet.applications.slots[id]!, grouping)
      const known = members.get(key)
      members.set(key, known === undefined ? placed : unite(known, placed))
    }
    return new Map([...members].map(([key, clusters]) => [key, countFresh(clusters, byFreshness)]))
  }
  const groups = new Map<Key, { [K in Freshness]?: number }>()
  const placed = isOfOneTeam ? countPlacedOnEach(fleet, applications) : null
  for (const id of fleet.clusters.ordered) {
    if (placed?.[id] === 0) continue
    const key = groupOfCluster(fleet.clusters.slots[id]!, grouping)
    const [freshness] = byFreshness.find(([, clusters]) => hasBit(clusters, id)) ?? ['none']
    const counts = groups.get(key) ?? {}
    groups.set(key, counts)
    counts[freshness] = (counts[freshness] ?? 0) + 1
  }
  return groups
}

function countFresh(clusters: Bits, byFreshness: ByFreshness): FreshnessCounts {
  const counts: { [K in Freshness]?: number } = {}
  let none = countBits(clusters)
  for (const [freshness, those] of byFreshness) {
    const count = countBits(intersect(clusters, those))
    if (count > 0) counts[freshness] = count
    none -= count
  }
  return none > 0 ? { ...counts, none } : counts
}
