// What an edit does to releases by itself, so that no file goes away for want of one, and none is kept that nothing needs.
import type { Releases } from '#lib/domain/fleet/fleet-state.ts'
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import { releasedAmong, releasesOf } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { isManaged, needsOthers } from '#lib/domain/objects/application/managed.ts'
import { packagingText } from '#lib/domain/objects/application/packaging.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  clustersByRelease,
  isHold,
  type Release,
  type ReleaseChange,
  sourceOf,
  targetsIn,
  targetsText,
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
import { newcomersIn, turnedReleases } from './turned-releases.ts'

const NO_CHANGE: ReleaseChange = { ended: [], begun: [] }

/**
 * The releases that end and begin besides those of the edit itself, which `after` has already:
 * - of an application that is deleted or isn't managed, all end;
 * - of one that is edited so that others are needed, they turn into such (`turnedReleases`);
 * - where an application needs others, a cluster that comes to an environment is in no set that was there before it came;
 * - what was delivered to a cluster that stays placed and has no release any more goes on, as a set of its environment;
 * - a set ends when it is no cluster's release any more, unless only rollouts that are under way, or holds, cover it: they may be
 *   rolled back, or end, to what they cover. The newest current set of an application that needs others stays;
 * - a hold ends with its cluster's placement, and when its cluster comes to another environment.
 *
 * Applications that aren't managed cost nothing.
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

/** The applications with releases, and those that have none yet because they are managed only from now on. */
function managedIds(before: Fleet, after: Fleet): number[] {
  const ids = new Set([...idsWith(before.releases), ...idsWith(after.releases)])
  if (before.applications !== after.applications) {
    for (const id of after.applications.ordered)
      if (isManagedFromNowOn(before, after, id)) ids.add(id)
  }
  return [...ids].sort((a, b) => a - b)
}

const known = new WeakMap<Releases, readonly number[]>()

/** Looked for once between two edits of releases. */
function idsWith(releases: Releases): readonly number[] {
  const before = known.get(releases)
  if (before !== undefined) return before
  const ids = [...releases.keys()].filter((id) => releases[id] !== undefined)
  known.set(releases, ids)
  return ids
}

function isManagedFromNowOn(before: Fleet, after: Fleet, id: number): boolean {
  const [was, is] = [before.applications.slots[id], after.applications.slots[id]!]
  return was !== undefined && !isManaged(was) && isManaged(is)
}

