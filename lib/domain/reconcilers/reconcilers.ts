// Which reconciler a cluster has, and what of the cluster its files depend on.
import type { Variant } from '#lib/domain/git/file-change.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import { RECONCILERS } from './registered.ts'

/** Throws when no reconciler takes the cluster. */
export function reconcilerOf(cluster: Cluster): Reconciler {
  return found(RECONCILERS.find(({ takes }) => takes(cluster)))
}

/** The variant of a cluster: its reconciler, and what that says the files of teams and applications depend on. */
export function variantOf(cluster: Cluster): Variant {
  const { name, variantOf } = reconcilerOf(cluster)
  const own = variantOf(cluster)
  return own === null ? name : `${name}/${own}`
}

/** The reconciler of a variant, and what it said of the cluster. */
export function readVariant(variant: Variant): {
  readonly reconciler: Reconciler
  readonly own: string | null
} {
  const slash = variant.indexOf('/')
  const name = slash === -1 ? variant : variant.slice(0, slash)
  return {
    reconciler: found(RECONCILERS.find((each) => each.name === name)),
    own: slash === -1 ? null : variant.slice(slash + 1),
  }
}

/** The reconcilers of some variants; without any variants, all reconcilers, since any may come. */
export function reconcilersOf(variants: Iterable<Variant>): readonly Reconciler[] {
  const used = new Set([...variants].map((variant) => readVariant(variant).reconciler))
  return used.size === 0 ? RECONCILERS : RECONCILERS.filter((each) => used.has(each))
}

/** Whether an edit changes a cluster's bootstrap so that somebody has to apply it there by hand. */
export function isBootstrapAnother(before: Cluster, after: Cluster): boolean {
  const reconciler = reconcilerOf(after)
  return reconcilerOf(before) !== reconciler || reconciler.isBootstrapAnother(before, after)
}

/** Clusters of one shape have the same files except for names and branches, so they also have the same variant. */
export function clusterShape(cluster: Cluster): string {
  return `${variantOf(cluster)} ${reconcilerOf(cluster).shapeOf(cluster)}`
}

function found(reconciler: Reconciler | undefined): Reconciler {
  if (reconciler === undefined) throw new Error('a cluster has no reconciler')
  return reconciler
}
