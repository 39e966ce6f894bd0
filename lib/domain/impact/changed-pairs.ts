// Which pairs that stay placed get another manifest or another target, or are told something else. Of a managed application, those
// have no manifest that have no release.
import { byGroup, type ClusterGroups } from '#lib/domain/fleet/cluster-groups.ts'
import { rereleasable, unreleasedAmong } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { retargetable, retargeted } from '#lib/domain/fleet/targets.ts'
import { retold, type Written, writtenAmong } from '#lib/domain/fleet/written.ts'
import type { FileRenderer, Variant } from '#lib/domain/git/file-change.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  differ,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  unite,
  uniteAll,
} from '#lib/domain/sets/bits.ts'

type Renderer = Pick<FileRenderer, 'application'>

/**
 * Those of the pairs that stay placed that have another manifest or target, or one on one side alone, or are told something else;
 * `retold`: the last of these, by what they are told.
 *
 * `placedBoth`: where the application is placed before and after; `edited`: the clusters that the edit replaces, of which
 * `relocated` change their variant.
 */
export function changedPairs(
  fleets: { readonly before: Fleet; readonly after: Fleet },
  id: number,
  placedBoth: Bits,
  clusters: { readonly edited: Bits; readonly relocated: Bits },
  render: Renderer,
): { readonly changed: Bits; readonly retold: readonly Bits[] } {
  const { before, after } = fleets
  const others = retold(before, after, id, placedBoth, clusters.edited)
  const anew = deliveredAnew(fleets, id, placedBoth, clusters, render)
  return { changed: uniteAll([anew, ...others]), retold: others }
}

/** Those that have another manifest or target, or one on one side alone, whatever they are told. */
function deliveredAnew(
  { before, after }: { readonly before: Fleet; readonly after: Fleet },
  id: number,
  placedBoth: Bits,
  { edited, relocated }: { readonly edited: Bits; readonly relocated: Bits },
  render: Renderer,
): Bits {
  const [was, is] = [before.applications.slots[id], after.applications.slots[id]]
  if (was === is && (is === undefined || isPlain(is))) return intersect(relocated, placedBoth)
  const within = was === is ? mayBeOthers(before, after, id, placedBoth, edited) : placedBoth
  if (isEmpty(within)) return NO_BITS
  if (was === is && isDeliveredAlike(before, after, id)) {
    return subtract(intersect(within, relocated), unreleasedAmong(after, id, [within]))
  }
  const unreleasedAfter = unreleasedAmong(after, id, [within])
  return uniteAll([
    ...rewritten(before, after, id, within, render),
    subtract(intersect(within, relocated), unreleasedAfter),
    differ(unreleasedAmong(before, id, [within]), unreleasedAfter),
    retargeted(before, after, id, within),
  ])
}

/** Whether it is the same wherever it is placed. */
function isPlain(application: Application): boolean {
  return !isManaged(application) && application.targets.length === 0
}

/** Of the pairs of an application that isn't edited: others have the same release and target as before. */
function mayBeOthers(
  before: Fleet,
  after: Fleet,
  id: number,
  placedBoth: Bits,
  edited: Bits,
): Bits {
  const others = unite(edited, rereleasable(before, after, id))
  return unite(intersect(others, placedBoth), retargetable(before, after, id, placedBoth))
}

/** Whether an application that isn't edited has the same release on each cluster, and no target on any. */
function isDeliveredAlike(before: Fleet, after: Fleet, id: number): boolean {
  const { targets = [] } = after.applications.slots[id] ?? {}
  const isAlike =
    before.releases[id] === after.releases[id] &&
    before.clustersByEnvironment === after.clustersByEnvironment
  return isAlike && targets.length === 0
}

/** The clusters to which something is delivered before and after, with another text. */
function rewritten(
  before: Fleet,
  after: Fleet,
  id: number,
  within: Bits,
  render: Renderer,
): Bits[] {
  const writtenBefore = writtenAmong(before, id, within)
  return writtenAmong(after, id, within).flatMap((is) => {
    const others = writtenBefore.filter(({ application }) => application !== is.application)
    return others.flatMap((was) =>
      clustersWithOtherText(was, is, intersect(was.clusters, is.clusters), after.variants, render),
    )
  })
}

function clustersWithOtherText(
  was: Written,
  is: Written,
  clusters: Bits,
  variants: ClusterGroups,
  render: Renderer,
): Bits[] {
  const textOf = ({ application, told }: Written, variant: Variant) =>
    render.application(application, variant, told)
  return byGroup(clusters, variants)
    .filter(({ key }) => textOf(was, key) !== textOf(is, key))
    .map((part) => part.clusters)
}
