// What a rollout does to the releases of its application: when a wave is released, and when it is rolled back.
import { releasedOf } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { needsOthers } from '#lib/domain/objects/application/managed.ts'
import type { Release, ReleaseChange, WholeSource } from '#lib/domain/releases/release.ts'
import {
  type Bits,
  countBits,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { placedIn } from './members.ts'
import type { Rollout } from './rollout.ts'

type Releasing = Pick<Rollout, 'id' | 'application' | 'environment' | 'version' | 'waves'>

/**
 * A wave begins a set of its clusters. The last one is for clusters that come later, too: it ends all releases of the
 * application in the environment, and begins its base. Of an application that needs others it ends the rollout’s own sets, and
 * begins the current set of all their clusters and its own: others, that wait for what is needed, keep what they have.
 */
export function releasesOfWave(
  fleet: Fleet,
  rollout: Releasing,
  index: number,
  members: Bits,
  from: WholeSource,
): ReleaseChange {
  const isLast = index === rollout.waves.length - 1
  const { id, application, environment, version } = rollout
  const of = { application, environment, version, ...from, rollout: id }
  if (!isLast) return { ended: [], begun: [{ ...of, clusters: members, current: false }] }
  const held = releasesIn(fleet, rollout)
  if (!needsOthers(fleet.applications.slots[application])) {
    return { ended: idsOf(held), begun: [{ ...of, clusters: null, current: false }] }
  }
  const own = held.filter(({ object }) => object.rollout === id)
  const released = releasedOf(fleet, application)
    .filter(({ release }) => release?.environment === environment && release.rollout === id)
    .map(({ clusters }) => clusters)
  const clusters = uniteAll([...released, members])
  return { ended: idsOf(own), begun: [{ ...of, clusters, current: true }] }
}

function idsOf(releases: readonly Identified<Release>[]): number[] {
  return releases.map(({ id }) => id)
}

export type GoingBack = ReleaseChange & {
  /** The clusters that keep the version, because they had none before. */
  readonly keeps: Bits
}

/**
 * Ends what the rollout began, and begins again what its last wave had ended. Clusters that had no release before keep the
 * version, in a set of their own: their files would go otherwise. Of an application that needs others nothing ended that clusters
 * still had, but the set that was the current one may have, for want of clusters: it begins again, so that there is one.
 *
 * `before`: what there was besides the rollout’s own until its last wave was released; none, if it wasn’t.
 */
export function releasesBefore(
  fleet: Fleet,
  rollout: Pick<Rollout, 'id' | 'application' | 'environment'>,
  before: readonly Release[],
): GoingBack {
  const own = releasesIn(fleet, rollout).filter(({ object }) => object.rollout === rollout.id)
  const others = releasesIn(fleet, rollout).filter(({ object }) => object.rollout !== rollout.id)
  const held = others.map(({ object }) => object)
  const waits = needsOthers(fleet.applications.slots[rollout.application])
  const again = waits ? currentAgain(held, before) : before
  const back = [...held, ...again]
  const hasBase = back.some(({ clusters }) => clusters === null)
  const placed = placedIn(fleet, rollout.application, rollout.environment)
  const covered = hasBase ? placed : uniteAll(back.map(({ clusters }) => clusters ?? []))
  const without = subtract(placed, covered)
  const keeping = releasedOf(fleet, rollout.application).flatMap(({ release, clusters }) => {
    const kept = intersect(clusters, without)
    const isOwn = own.some(({ object }) => object === release)
    return release === null || !isOwn || isEmpty(kept) ? [] : [{ ...release, clusters: kept }]
  })
  return {
    ended: idsOf(own),
    begun: [...again, ...keeping.map((release) => ({ ...release, current: false, rollout: null }))],
    keeps: uniteAll(keeping.map(({ clusters }) => clusters)),
  }
}

function currentAgain(held: readonly Release[], before: readonly Release[]): readonly Release[] {
  const current = before.findLast((release) => release.current)
  if (current === undefined || held.some((release) => release.current)) return []
  return [{ ...current, clusters: NO_BITS }]
}

/** Of the clusters of an environment, how many have which version; null: what there was before versions. */
export function versionsIn(
  fleet: Fleet,
  application: number,
  environment: string,
): readonly { readonly version: number | null; readonly clusters: number }[] {
  const placed = placedIn(fleet, application, environment)
  const parts = releasedOf(fleet, application).map(({ release, clusters }) => ({
    version: release?.version ?? null,
    clusters: countBits(intersect(clusters, placed)),
  }))
  return [...Map.groupBy(parts, ({ version }) => version)]
    .map(([version, alike]) => ({
      version,
      clusters: alike.reduce((sum, { clusters }) => sum + clusters, 0),
    }))
    .filter(({ clusters }) => clusters > 0)
}

function releasesIn(
  { releases }: Pick<Fleet, 'releases'>,
  { application, environment }: Pick<Rollout, 'application' | 'environment'>,
): readonly Identified<Release>[] {
  return (releases[application] ?? []).filter(({ object }) => object.environment === environment)
}
