// Counts the placements of a query as they are now by the fleet in memory, and by the few that are in another state than most:
// exact however many match, without a look at each.
import { type ClusterSet, readIds } from '#db/queries/cluster-sets.ts'
import { areMostFar, readStandings, type Standing } from '#db/queries/cluster-standings.ts'
import type { MatrixSides } from '#db/queries/matrix-places.ts'
import { type CandidateApplication, findCandidates } from '#db/queries/placement-candidates.ts'
import type { PlacementQuery } from '#db/queries/placement-query.ts'
import { countExceptionsBetween } from '#db/queries/state-exceptions.ts'
import { placementsDecidedBy } from '#lib/domain/fleet/fleet-decisions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { groupOfApplication, type Side } from '#lib/domain/fleet/grouping.ts'
import { countPlacedBetween, valuesById } from '#lib/domain/fleet/matrix.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import {
  placementsWithoutTarget,
  placementsWithTarget,
  targetsAmong,
} from '#lib/domain/fleet/targets.ts'
import { unreleasedIn, withOnly } from '#lib/domain/fleet/unreleased.ts'
import { countBy, sumOfCounts, type ValueCounts } from '#lib/domain/lists/facets.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import { withOrdinary } from '#lib/domain/observed/ordinary.ts'
import { type State, type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import {
  bitsOf,
  countBits,
  hasBit,
  idsIn,
  intersect,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { inCells } from '../matrix/counts.ts'
import { type Asking, fleetOfQuery, heardOf } from '../observed/state-counts.ts'
import type { PlacementFacet } from './placement-facet.ts'

/** Some applications, and the clusters on which their placements are meant. */
type Region = { readonly applications: readonly number[]; readonly clusters: readonly number[] }

type Counted = {
  readonly context: Asking
  readonly query: PlacementQuery
  readonly fleet: Fleet
  readonly standings: readonly Standing[]
  /** No pair is in two of them. */
  readonly regions: readonly Region[]
}

/** Counts what a query matches of all that is placed; null: only a look at each would tell. */
export type PlacedCounter = (facet: PlacementFacet) => Promise<ValueCounts | null>

/** Null: nothing of the query is told without a look at each placement. */
export async function placedCounter(
  context: Asking,
  query: PlacementQuery,
): Promise<PlacedCounter | null> {
  const isNarrowed = narrows(query)
  if (query.stateForS !== null || query.revision !== null) return null
  if (isNarrowed && query.states !== null) return null
  const everything = await fleetOfQuery(context, { ...query, namespace: null })
  if (everything === null) return null
  const fleet = narrowed(everything, query)
  const standings = await readStandings(context.scope, query.observedAt, null)
  const areLookedAt = areMostFar(standings)
  if (areLookedAt && query.states !== null) return null
  const regions = await regionsOf(context, query, fleet)
  const counted = { context, query, fleet, standings, regions }
  const ofSide = {
    application: once(() => countOfEach(counted, 'application')),
    cluster: once(() => countOfEach(counted, 'cluster')),
  }
  return async (facet) => {
    if (facet.by === 'state') return areLookedAt || isNarrowed ? null : countStates(counted)
    if (facet.by === 'target') return query.states === null ? countTargets(counted) : null
    const counts = await ofSide[sideOfFacet(facet)]()
    const valueOf = valuesOf(counted, facet)
    return countBy(
      counts,
      ([id]) => valueOf(id) ?? null,
      ([, count]) => count,
    )
  }
}

type Narrowing = Pick<PlacementQuery, 'target' | 'withoutTarget' | 'selectedBy'>

function narrows({ target, withoutTarget, selectedBy }: Narrowing): boolean {
  return target !== null || withoutTarget !== null || (selectedBy?.decided ?? null) !== null
}

/** The fleet with only what a policy decided, and what has the target that is asked for, or none. */
function narrowed(everything: Fleet, { target, withoutTarget, selectedBy }: Narrowing): Fleet {
  const decidedBy = selectedBy?.decided?.policy ?? null
  const chosen =
    decidedBy === null
      ? everything
      : withOnly(everything, placementsDecidedBy(everything, decidedBy))
  const targeted = target === null ? chosen : withOnly(chosen, placementsWithTarget(chosen, target))
  return withoutTarget === null ? targeted : withOnly(targeted, placementsWithoutTarget(targeted))
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => (reading ??= read())
}

async function regionsOf(
  { scope }: Asking,
  query: PlacementQuery,
  { indexes }: Fleet,
): Promise<readonly Region[]> {
  const { applications, clusters } = await findCandidates(scope, query)
  const regionOf = async (those: readonly CandidateApplication[], set: ClusterSet) => ({
    applications: those.map(({ id }) => id),
    clusters: (await readIds(scope, set)) ?? idsIn(indexes.clusters.all),
  })
  const named = applications.filter(({ hasText }) => hasText)
  const others = applications.filter(({ hasText }) => !hasText)
  return [await regionOf(named, clusters.ofText), await regionOf(others, clusters.ofOthers)].filter(
    ({ applications }) => applications.length > 0,
  )
}

/** How many of the placements each application has, or are on each cluster, by its id. */
async function countOfEach(counted: Counted, side: Side): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const { applications, clusters } of counted.regions) {
    const ids = side === 'application' ? applications : clusters
    const each = ids.map((id) => [id])
    const cells = await countCells(
      counted,
      side === 'application'
        ? { rows: each, columns: [clusters] }
        : { rows: [applications], columns: each },
    )
    for (const [place, id] of ids.entries()) counts.set(id, (counts.get(id) ?? 0) + cells[place]!)
  }
  return counts
}

