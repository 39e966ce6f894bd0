// What a rollout does to the releases of its application: when a wave is released, and when it is rolled back.
import { deliveriesOf } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Release, ReleaseChange, Source } from '#lib/domain/releases/release.ts'
import {
  type Bits,
  countBits,
  intersect,
  isEmpty,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { placedIn } from './members.ts'
import type { Rollout } from './rollout.ts'

type Releasing = Pick<Rollout, 'id' | 'application' | 'environment' | 'version' | 'waves'>

/**
 * A wave begins a set of its clusters. The last one is for clusters that come later, too: it ends all releases of the
 * application in the environment, and begins its base.
 */
export function releasesOfWave(
  fleet: Pick<Fleet, 'releases'>,
  rollout: Releasing,
  index: number,
  members: Bits,
  source: Source,
): ReleaseChange {
  const isLast = index === rollout.waves.length - 1
  const { id, application, environment, version } = rollout
  const clusters = isLast ? null : members
  const of = { application, environment, version, source }
  const begun = [{ ...of, clusters, current: false, rollout: id }]
  if (!isLast) return { ended: [], begun }
  return { ended: releasesIn(fleet, rollout).map((release) => release.id), begun }
}

export type GoingBack = ReleaseChange & {
  /** The clusters that keep the version, because they had none before. */
  readonly keeps: Bits
}

/**
 * Ends what the rollout began, and begins again what its last wave had ended. Clusters that had no release before keep the
 * version, in a set of their own: their files would go otherwise.
 */
export function releasesBefore(
  fleet: Fleet,
  rollout: Pick<Rollout, 'id' | 'application' | 'environment'>,
  ended: readonly Release[],
): GoingBack {
  const own = releasesIn(fleet, rollout).filter(({ object }) => object.rollout === rollout.id)
  const others = releasesIn(fleet, rollout).filter(({ object }) => object.rollout !== rollout.id)
  const back = [...others.map(({ object }) => object), ...ended]
  const hasBase = back.some(({ clusters }) => clusters === null)
  const placed = placedIn(fleet, rollout.application, rollout.environment)
  const covered = hasBase ? placed : uniteAll(back.map(({ clusters }) => clusters ?? []))
  const without = subtract(placed, covered)
  const keeping = deliveriesOf(fleet, rollout.application).flatMap(({ release, clusters }) => {
    const kept = intersect(clusters, without)
    const isOwn = own.some(({ object }) => object === release)
    return release === null || !isOwn || isEmpty(kept) ? [] : [{ ...release, clusters: kept }]
  })
  return {
    ended: own.map(({ id }) => id),
    begun: [...ended, ...keeping.map((release) => ({ ...release, rollout: null }))],
    keeps: uniteAll(keeping.map(({ clusters }) => clusters)),
  }
}

/** Of the clusters of an environment, how many have which version; null: what there was before versions. */
export function versionsIn(
  fleet: Fleet,
  application: number,
  environment: string,
): readonly { readonly version: number | null; readonly clusters: number }[] {
  const placed = placedIn(fleet, application, environment)
  const parts = deliveriesOf(fleet, application).map(({ release, clusters }) => ({
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

/** The base of an environment: what clusters have that no set is for; null: there is none. */
export function baseIn(
  fleet: Pick<Fleet, 'releases'>,
  of: Pick<Rollout, 'application' | 'environment'>,
): Release | null {
  return releasesIn(fleet, of).find(({ object }) => object.clusters === null)?.object ?? null
}

function releasesIn(
  { releases }: Pick<Fleet, 'releases'>,
  { application, environment }: Pick<Rollout, 'application' | 'environment'>,
): readonly Identified<Release>[] {
  return (releases[application] ?? []).filter(({ object }) => object.environment === environment)
}
