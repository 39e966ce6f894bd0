// What an edit does to releases by itself, so that no file goes away for want of one, and none is kept that nothing needs.
import type { Releases } from '#lib/domain/fleet/fleet-state.ts'
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import { deliveriesAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import {
  clustersByRelease,
  type Release,
  type ReleaseChange,
  sourceOf,
} from '#lib/domain/releases/release.ts'
import {
  type Bits,
  differ,
  intersect,
  isEmpty,
  isSameSet,
  NO_BITS,
  subtract,
  uniteAll,
} from '#lib/domain/sets/bits.ts'

const NO_CHANGE: ReleaseChange = { ended: [], begun: [] }

/**
 * The releases that end and begin besides those of the edit itself, which `after` has already:
 * - of an application that is deleted or follows its branch, all end;
 * - of one that follows versions from now on, what it was delivered from becomes the base of each environment where it was;
 * - what was delivered to a cluster that stays placed and has no release any more goes on, as a set of its environment;
 * - a set ends when it is no cluster's release any more, unless only rollouts that are under way cover it: they may be
 *   rolled back, to what they cover.
 *
 * Applications that follow their branch cost nothing.
 */
export function releaseEditsOf(
  before: Fleet,
  after: Fleet,
  underWay: ReadonlySet<number>,
): ReleaseChange {
  const ids = managedIds(before, after)
  if (ids.length === 0) return NO_CHANGE
  const relocated = clustersRelocated(before, after)
  const changes = ids
    .filter((id) => isTouched(before, after, id, relocated))
    .map((id) => changeOf(before, after, id, relocated, underWay))
  return {
    ended: changes.flatMap(({ ended }) => ended),
    begun: changes.flatMap(({ begun }) => begun),
  }
}

/** The applications with releases, and those that have none yet because they follow versions only from now on. */
function managedIds(before: Fleet, after: Fleet): number[] {
  const ids = new Set([...idsWith(before.releases), ...idsWith(after.releases)])
  if (before.applications !== after.applications) {
    for (const id of after.applications.ordered) if (beginsToFollow(before, after, id)) ids.add(id)
  }
  return [...ids].sort((a, b) => a - b)
}

function idsWith(releases: Releases): number[] {
  return [...releases.keys()].filter((id) => releases[id] !== undefined)
}

function beginsToFollow(before: Fleet, after: Fleet, id: number): boolean {
  const was = before.applications.slots[id]
  return was?.follow === 'branch' && after.applications.slots[id]?.follow === 'versions'
}

/** Whether a cluster of the application may lose its release, or a set its last cluster. */
function isTouched(before: Fleet, after: Fleet, id: number, relocated: Bits): boolean {
  if (before.applications.slots[id] !== after.applications.slots[id]) return true
  if (before.releases[id] !== after.releases[id]) return true
  const placed = placementsOf(before, id)
  if (!isEmpty(intersect(relocated, placed))) return true
  const left = subtract(placed, placementsOf(after, id))
  return (after.releases[id] ?? []).some(
    ({ object: { clusters } }) => clusters !== null && !isEmpty(intersect(left, clusters)),
  )
}

/** The clusters that are in another environment afterwards, or come or go. */
function clustersRelocated(before: Fleet, after: Fleet): Bits {
  const [was, is] = [before.clustersByEnvironment, after.clustersByEnvironment]
  const names = was === is ? [] : [...new Set([...was.keys(), ...is.keys()])]
  return uniteAll(names.map((name) => differ(was.get(name) ?? NO_BITS, is.get(name) ?? NO_BITS)))
}

function changeOf(
  before: Fleet,
  after: Fleet,
  id: number,
  relocated: Bits,
  underWay: ReadonlySet<number>,
): ReleaseChange {
  const held = after.releases[id] ?? []
  if (after.applications.slots[id]?.follow !== 'versions') {
    return { ended: held.map((release) => release.id), begun: [] }
  }
  const bases = beginsToFollow(before, after, id) ? branchBases(before, after, id) : []
  const present = [...held.map(({ object }) => object), ...bases]
  const found = resolved(after, id, present, underWay)
  const delivered = uniteAll([...found.now.values()])
  const lost = lostDeliveries(before, after, id, relocated, delivered)
  const { replaced, sets } = carriedOn(lost, present, found)
  const kept = present.filter((release) => !replaced.has(release))
  const then = sets.length === 0 ? found : resolved(after, id, [...kept, ...sets], underWay)
  const known = new Set((before.releases[id] ?? []).map(({ object }) => object))
  const isOver = (release: Release) =>
    replaced.has(release) ||
    (release.clusters !== null && known.has(release) && !then.lasting.has(release))
  return {
    ended: held.filter(({ object }) => isOver(object)).map((release) => release.id),
    begun: [...bases, ...sets],
  }
}

/** What it was delivered from, in each environment where it was placed and has no base. */
function branchBases(before: Fleet, after: Fleet, id: number): Release[] {
  const bases = (after.releases[id] ?? []).filter(({ object }) => object.clusters === null)
  const based = new Set(bases.map(({ object }) => object.environment))
  const source = sourceOf(before.applications.slots[id]!)
  return byGroup(placementsOf(before, id), before.clustersByEnvironment)
    .filter(({ key }) => !based.has(key))
    .map(({ key }) => ({
      application: id,
      environment: key,
      version: null,
      source,
      clusters: null,
      current: false,
      rollout: null,
    }))
}

/** The clusters of each release: now, and if all rollouts that are under way were rolled back. */
type Resolved = {
  readonly now: ReadonlyMap<Release, Bits>
  readonly lasting: ReadonlyMap<Release, Bits>
}

function resolved(
  after: Fleet,
  id: number,
  releases: readonly Release[],
  underWay: ReadonlySet<number>,
): Resolved {
  const resolve = (those: readonly Release[]) =>
    clustersByRelease(placementsOf(after, id), those, after.clustersByEnvironment)
  const isUnderWay = ({ rollout }: Release) => rollout !== null && underWay.has(rollout)
  const settled = releases.filter((release) => !isUnderWay(release))
  const now = resolve(releases)
  if (settled.length === releases.length) return { now, lasting: now }
  const covering = [...now].filter(([release]) => isUnderWay(release))
  return { now, lasting: new Map([...resolve(settled), ...covering]) }
}

type Lost = Release & { readonly clusters: Bits }

/** What clusters had that stay placed and aren't in `delivered`, in the environments that they have now. */
function lostDeliveries(
  before: Fleet,
  after: Fleet,
  id: number,
  relocated: Bits,
  delivered: Bits,
): Lost[] {
  const placed = placementsOf(before, id)
  const isAlike =
    before.applications.slots[id] === after.applications.slots[id] &&
    before.releases[id] === after.releases[id]
  const had = isAlike ? intersect(relocated, placed) : placed
  const without = subtract(placementsOf(after, id), delivered)
  return deliveriesAmong(before, id, intersect(had, without)).flatMap(
    ({ application, release, clusters }) =>
      byGroup(clusters, after.clustersByEnvironment).map((part) => ({
        application: id,
        environment: part.key,
        version: release?.version ?? null,
        source: sourceOf(application),
        clusters: part.clusters,
        current: false,
        rollout: null,
      })),
  )
}

/** A set for each source that was lost. It replaces one that is equal, unless that is covered in part. */
function carriedOn(
  lost: readonly Lost[],
  present: readonly Release[],
  { now, lasting }: Resolved,
): { readonly replaced: ReadonlySet<Release>; readonly sets: readonly Release[] } {
  const clustersOf = (release: Release) => now.get(release) ?? NO_BITS
  const isWhole = (release: Release) =>
    isSameSet(clustersOf(release), lasting.get(release) ?? NO_BITS)
  const replaced = new Set<Release>()
  const sets = [...Map.groupBy(lost, keyOf)].map(([key, alike]) => {
    const equal = present.find((each) => isCarried(each) && keyOf(each) === key && isWhole(each))
    if (equal) replaced.add(equal)
    const others = equal ? clustersOf(equal) : NO_BITS
    return { ...alike[0]!, clusters: uniteAll([others, ...alike.map(({ clusters }) => clusters)]) }
  })
  return { replaced, sets }
}

function isCarried({ clusters, rollout }: Release): boolean {
  return clusters !== null && rollout === null
}

function keyOf({ environment, version, source }: Release): string {
  const { repoUrl, repoBranch, repoPath } = source
  return JSON.stringify([environment, version, repoUrl, repoBranch, repoPath])
}
