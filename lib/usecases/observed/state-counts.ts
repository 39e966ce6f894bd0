// How many placements are in each state. Now, nearly all are in the state that most are in: these are only counted, by the fleet
// in memory, as are those that wait for a release, and the others are looked at. Of the past, each is looked at.
import { areMostFar, readStandings, type Standing } from '#db/queries/cluster-standings.ts'
import { type CountQuery, countStatesOf, teamsOf } from '#db/queries/state-counts.ts'
import { countExceptions, countLastingExceptions } from '#db/queries/state-exceptions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Side } from '#lib/domain/fleet/grouping.ts'
import { applicationsOf, countPlacedAmong, countPlacedOn } from '#lib/domain/fleet/placed-counts.ts'
import { unreleasedIn, withOnly } from '#lib/domain/fleet/unreleased.ts'
import { isSilentWhen } from '#lib/domain/observed/freshness.ts'
import { type Exception, type Placed, withOrdinary } from '#lib/domain/observed/ordinary.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import { type Bits, bitsOf, countBits, hasBit, NO_BITS } from '#lib/domain/sets/bits.ts'
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
  const heard = heardOf(standings)
  const unreleased = unreleasedIn(fleet)
  const count = (of: Fleet) => placedOf(of, side, ids, teamsOf(query), heard)
  const exceptions =
    standings.length === 0
      ? []
      : await countExceptions(scope, query, standings, side, ids, unreleased)
  const waiting = unreleased === null ? [] : waitingOf(count(withOnly(fleet, unreleased)))
  return withExceptions(count(fleet), [
    ...exceptions.map((each) => ({ ...each, key: each.object })),
    ...waiting,
  ])
}

export type PlacedCounts = {
  readonly states: StateCounts
  /** Of those that aren't as most are, how many have been so for long. */
  readonly lasting: StateCounts
}

/**
 * The states of all that is placed, and how many are in theirs for so many seconds; null: only looking at each would tell.
 * `standings`: those of all clusters.
 */
export async function countPlaced(
  context: Asking,
  query: CountQuery,
  standings: readonly Standing[],
  lastingS: number,
): Promise<PlacedCounts | null> {
  const fleet = await fleetOfQuery(context, query)
  if (fleet === null || areMostFar(standings)) return null
  const teams = teamsOf(query)
  const applications = applicationsOf(fleet, teams)
  const heard = heardOf(standings)
  const count = (of: Fleet) => sumOf(applications.map((id) => placedOfApplication(of, id, heard)))
  const ids = teams === null ? null : applications
  const unreleased = unreleasedIn(fleet)
  const found = await countLastingExceptions(
    context.scope,
    query,
    standings,
    ids,
    lastingS,
    unreleased,
  )
  const exceptions = found.map((each) => ({ ...each, count: each.placed }))
  const lasting = exceptions.filter(({ isLasting }) => isLasting)
  const waiting = unreleased === null ? [] : [waitingFor(count(withOnly(fleet, unreleased)))]
  return {
    states: withOrdinary(count(fleet), [...exceptions, ...waiting]),
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

export function placedOfApplication(fleet: Fleet, id: number, among: Bits): Placed {
  const heard = countPlacedAmong(fleet, id, among)
  return { heard, silent: countBits(fleet.placements[id] ?? NO_BITS) - heard }
}

export function placedOnCluster(count: number, isHeard: boolean): Placed {
  return isHeard ? { heard: count, silent: 0 } : { heard: 0, silent: count }
}

/** Placements that wait for a release: where clusters are silent they are unknown, as the others there. */
export function waitingFor({ heard }: Placed): Exception {
  return { isSilent: false, state: 'waiting', count: heard, placed: heard }
}

export function waitingOf<Key>(
  unreleased: ReadonlyMap<Key, Placed>,
): (Exception & { readonly key: Key })[] {
  return [...unreleased].map(([key, placed]) => ({ ...waitingFor(placed), key }))
}

export function withExceptions<Key>(
  placed: ReadonlyMap<Key, Placed>,
  exceptions: readonly (Exception & { readonly key: Key })[],
): Map<Key, StateCounts> {
  const byKey = Map.groupBy(exceptions, ({ key }) => key)
  const keys = new Set([...placed.keys(), ...byKey.keys()])
  const counts = new Map<Key, StateCounts>()
  for (const key of keys) {
    const states = withOrdinary(placed.get(key) ?? { heard: 0, silent: 0 }, byKey.get(key) ?? [])
    if (Object.keys(states).length > 0) counts.set(key, states)
  }
  return counts
}
