// Which reconciler a cluster has, and what of the cluster its files depend on.
import type { Variant } from '#lib/domain/git/file-change.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import { RECONCILERS } from './registered.ts'

/** The reconciler that the type of a cluster names. Throws when there is none of that name. */
export function reconcilerOf({ reconciler }: Pick<TypedCluster, 'reconciler'>): Reconciler {
  return named(reconciler)
}

/** The variant of a cluster: its reconciler, and what that says the files of teams and applications depend on. */
export function variantOf(cluster: TypedCluster): Variant {
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
    reconciler: named(name),
    own: slash === -1 ? null : variant.slice(slash + 1),
  }
}

/** Whether clusters of a variant have what they read where the settings say, so that the settings hold as long as they do. */
export function followsNamespace(variant: Variant): boolean {
  const { reconciler, own } = readVariant(variant)
  return own === null && reconciler.followsNamespace
}

/** The reconcilers of some variants; without any variants, all reconcilers, since any may come. */
export function reconcilersOf(variants: Iterable<Variant>): readonly Reconciler[] {
  const used = new Set([...variants].map((variant) => readVariant(variant).reconciler))
  return used.size === 0 ? RECONCILERS : RECONCILERS.filter((each) => used.has(each))
}

/** The fields of a cluster, as people write them and as they are stored, that any reconciler's files depend on, itself included. */
export function shapeFields(): readonly string[] {
  return ['type', ...new Set(RECONCILERS.flatMap(({ clusterFields }) => clusterFields))]
}

/** Whether an edit changes a cluster's bootstrap so that somebody has to apply it there by hand. */
export function isBootstrapAnother(before: TypedCluster, after: TypedCluster): boolean {
  const reconciler = reconcilerOf(after)
  return reconcilerOf(before) !== reconciler || reconciler.isBootstrapAnother(before, after)
}

/** Clusters of one shape have the same files except for names and branches, so they also have the same variant. */
export function clusterShape(cluster: TypedCluster): string {
  return `${variantOf(cluster)} ${reconcilerOf(cluster).shapeOf(cluster)}`
}

function named(name: string): Reconciler {
  const reconciler = RECONCILERS.find((each) => each.name === name)
  if (reconciler === undefined) throw new Error(`there is no reconciler ${name}`)
  return reconciler
}
