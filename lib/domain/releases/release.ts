// A release: what an application is delivered from, on the clusters of an environment, from one change to another. It is
// decided and kept like a placement, and says with which source a placement has its file.
import { isSamePackaging, type Packed } from '#lib/domain/objects/application/packaging.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Hold } from './hold.ts'
import { type Bits, hasBit, intersect, isEmpty, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'

/** Where manifests are: a repository, a revision in it, a directory, and what lies there. */
export type Source = Packed

/** A source with the directories that targets have in it, as a version is one. */
export type WholeSource = Pick<Release, 'source' | 'targets'>

export type Release = {
  /** The application's id. */
  readonly application: number
  /** What its clusters have in their field `environment`; empty: those that name none. */
  readonly environment: string
  /** The number of the version; null: what the application had before it followed versions. */
  readonly version: number | null
  readonly source: Source
  /**
   * The directories of placements that have a target, by its name; those of any other are in the directory of the source. Null:
   * nothing was said of them, and of a version that is the same; of a branch, the directory is the target's own.
   */
  readonly targets: Readonly<Record<string, string>> | null
  /** The ids of the clusters that it is for; null: all of the environment that no other release is for, the base. */
  readonly clusters: Bits | null
  /**
   * Whether it is the set to which clusters are added as soon as what they wait for is there; of several in an environment the
   * newest one is. A base isn't: it is for all clusters anyway.
   */
  readonly current: boolean
  /** The rollout that released it; null: none did. */
  readonly rollout: number | null
  /** Why its one cluster keeps what it has, whatever is released there meanwhile; absent: it doesn't. */
  readonly hold?: Hold
}

/** What a change does to releases: the ids of those that end, and those that begin, in this order. */
export type ReleaseChange = {
  readonly ended: readonly number[]
  readonly begun: readonly Release[]
}

export function sourceOf({ repoUrl, repoBranch, repoPath, packaging }: Source): Source {
  return { repoUrl, repoBranch, repoPath, packaging }
}

/** The commit that is released, or the version of a chart, or the digest; null: whatever a branch has, or nothing. */
export function commitOf(release: Pick<Release, 'version' | 'source'> | null): string | null {
  return release === null || release.version === null ? null : release.source.repoBranch
}

export function isSameSource(one: Source, other: Source): boolean {
  return (
    one.repoUrl === other.repoUrl &&
    one.repoBranch === other.repoBranch &&
    one.repoPath === other.repoPath &&
    isSamePackaging(one.packaging, other.packaging)
  )
}

/** Whether two releases give every placement the same. */
export function givesSame(one: WholeSource, other: WholeSource): boolean {
  return isSameSource(one.source, other.source) && targetsText(one) === targetsText(other)
}

/** The directories of a release's targets as one text, equal for equal ones. */
export function targetsText({ targets }: Pick<Release, 'targets'>): string {
  return JSON.stringify(targets && Object.entries(targets).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The directories of an application's targets in an environment; null: it has none there. */
export function targetsIn(
  { targets }: Pick<Application, 'targets'>,
  environment: string,
): Release['targets'] {
  const here = targets.filter((each) => each.environment === environment)
  if (here.length === 0) return null
  return Object.fromEntries(here.map(({ name, repoPath }) => [name, repoPath]))
}

type Delivered = WeakMap<Release | Application, WeakMap<Target | Application, Application>>

const delivered = new WeakMap<Application, Delivered>()

/**
 * An application as a release delivers it to placements with a target: the same object each time, so that what is known of it
 * stays known. `release` null: it isn't managed; `target` null: they have none.
 */
export function applicationFrom(
  application: Application,
  release: Release | null,
  target: Target | null,
): Application {
  if (release === null && target === null) return application
  const byRelease: Delivered = delivered.get(application) ?? new WeakMap()
  delivered.set(application, byRelease)
  const byTarget = byRelease.get(release ?? application) ?? new WeakMap<object, Application>()
  byRelease.set(release ?? application, byTarget)
  const known = byTarget.get(target ?? application)
  if (known !== undefined) return known
  const made = {
    ...application,
    ...release?.source,
    ...(target !== null && { repoPath: repoPathOf(target, release) }),
  }
  byTarget.set(target ?? application, made)
  return made
}

/** The directory that placements with a target get from a release; `release` null: the application isn't managed. */
export function repoPathOf(
  { name, repoPath }: Target,
  release: (WholeSource & Pick<Release, 'version'>) | null,
): string {
  if (release === null) return repoPath
  const { targets, version, source } = release
  if (targets === null) return version === null ? repoPath : source.repoPath
  return (Object.hasOwn(targets, name) ? targets[name] : undefined) ?? source.repoPath
}

/**
 * Which of an application's clusters have which of its releases: each has the hold on it; else the newest one for a set that
 * has it, of its own environment; else the base of that environment; else none, and is in no part. No part is empty.
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
  const here = releases.filter((each) => each.environment === environment)
  if (here.length === 0) return null
  return (
    newestFirst(here).find(({ clusters }) => clusters === null || hasBit(clusters, cluster)) ?? null
  )
}

/** Of the releases of one environment, what all of its clusters are to have: the base, or the current set; null: neither. */
export function wholeAmong(releases: readonly Release[]): Release | null {
  const base = releases.find(({ clusters }) => clusters === null)
  return base ?? releases.findLast(({ current }) => current) ?? null
}

/** Holds before other sets, and sets before bases. */
function newestFirst(releases: readonly Release[]): readonly Release[] {
  const newest = releases.toReversed()
  const isBase = ({ clusters }: Release) => clusters === null
  const sets = newest.filter((each) => !isBase(each))
  return [...sets.filter(isHold), ...sets.filter((each) => !isHold(each)), ...newest.filter(isBase)]
}

export function isHold({ hold }: Pick<Release, 'hold'>): boolean {
  return hold !== undefined
}
