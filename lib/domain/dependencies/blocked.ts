// What placements wait for, and what that waits for itself, down to the root.
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
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
 * `blockedOn` can tell of them. However they depend on each other, they are not many.
 */
export function pairsBehind(
  fleet: FleetState,
  pairs: readonly Pair[],
  sees: Sees,
): readonly Pair[] {
  const found = new Map(pairs.map((pair) => [keyOf(pair), pair]))
  for (const { application, cluster } of found.values()) {
    for (const dependency of fleet.applications.slots[application]!.dependsOn) {
      const behind = pairBehind(fleet, dependency, cluster, sees)
      const isFull = found.size >= Math.max(PAIRS_MAX, pairs.length)
      if (behind !== null && !isFull) found.set(keyOf(behind), behind)
    }
  }
  return [...found.values()]
}

/**
 * What a pair waits for, as if it were to be released now: empty, if all is there. Of `pairs`, which `known` knows, each is told
 * once: what stands behind it isn't repeated where others wait for it, too.
 */
export function blockedOn(
  fleet: FleetState,
  pair: Pair,
  known: Known,
  sees: Sees,
  pairs: readonly Pair[],
): readonly Blocked[] {
  const untold = new Set(pairs.map(keyOf))
  return tell(pair)

  function tell({ application, cluster }: Pair): readonly Blocked[] {
    if (!untold.delete(keyOf({ application, cluster }))) return []
    return fleet.applications.slots[application]!.dependsOn.flatMap((dependency): Blocked[] => {
      const unmet = unmetOn(fleet, dependency, cluster, known)
      if (unmet === null) return []
      if (!isSeen(fleet, dependency, sees)) return [{ cluster, unmet: null, behind: [] }]
      const behind = mayWait(unmet) ? pairBehind(fleet, dependency, cluster, sees) : null
      return [{ cluster, unmet, behind: behind === null ? [] : tell(behind) }]
    })
  }
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
  if (needed === null || needed.object.dependsOn.length === 0) return null
  if (!isSeen(fleet, dependency, sees)) return null
  const { id: application } = needed
  if (dependency.environment === null) {
    return hasBit(placementsOf(fleet, application), cluster) ? { application, cluster } : null
  }
  const there = fleet.clustersByEnvironment.get(dependency.environment) ?? NO_BITS
  const [first] = idsIn(intersect(there, lackingOf(fleet, application)))
  return first === undefined ? null : { application, cluster: first }
}

function isSeen(fleet: FleetState, dependency: Dependency, sees: Sees): boolean {
  return sees(dependency.namespace, neededBy(fleet, dependency)?.object ?? null)
}

function keyOf({ application, cluster }: Pair): string {
  return `${application} ${cluster}`
}
