// How many placements are in each state. Now, nearly all are in the state that most are in: these are only counted, by the fleet
// in memory, and the others are looked at. Of the past, each is looked at.
import { areMostFar, readStandings, type Standing } from '#db/queries/cluster-standings.ts'
import { type CountQuery, countStatesOf, teamsOf } from '#db/queries/state-counts.ts'
import {
  type Among,
  countExceptions,
  countLastingExceptions,
} from '#db/queries/state-exceptions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Side } from '#lib/domain/fleet/grouping.ts'
import { applicationsOf, countPlacedOn } from '#lib/domain/fleet/placed-counts.ts'
import { isSilentWhen } from '#lib/domain/observed/freshness.ts'
import { type Exception, type Placed, withOrdinary } from '#lib/domain/observed/ordinary.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  hasBit,
  idsIn,
  intersect,
  NO_BITS,
} from '#lib/domain/sets/bits.ts'
import type { Context } from '../define.ts'

export type Asking = Pick<Context, 'scope' | 'state' | 'fleet' | 'services'>

/**
 * The states of what is placed on some clusters, or of some applications, by their ids. What is there without being placed counts,
 * too. `reporting`: those of the clusters that ever reported; null: it is asked of applications.
 */
export async function countStates(
  context: Asking,
  query: CountQuery,
  side: Side,
  ids: readonly number[],
  reporting: readonly number[] | null,
): Promise<ReadonlyMap<number, StateCounts>> {
  if (ids.length === 0) return new Map()
  const { scope } = context
  const fleet = await fleetOfQuery(context, query)
  if (fleet === null) return countStatesOf(scope, query, side, ids)
  const standings = await readStandings(scope, query.observedAt, reporting)
  if (areMostFar(standings)) return countStatesOf(scope, query, side, ids)
  const placed = placedOf(fleet, side, ids, teamsOf(query), heardOf(standings))
  const exceptions =
    standings.length === 0 ? [] : await countExceptions(scope, query, standings, side, ids)
  return withExceptions(placed, exceptions, ({ object }) => object)
}

export type PlacedCounts = {
  readonly states: StateCounts
  /** Of those that aren't as most are, how many have been so for long. */
  readonly lasting: StateCounts
}

/**
 * The states of all that is placed, and how many are in theirs for so many seconds; null: only looking at each would tell.
 * `standings`: those of all clusters. `clusters`: what is placed on these alone; null: anywhere.
 */
export async function countPlaced(
  context: Asking,
  query: CountQuery,
  standings: readonly Standing[],
  lastingS: number,
  clusters: Bits | null = null,
): Promise<PlacedCounts | null> {
  const fleet = await fleetOfQuery(context, query)
  if (fleet === null || areMostFar(standings)) return null
  const teams = teamsOf(query)
  const applications = applicationsOf(fleet, teams)
  const heard = heardOf(standings)
  const placed = sumOf(applications.map((id) => placedOfApplication(fleet, id, heard, clusters)))
  const among: Among =
    clusters === null
      ? { side: 'application', ids: teams === null ? null : applications }
      : { side: 'cluster', ids: idsIn(clusters) }
  const found = await countLastingExceptions(context.scope, query, standings, among, lastingS)
  const exceptions = found.map((each) => ({ ...each, count: each.placed }))
  const lasting = exceptions.filter(({ isLasting }) => isLasting)
  return {
    states: withOrdinary(placed, exceptions),
    lasting: withOrdinary({ heard: 0, silent: 0 }, lasting),
  }
}

function sumOf(all: readonly Placed[]): Placed {
  return all.reduce(
    (sum, each) => ({ heard: sum.heard + each.heard, silent: sum.silent + each.silent }),
    { heard: 0, silent: 0 },
  )
}

/**
 * The fleet of which a query asks; null: it asks of the past, or another change has come by now. What is counted in memory and
 * what is looked at in the database are then of the same change.
 */
export async function fleetOfQuery(
  { scope, services, state, fleet }: Asking,
  { change, isPast }: CountQuery,
): Promise<Fleet | null> {
  if (isPast) return null
  const { lastChange } = await state()
  if (change !== null && change !== lastChange) return null
  const known = await fleet()
  return services.fleets.isNewest(scope.tenant, lastChange) ? known : null
}

export function heardOf(standings: readonly Standing[]): Bits {
  const heard = standings.filter(({ freshness }) => !isSilentWhen(freshness))
  return bitsOf(heard.flatMap(({ clusters }) => clusters))
}

function placedOf(
  fleet: Fleet,
  side: Side,
  ids: readonly number[],
  teams: readonly string[] | null,
  heard: Bits,
): Map<number, Placed> {
  const applications = applicationsOf(fleet, teams)
  if (side === 'cluster') {
    const count = (id: number) => countPlacedOn(fleet, id, applications)
    return new Map(ids.map((id) => [id, placedOnCluster(count(id), hasBit(heard, id))]))
  }
  const visible = new Set(applications)
  const asked = ids.filter((id) => visible.has(id))
  return new Map(asked.map((id) => [id, placedOfApplication(fleet, id, heard)]))
}

/** `heard`: the clusters that aren't silent. `clusters`: what is placed on these alone; null: anywhere. */
export function placedOfApplication(
  fleet: Fleet,
  id: number,
  heard: Bits,
  clusters: Bits | null = null,
): Placed {
  const everywhere = fleet.placements[id] ?? NO_BITS
  const placed = clusters === null ? everywhere : intersect(everywhere, clusters)
  const heardCount = countBits(intersect(placed, heard))
  return { heard: heardCount, silent: countBits(placed) - heardCount }
}

export function placedOnCluster(count: number, isHeard: boolean): Placed {
  return isHeard ? { heard: count, silent: 0 } : { heard: 0, silent: count }
}

export function withExceptions<Key, Row extends Exception>(
  placed: ReadonlyMap<Key, Placed>,
  exceptions: readonly Row[],
  keyOf: (exception: Row) => Key,
): Map<Key, StateCounts> {
  const byKey = Map.groupBy(exceptions, keyOf)
  const keys = new Set([...placed.keys(), ...byKey.keys()])
  const counts = new Map<Key, StateCounts>()
  for (const key of keys) {
    const states = withOrdinary(placed.get(key) ?? { heard: 0, silent: 0 }, byKey.get(key) ?? [])
    if (Object.keys(states).length > 0) counts.set(key, states)
  }
  return counts
}
