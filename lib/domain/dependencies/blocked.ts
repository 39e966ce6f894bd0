// What placements wait for, and what that waits for itself, down to the root.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { hasBit, idsIn, intersect, NO_BITS } from '#lib/domain/sets/bits.ts'
import { lackingOf } from './lacking.ts'
import { neededBy } from './needed.ts'
import { type Known, type Unmet, unmetOn } from './unmet.ts'

/** Whether somebody may see an application of a team; null: there is none of that name any more. */
export type Sees = (team: string, application: Application | null) => boolean

/** An application on a cluster, by their ids. */
export type Pair = { readonly application: number; readonly cluster: number }

/** What a pair waits for. */
export type Blocked = {
  /** Of the pair that waits. */
  readonly cluster: number
  /** Null: it is of another team, and nothing more is told. */
  readonly unmet: Unmet | null
  /** What keeps that from being there itself. */
  readonly behind: readonly Blocked[]
}

/** So many pairs are looked at for one chain. */
const PAIRS_MAX = 200

/**
 * Some pairs with those that may stand behind them: the pairs on whose dependencies something has to be known before
 * `blockedOnEach` can tell of them. However they depend on each other, they are not many.
 */
export function pairsBehind(
  fleet: FleetState,
  pairs: readonly Pair[],
  sees: Sees,
): readonly Pair[] {
  const found = new Map(pairs.map((pair) => [keyOf(pair), pair]))
  for (const { application, cluster } of found.values()) {
    for (const dependency of fleet.applications.slots[application]!.dependsOn) {
      if (found.size >= PAIRS_MAX) return [...found.values()]
      const behind = pairBehind(fleet, dependency, cluster, sees)
      if (behind !== null) found.set(keyOf(behind), behind)
    }
  }
  return [...found.values()]
}

/** So many things that stand behind others are told in one answer. */
const BEHIND_MAX = 2_000

/**
 * What each of some pairs waits for, as if it were to be released now: empty, if all is there. What stands behind is told of the
 * pairs that `known` knows, for each chain once: it isn't repeated where others of the chain wait for it, too.
 */
export function blockedOnEach(
  fleet: FleetState,
  pairs: readonly Pair[],
  known: Known,
  sees: Sees,
  knownPairs: readonly Pair[],
): readonly (readonly Blocked[])[] {
  const keys = new Set(knownPairs.map(keyOf))
  const looked = new Map<number, readonly Look[]>()
  let room = BEHIND_MAX
  return pairs.map((pair) => tell(pair, new Set()))

  function tell(pair: Pair, told: Set<number>): readonly Blocked[] {
    const key = keyOf(pair)
    told.add(key)
    const looks = looked.get(key) ?? lookAt(fleet, pair, known, sees)
    looked.set(key, looks)
    return looks.map(({ unmet, dependency }) => ({
      cluster: pair.cluster,
      unmet,
      behind: unmet !== null && mayWait(unmet) ? tellBehind(dependency, pair.cluster, told) : [],
    }))
  }

  function tellBehind(
    dependency: Dependency,
    cluster: number,
    told: Set<number>,
  ): readonly Blocked[] {
    if (room <= 0) return []
    const pair = pairBehind(fleet, dependency, cluster, sees)
    const key = pair && keyOf(pair)
    if (key === null || told.has(key) || !keys.has(key)) return []
    const blocked = tell(pair!, told)
    room -= blocked.length
    return blocked
  }
}

/** What is wrong with one dependency of a pair; `unmet` null: it may not be seen. */
type Look = { readonly dependency: Dependency; readonly unmet: Unmet | null }

function lookAt(
  fleet: FleetState,
  { application, cluster }: Pair,
  known: Known,
  sees: Sees,
): readonly Look[] {
  return fleet.applications.slots[application]!.dependsOn.flatMap((dependency): Look[] => {
    const unmet = unmetOn(fleet, dependency, cluster, known)
    if (unmet === null) return []
    return [{ dependency, unmet: isSeen(fleet, dependency, sees) ? unmet : null }]
  })
}

/** Whether it can be its own dependencies that keep it from being there. */
function mayWait({ code }: Unmet): boolean {
  return code === 'not_released' || code === 'older'
}

/** Where an application that is needed may wait for others itself; in an environment, on the first of its clusters. Null: nowhere. */
function pairBehind(
  fleet: FleetState,
  dependency: Dependency,
  cluster: number,
  sees: Sees,
): Pair | null {
  const needed = neededBy(fleet, dependency)
  if (needed === null || !needsOthers(needed.object)) return null
  if (!sees(dependency.namespace, needed.object)) return null
  const { id: application } = needed
  if (dependency.environment === null) {
    return hasBit(placementsOf(fleet, application), cluster) ? { application, cluster } : null
  }
  const there = fleet.clustersByEnvironment.get(dependency.environment) ?? NO_BITS
  const [first] = idsIn(intersect(there, lackingOf(fleet, application)))
  return first === undefined ? null : { application, cluster: first }
}

/** Whether it may be told what a dependency is on. */
export function isSeen(
  fleet: Pick<FleetState, 'applications'>,
  dependency: Dependency,
  sees: Sees,
): boolean {
  return sees(dependency.namespace, neededBy(fleet, dependency)?.object ?? null)
}

/** No id is as large, and two of them together are below 2^53. */
const IDS = 2 ** 26

/** A number instead of a text: thousands are made for one answer. */
function keyOf({ application, cluster }: Pair): number {
  return application * IDS + cluster
}
