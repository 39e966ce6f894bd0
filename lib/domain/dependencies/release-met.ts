// How clusters get what they waited for, once all is there that the application needs.
import { releasesOf } from '#lib/domain/fleet/deliveries.ts'
import type { FleetState } from '#lib/domain/fleet/fleet-state.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  clustersByRelease,
  givesSame,
  isHold,
  type Release,
  type ReleaseChange,
  sourceOf,
} from '#lib/domain/releases/release.ts'
import { type Bits, intersect, isEmpty, NO_BITS, unite, uniteAll } from '#lib/domain/sets/bits.ts'
import { wholeIn } from './behind.ts'

/**
 * Gives clusters of an environment what the others there have: their set ends, and begins again with these in it. While a rollout
 * that is under way went ahead on a part of that set, which may come back to it, they get a set of their own, with those that got
 * one before unless it went ahead on some of these, too. Where the application follows its branch and nothing was released yet,
 * the set begins. Nothing, if there is nothing that they could get.
 *
 * `met`: of the clusters that are behind, those on which all is there. `underWay`: rollouts that may be rolled back.
 */
export function releasesOfMet(
  fleet: FleetState,
  application: Identified<Application>,
  environment: string,
  met: Bits,
  underWay: ReadonlySet<number>,
): ReleaseChange {
  const whole = wholeIn(fleet, application.id, environment)
  if (whole === null) return beginning(application, environment, met)
  const { id } = application
  const held = fleet.releases[id] ?? []
  const isAhead = ({ rollout, ...release }: Release) =>
    release.environment === environment &&
    rollout !== null &&
    rollout !== whole.rollout &&
    underWay.has(rollout)
  const ahead = uniteAll(
    held.map(({ object }) => (isAhead(object) ? (object.clusters ?? NO_BITS) : NO_BITS)),
  )
  const isWhole = ({ clusters }: Release) => isEmpty(intersect(clusters ?? NO_BITS, ahead))
  const own = { ...whole, current: false, rollout: null }
  const again = isWhole(whole) ? whole : own
  const isReplaced = (release: Release) =>
    again === whole ? release === whole : isAlike(release, own) && isWhole(release)
  const replaced = held.find(({ object }) => isReplaced(object)) ?? null
  const parts = clustersByRelease(
    placementsOf(fleet, id),
    releasesOf(fleet, id),
    fleet.clustersByEnvironment,
  )
  const before = replaced === null ? NO_BITS : (parts.get(replaced.object) ?? NO_BITS)
  return {
    ended: replaced === null ? [] : [replaced.id],
    begun: [{ ...again, clusters: unite(before, met) }],
  }
}

function beginning(
  { id, object }: Identified<Application>,
  environment: string,
  met: Bits,
): ReleaseChange {
  if (object.follow !== 'branch') return { ended: [], begun: [] }
  const set = {
    application: id,
    environment,
    version: null,
    source: sourceOf(object),
    targets: null,
    rollout: null,
  }
  return { ended: [], begun: [{ ...set, clusters: met, current: true }] }
}

/** Whether a set of no rollout gives an environment the same. */
function isAlike(one: Release, other: Release): boolean {
  return (
    one.clusters !== null &&
    !one.current &&
    one.rollout === null &&
    !isHold(one) &&
    one.environment === other.environment &&
    givesSame(one, other)
  )
}
