// What becomes of an application's releases when it begins or ceases to be managed, to follow versions, or to need others.
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { isBehind } from '#lib/domain/dependencies/behind.ts'
import { isManaged, needsOthers } from '#lib/domain/objects/application/managed.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  clustersByRelease,
  givesSame,
  isSameSource,
  type Release,
  sourceOf,
  targetsIn,
} from '#lib/domain/releases/release.ts'
import { type Bits, intersect, NO_BITS, subtract, uniteAll } from '#lib/domain/sets/bits.ts'

/** The clusters that an application has in an environment only after an edit, and those that it had there before. */
export function newcomersIn(before: Fleet, after: Fleet, id: number, environment: string): Bits {
  return subtract(placedIn(after, id, environment), placedIn(before, id, environment))
}

function placedIn({ placements, clustersByEnvironment }: Fleet, id: number, environment: string) {
  return intersect(placements[id] ?? NO_BITS, clustersByEnvironment.get(environment) ?? NO_BITS)
}

/**
 * The releases of a managed application as an edit of it turns them, in their order; those that it doesn't turn are the same
 * objects. Clusters that come with the edit get nothing of an application that needs others.
 * - From now on managed: what it was delivered from becomes the base of each environment where it was or, if it needs others,
 *   the current set of those clusters.
 * - From now on it needs others: each base becomes the current set of its clusters.
 * - From now on it follows versions: what its branch delivered has the directories of its targets as they were.
 * - It needs none any more: the current set becomes the base, and what is not ahead of that ends.
 * - It needs others and follows its branch, which it didn't, or which is another: that is the source of them all.
 */
export function turnedReleases(
  before: Fleet,
  after: Fleet,
  id: number,
  releases: readonly Release[],
): readonly Release[] {
  const [was, is] = [before.applications.slots[id], after.applications.slots[id]!]
  if (was === is) return releases
  const turned = turnedTo(before, after, id, releases)
  return was?.follow === 'branch' && is.follow === 'versions' ? withTargets(was, turned) : turned
}

function turnedTo(
  before: Fleet,
  after: Fleet,
  id: number,
  releases: readonly Release[],
): readonly Release[] {
  const [was, is] = [before.applications.slots[id], after.applications.slots[id]!]
  const isNew = was !== undefined && !isManaged(was)
  if (!needsOthers(is)) {
    if (isNew) return [...releases, ...branchBases(before, id, releases)]
    return needsOthers(was) ? withBases(releases) : releases
  }
  const sets = withoutBases(before, after, id, releases)
  const all = isNew ? [...sets, ...branchSets(before, after, id, sets)] : sets
  return is.follow === 'branch' ? ofBranch(after, id, was, all) : all
}

/** What the branch delivered to the application's targets stays, whatever they become, until a version comes. */
function withTargets(was: Application, releases: readonly Release[]): readonly Release[] {
  return releases.map((release) => {
    if (release.version !== null || release.targets !== null) return release
    return { ...release, targets: targetsIn(was, release.environment) ?? {} }
  })
}

/** What the branch delivers for as long as it is followed. */
function branchOf(id: number, environment: string, application: Application) {
  const source = sourceOf(application)
  return { application: id, environment, version: null, source, targets: null, rollout: null }
}

/** Where it was placed: of each environment, what it was delivered from, unless it has a base there. */
function branchBases(before: Fleet, id: number, releases: readonly Release[]): Release[] {
  const based = new Set(
    releases.filter(({ clusters }) => clusters === null).map(({ environment }) => environment),
  )
  return environmentsOf(before, id)
    .filter((environment) => !based.has(environment))
    .map((environment) => ({
      ...branchOf(id, environment, before.applications.slots[id]!),
      clusters: null,
      current: false,
    }))
}

function branchSets(
  before: Fleet,
  after: Fleet,
  id: number,
  releases: readonly Release[],
): Release[] {
  const known = new Set(
    releases.filter(({ current }) => current).map(({ environment }) => environment),
  )
  const delivered = uniteAll([...partsOf(after, id, releases).values()])
  const staying = subtract(placementsOf(before, id), delivered)
  return environmentsOf(before, id)
    .filter((environment) => !known.has(environment))
    .map((environment) => ({
      ...branchOf(id, environment, before.applications.slots[id]!),
      clusters: intersect(staying, placedIn(after, id, environment)),
      current: true,
    }))
}

function environmentsOf(fleet: Fleet, id: number): string[] {
  return byGroup(placementsOf(fleet, id), fleet.clustersByEnvironment).map(({ key }) => key)
}

/** A base that becomes a set is the newest, so it has no cluster that another set has. */
function withoutBases(
  before: Fleet,
  after: Fleet,
  id: number,
  releases: readonly Release[],
): readonly Release[] {
  const bases = releases.filter(({ clusters }) => clusters === null)
  if (bases.length === 0) return releases
  const known = new Set((before.releases[id] ?? []).map(({ object }) => object))
  const parts = partsOf(after, id, releases)
  const sets = bases.map((base) => {
    const clusters = parts.get(base) ?? NO_BITS
    const late = known.has(base) ? newcomersIn(before, after, id, base.environment) : NO_BITS
    return { ...base, clusters: subtract(clusters, late), current: true }
  })
  return [...releases.filter(({ clusters }) => clusters !== null), ...sets]
}

function withBases(releases: readonly Release[]): readonly Release[] {
  return [...Map.groupBy(releases, ({ environment }) => environment).values()].flatMap((held) => {
    const current = held.findLast((release) => release.current)
    if (current === undefined || held.some(({ clusters }) => clusters === null)) return held
    const isAhead = (release: Release) =>
      !givesSame(release, current) && !isBehind(release, current)
    return [...held.filter(isAhead), { ...current, clusters: null, current: false }]
  })
}

/** One set in each environment, unless all of them have the application's own source already. */
function ofBranch(
  after: Fleet,
  id: number,
  was: Application | undefined,
  releases: readonly Release[],
): readonly Release[] {
  const application = after.applications.slots[id]!
  const isOwn = ({ version, source, targets }: Release) =>
    version === null && targets === null && isSameSource(source, application)
  if (was?.follow === 'branch' && releases.every(isOwn)) return releases
  const parts = partsOf(after, id, releases)
  return [...Map.groupBy(releases, ({ environment }) => environment)].flatMap(
    ([environment, held]) => {
      const [only, ...others] = held
      if (others.length === 0 && only!.current && isOwn(only!)) return held
      const clusters = uniteAll(held.map((release) => parts.get(release) ?? NO_BITS))
      return [{ ...branchOf(id, environment, application), clusters, current: true }]
    },
  )
}

function partsOf(fleet: Fleet, id: number, releases: readonly Release[]) {
  return clustersByRelease(placementsOf(fleet, id), releases, fleet.clustersByEnvironment)
}