/** Whether a cluster of the application may lose its release, or a set its last cluster, or hold one that comes. */
function isTouched(before: Fleet, after: Fleet, id: number, relocated: Bits): boolean {
  if (before.applications.slots[id] !== after.applications.slots[id]) return true
  if (before.releases[id] !== after.releases[id]) return true
  const [placed, then] = [placementsOf(before, id), placementsOf(after, id)]
  if (!isEmpty(intersect(relocated, placed))) return true
  if (placed === then) return false
  const moved = differ(placed, then)
  return (after.releases[id] ?? []).some(
    ({ object: { clusters } }) => clusters !== null && !isEmpty(intersect(moved, clusters)),
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
  const held = releasesOf(after, id)
  const application = after.applications.slots[id]
  if (application === undefined || !isManaged(application)) return changeTo(after, id, [])
  const waits = needsOthers(application)
  const again = waits ? withoutNewcomers(before, after, id, held) : new Map()
  const present = turnedReleases(
    before,
    after,
    id,
    held.map((release) => again.get(release) ?? release),
  )
  const found = resolved(after, id, present, underWay)
  const delivered = uniteAll([...found.now.values()])
  const lost = lostDeliveries(before, after, id, relocated, delivered)
  const { replaced, sets } = carriedOn(lost, present, found)
  const kept = present.filter((release) => !replaced.has(release))
  const then = sets.length === 0 ? found : resolved(after, id, [...kept, ...sets], underWay)
  const asked = askedBesides(before, id, held, again)
  const needed = waits ? newestCurrent(kept) : new Set()
  const stays = (release: Release) =>
    release.clusters === null ||
    asked.has(release) ||
    needed.has(release) ||
    then.lasting.has(release)
  return changeTo(after, id, [...kept.filter(stays), ...sets])
}

/** What ends and begins so that an application has these releases, of which those that begin are the last. */
function changeTo(after: Fleet, id: number, releases: readonly Release[]): ReleaseChange {
  const [held, wanted] = [after.releases[id] ?? [], new Set(releases)]
  const known = new Set(held.map(({ object }) => object))
  return {
    ended: held.filter(({ object }) => !wanted.has(object)).map((release) => release.id),
    begun: releases.filter((release) => !known.has(release)),
  }
}

/**
 * Of the releases of an application that needs others, those that begin again: sets without the clusters that come back to their
 * environment, which may lack by now what is needed, and all that come after these sets, so that they still do.
 */
function withoutNewcomers(
  before: Fleet,
  after: Fleet,
  id: number,
  held: readonly Release[],
): Map<Release, Release> {
  const known = new Set(releasesOf(before, id))
  const again = new Map<Release, Release>()
  // A hold ended when its cluster left, and comes before all others whenever it began.
  const sets = held.filter((release) => release.clusters !== null && !isHold(release))
  for (const [environment, inIt] of Map.groupBy(sets, (each) => each.environment)) {
    const newcomers = newcomersIn(before, after, id, environment)
    const first = inIt.findIndex(
      (release) => known.has(release) && !isEmpty(intersect(release.clusters!, newcomers)),
    )
    if (first === -1) continue
    for (const release of inIt.slice(first)) {
      const late = known.has(release) ? newcomers : NO_BITS
      again.set(release, { ...release, clusters: subtract(release.clusters!, late) })
    }
  }
  return again
}

/** Those that the edit itself begins, so that they stay even if no cluster has them. */
function askedBesides(
  before: Fleet,
  id: number,
  held: readonly Release[],
  again: ReadonlyMap<Release, Release>,
): ReadonlySet<Release> {
  const known = new Set(releasesOf(before, id))
  return new Set(held.filter((each) => !known.has(each)).map((each) => again.get(each) ?? each))
}

/** Of each environment. */
function newestCurrent(releases: readonly Release[]): ReadonlySet<Release> {
  const current = releases.filter((release) => release.current)
  return new Set(new Map(current.map((release) => [release.environment, release])).values())
}

/** The clusters of each release: now, and if all holds ended and all rollouts that are under way were rolled back. */
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
  const free = releases.filter((release) => !isHold(release))
  const settled = free.filter((release) => !isUnderWay(release))
  const now = resolve(releases)
  if (settled.length === releases.length) return { now, lasting: now }
  const holding = [...now].filter(([release]) => isHold(release))
  const covering = [...resolve(free)].filter(([release]) => isUnderWay(release))
  return { now, lasting: new Map([...resolve(settled), ...covering, ...holding]) }
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
  const [was, is] = [before.applications.slots[id], after.applications.slots[id]!]
  return releasedAmong(before, id, intersect(had, without)).flatMap(({ release, clusters }) =>
    byGroup(clusters, after.clustersByEnvironment).map((part) => ({
      application: id,
      environment: part.key,
      ...(is.follow === 'branch' ? branchOf(is) : carriedFrom(was!, release, part.key)),
      clusters: part.clusters,
      current: false,
      rollout: null,
    })),
  )
}

type Carried = Pick<Release, 'version' | 'source' | 'targets'>

function branchOf(application: Application): Carried {
  return { version: null, source: sourceOf(application), targets: null }
}

function carriedFrom(was: Application, release: Release | null, environment: string): Carried {
  if (release === null) return { ...branchOf(was), targets: targetsIn(was, environment) ?? {} }
  const { version, source, targets } = release
  return { version, source, targets }
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

function isCarried(release: Release): boolean {
  const { clusters, current, rollout } = release
  return clusters !== null && !current && rollout === null && !isHold(release)
}

function keyOf(release: Release): string {
  const { environment, version, source } = release
  const { repoUrl, repoBranch, repoPath, packaging } = source
  const targets = targetsText(release)
  const packed = packagingText(packaging)
  return JSON.stringify([environment, version, repoUrl, repoBranch, repoPath, packed, targets])
}
