// Which clusters of an application that needs others wait for them, and what they get once these are there.
import { releasesOf } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import {
  clustersByRelease,
  givesSame,
  isHold,
  type Release,
  wholeAmong,
} from '#lib/domain/releases/release.ts'
import { type Bits, intersect, NO_BITS, subtract, uniteAll } from '#lib/domain/sets/bits.ts'

/** What all clusters of an environment are to have: its base or, of an application that needs others, its current set. */
export function wholeIn(
  fleet: Pick<FleetState, 'releases'>,
  application: number,
  environment: string,
): Release | null {
  return wholeAmong(releasesIn(fleet, application, environment))
}

function releasesIn(
  fleet: Pick<FleetState, 'releases'>,
  application: number,
  environment: string,
): readonly Release[] {
  return releasesOf(fleet, application).filter((each) => each.environment === environment)
}

/**
 * The clusters of an environment that are to have what others there have, and don't yet: they have nothing, or what a rollout
 * released before that, or what they brought along. Those that a later rollout went ahead on, and then ended, stay as they are,
 * and so do those that hold what they have.
 * Where an application follows its branch, all that have nothing are to have that.
 */
export function behindIn(fleet: FleetState, application: number, environment: string): Bits {
  const held = releasesIn(fleet, application, environment)
  const current = wholeAmong(held)
  if (current === null && fleet.applications.slots[application]?.follow !== 'branch') return NO_BITS
  const clusters = fleet.clustersByEnvironment.get(environment) ?? NO_BITS
  const placed = intersect(clusters, placementsOf(fleet, application))
  const parts = clustersByRelease(placed, held, fleet.clustersByEnvironment)
  const upToDate = [...parts].filter(
    ([release]) => current === null || isHold(release) || !isBehind(release, current),
  )
  return subtract(placed, uniteAll(upToDate.map(([, those]) => those)))
}

/** Whether a release is to give way to what all of its environment are to have. */
export function isBehind(release: Release, current: Release): boolean {
  if (release === current || givesSame(release, current)) return false
  return release.rollout === null || release.rollout < (current.rollout ?? 0)
}
