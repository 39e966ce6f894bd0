// Which pairs that stay placed get another manifest, and which have none: those of an application that follows versions, on
// clusters where none is released.
import { byGroup, type ClusterGroups } from '#lib/domain/fleet/cluster-groups.ts'
import { deliveriesOf, type Delivery, unreleasedOf } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Bits, differ, intersect, isEmpty, subtract, uniteAll } from '#lib/domain/sets/bits.ts'

type Renderer = Pick<FileRenderer, 'application'>

export type Manifests = {
  /** Those that stay placed and have another manifest, or one on one side alone. */
  readonly changed: Bits
  /** Those that are placed and have none, before and after. */
  readonly unreleasedBefore: Bits
  readonly unreleasedAfter: Bits
}

/**
 * What an edit does to an application's manifests. `placedBoth`: where it is placed before and after; `relocated`: clusters
 * that change their variant.
 */
export function manifestsOf(
  before: Fleet,
  after: Fleet,
  id: number,
  placedBoth: Bits,
  relocated: Bits,
  render: Renderer,
): Manifests {
  const [was, is] = [deliveriesOf(before, id), deliveriesOf(after, id)]
  const unreleasedBefore = unreleasedOf(before, id, was)
  const unreleasedAfter = unreleasedOf(after, id, is)
  const changed = uniteAll([
    ...rewritten(was, is, placedBoth, after.variants, render),
    subtract(intersect(placedBoth, relocated), unreleasedAfter),
    intersect(placedBoth, differ(unreleasedBefore, unreleasedAfter)),
  ])
  return { changed, unreleasedBefore, unreleasedAfter }
}

/** The clusters to which something is delivered before and after, with another text. */
function rewritten(
  before: readonly Delivery[],
  after: readonly Delivery[],
  placedBoth: Bits,
  variants: ClusterGroups,
  render: Renderer,
): Bits[] {
  return after.flatMap(({ application, clusters }) => {
    const others = before.filter((each) => each.application !== application)
    if (others.length === 0) return []
    const same = before.find((each) => each.application === application)
    const left = intersect(placedBoth, same ? subtract(clusters, same.clusters) : clusters)
    if (isEmpty(left)) return []
    return others.flatMap((was) =>
      clustersWithOtherText(
        was.application,
        application,
        intersect(was.clusters, left),
        variants,
        render,
      ),
    )
  })
}

function clustersWithOtherText(
  before: Application,
  after: Application,
  clusters: Bits,
  variants: ClusterGroups,
  render: Renderer,
): Bits[] {
  return byGroup(clusters, variants)
    .filter(({ key }) => render.application(before, key) !== render.application(after, key))
    .map((part) => part.clusters)
}
