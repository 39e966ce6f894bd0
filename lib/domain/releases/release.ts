// A release: what an application is delivered from, on the clusters of an environment, from one change to another. It is
// decided and kept like a placement, and says with which source a placement has its file.
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Bits, hasBit, intersect, isEmpty, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'

/** Where manifests are: a repository, a revision in it, and a directory. */
export type Source = Pick<Application, 'repoUrl' | 'repoBranch' | 'repoPath'>

export type Release = {
  /** The application's id. */
  readonly application: number
  /** What its clusters have in their field `environment`; empty: those that name none. */
  readonly environment: string
  /** The number of the version; null: what the application had before it followed versions. */
  readonly version: number | null
  readonly source: Source
  /** The ids of the clusters that it is for; null: all of the environment that no other release is for, the base. */
  readonly clusters: Bits | null
  /**
   * Whether it is the set to which clusters are added as soon as what they wait for is there; of several in an environment the
   * newest one is. A base isn't: it is for all clusters anyway.
   */
  readonly current: boolean
  /** The rollout that released it; null: none did. */
  readonly rollout: number | null
}

/** What a change does to releases: the ids of those that end, and those that begin, in this order. */
export type ReleaseChange = {
  readonly ended: readonly number[]
  readonly begun: readonly Release[]
}

export function sourceOf({ repoUrl, repoBranch, repoPath }: Source): Source {
  return { repoUrl, repoBranch, repoPath }
}

/** The commit that is released; null: whatever a branch has, or nothing. */
export function commitOf(release: Pick<Release, 'version' | 'source'> | null): string | null {
  return release === null || release.version === null ? null : release.source.repoBranch
}

export function isSameSource(one: Source, other: Source): boolean {
  return (
    one.repoUrl === other.repoUrl &&
    one.repoBranch === other.repoBranch &&
    one.repoPath === other.repoPath
  )
}

const delivered = new WeakMap<Application, WeakMap<Release, Application>>()

/** An application as a release delivers it: the same object each time, so that what is known of it stays known. */
export function applicationFrom(application: Application, release: Release): Application {
  const byRelease = delivered.get(application) ?? new WeakMap<Release, Application>()
  delivered.set(application, byRelease)
  const known = byRelease.get(release)
  if (known !== undefined) return known
  const made = { ...application, ...release.source }
  byRelease.set(release, made)
  return made
}

/**
 * Which of an application's clusters have which of its releases: each has the newest one for a set that holds it, of its own
 * environment; else the base of that environment; else none, and is in no part. No part is empty.
 *
 * `releases`: in the order in which they began; `environments`: the clusters by their field.
 */
export function clustersByRelease(
  placed: Bits,
  releases: readonly Release[],
  environments: ReadonlyMap<string, Bits>,
): ReadonlyMap<Release, Bits> {
  const parts = new Map<Release, Bits>()
  for (const [environment, held] of Map.groupBy(releases, (each) => each.environment)) {
    let rest = intersect(placed, environments.get(environment) ?? NO_BITS)
    for (const release of newestFirst(held)) {
      if (isEmpty(rest)) break
      const clusters = release.clusters === null ? rest : intersect(rest, release.clusters)
      if (isEmpty(clusters)) continue
      parts.set(release, clusters)
      rest = subtract(rest, clusters)
    }
  }
  return parts
}

/** The release that one cluster has of them, by the same rule; null: none. */
export function releaseOn(
  releases: readonly Release[],
  environment: string,
  cluster: number,
): Release | null {
  const here = newestFirst(releases.filter((each) => each.environment === environment))
  return here.find(({ clusters }) => clusters === null || hasBit(clusters, cluster)) ?? null
}

/** Of the releases of one environment, what all of its clusters are to have: the base, or the current set; null: neither. */
export function wholeAmong(releases: readonly Release[]): Release | null {
  const base = releases.find(({ clusters }) => clusters === null)
  return base ?? releases.findLast(({ current }) => current) ?? null
}

/** Sets before bases. */
function newestFirst(releases: readonly Release[]): readonly Release[] {
  const newest = releases.toReversed()
  const isBase = ({ clusters }: Release) => clusters === null
  return [...newest.filter((each) => !isBase(each)), ...newest.filter(isBase)]
}