async function countStates(counted: Counted): Promise<ValueCounts> {
  const asked = counted.query.states ?? STATES
  const counts: ValueCounts[] = []
  for (const { applications, clusters } of counted.regions) {
    const [states] = await statesOfCells(counted, { rows: [applications], columns: [clusters] })
    counts.push(new Map(asked.map((state) => [state, states![state] ?? 0])))
  }
  return sumOfCounts(counts)
}

/** One side is one line, so the cells are one, too. */
async function countCells(counted: Counted, sides: MatrixSides): Promise<readonly number[]> {
  const { states } = counted.query
  if (states === null) {
    return placedIn(counted, sides).map(({ heard, silent }) => heard + silent)
  }
  return (await statesOfCells(counted, sides)).map((counts) => countIn(counts, states))
}

function countIn(counts: StateCounts, states: readonly State[]): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

async function statesOfCells(
  counted: Counted,
  sides: MatrixSides,
): Promise<readonly StateCounts[]> {
  const { context, query, standings, fleet } = counted
  const unreleased = unreleasedIn(fleet)
  const found = await countExceptionsBetween(
    context.scope,
    query.observedAt,
    standings,
    sides,
    unreleased,
  )
  const waiting =
    unreleased === null
      ? []
      : placedBetween({ ...counted, fleet: withOnly(fleet, unreleased) }, sides)
  const exceptions = Map.groupBy(
    [...found.map((each) => ({ ...each, count: each.placed })), ...inCells(waiting)],
    ({ row, column }) => row + column - 2,
  )
  return placedIn(counted, sides).map((placed, place) =>
    withOrdinary(placed, exceptions.get(place) ?? []),
  )
}

function placedIn(counted: Counted, sides: MatrixSides) {
  return placedBetween(counted, sides).flat()
}

function placedBetween({ fleet, standings }: Counted, { rows, columns }: MatrixSides) {
  return countPlacedBetween(fleet, rows, columns, heardOf(standings))
}

function countTargets({ fleet, regions }: Counted): ValueCounts {
  const parts = regions.flatMap(({ applications, clusters }) => {
    const among = bitsOf(clusters)
    return applications.flatMap((id) => {
      const placed = intersect(placementsOf(fleet, id), among)
      const targeted = [...targetsAmong(fleet, id, placed)]
      const without = subtract(placed, uniteAll(targeted.map(([, having]) => having)))
      return [...targeted, [null, without] as const]
    })
  })
  return countBy(
    parts,
    ([target]) => target && target.name,
    ([, having]) => countBits(having),
  )
}

function sideOfFacet({ by }: PlacementFacet): Side {
  return by === 'team' || by === 'application' || by === 'app_label' ? 'application' : 'cluster'
}

/** The value of an application or a cluster by its id; undefined: it has none. */
function valuesOf(
  { fleet, standings }: Counted,
  facet: Exclude<PlacementFacet, { readonly by: 'state' | 'target' }>,
): (id: number) => string | undefined {
  const { applications, clusters, indexes } = fleet
  switch (facet.by) {
    case 'team':
    case 'application': {
      const { by } = facet
      return (id) => groupOfApplication(applications.slots[id]!, { by })
    }
    case 'cluster':
      return (id) => clusters.slots[id]!.name
    case 'freshness':
      return freshnessById(standings)
    case 'label':
    case 'app_label': {
      const index = facet.by === 'label' ? indexes.clusters : indexes.applications
      const values = valuesById(index, facet.key)
      return (id) => values[id]
    }
  }
}

function freshnessById(standings: readonly Standing[]): (cluster: number) => Freshness {
  const fresh = [...Map.groupBy(standings, ({ freshness }) => freshness)].map(
    ([freshness, same]) => [freshness, bitsOf(same.flatMap(({ clusters }) => clusters))] as const,
  )
  return (cluster) => fresh.find(([, clusters]) => hasBit(clusters, cluster))?.[0] ?? 'none'
}
