// In which namespace each cluster has its Argo CD, where that is not the one of the settings: a cluster's applications and
// teams name it in their manifests, so files that are otherwise alike differ by it. Nearly no cluster is of these.
import type { Cluster } from '#lib/domain/objects/objects.ts'
import {
  bitsOf,
  countBits,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  uniteAll,
  withBits,
} from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Change } from './shelf.ts'

/** The clusters of each namespace that is not the settings'; never none. */
export type ArgocdNamespaces = ReadonlyMap<string, Bits>

export function argocdNamespacesAfter(
  namespaces: ArgocdNamespaces,
  changes: readonly Change<Cluster>[],
): ArgocdNamespaces {
  const isNamed = changes.some(
    ({ before, after }) => before?.argocdNamespace || after?.argocdNamespace,
  )
  if (!isNamed) return namespaces
  const ids = changes.map(({ id }) => id)
  const of = (position: number) => changes[position]?.after?.argocdNamespace
  const names = new Set([...namespaces.keys(), ...changes.flatMap((_, at) => of(at) ?? [])])
  const entries = [...names].map((name) => {
    const clusters = withBits(namespaces.get(name) ?? NO_BITS, ids, (at) => of(at) === name)
    return [name, clusters] as const
  })
  return new Map(entries.filter(([, clusters]) => !isEmpty(clusters)))
}

/** Whether some of so many clusters have their Argo CD in the namespace of the settings. */
export function someFollowSettings(namespaces: ArgocdNamespaces, clusters: number): boolean {
  const elsewhere = [...namespaces.values()].reduce((count, bits) => count + countBits(bits), 0)
  return clusters > elsewhere
}

/** The clusters that stay and have their Argo CD elsewhere afterwards: all that is placed on them has other bytes. */
export function relocatedClusters(changes: readonly Change<Cluster>[]): Bits {
  const relocated = changes.filter(
    ({ before, after }) => before && after && before.argocdNamespace !== after.argocdNamespace,
  )
  return bitsOf(relocated.map(({ id }) => id))
}

/** Clusters whose Argo CD is in one namespace; null: that of the settings. */
export type NamespacePart = { readonly argocdNamespace: string | null; readonly clusters: Bits }

/** The clusters by the namespace of their Argo CD; no part is empty. */
export function byArgocdNamespace(clusters: Bits, namespaces: ArgocdNamespaces): NamespacePart[] {
  const elsewhere = [...namespaces].map(([argocdNamespace, all]) => ({
    argocdNamespace,
    clusters: intersect(clusters, all),
  }))
  const others =
    namespaces.size === 0 ? clusters : subtract(clusters, uniteAll([...namespaces.values()]))
  return [{ argocdNamespace: null, clusters: others }, ...elsewhere].filter(
    (part) => !isEmpty(part.clusters),
  )
}
