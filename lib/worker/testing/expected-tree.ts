// The files of clusters by the simple renderer of whole trees, one cluster after the other.
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Shelf } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import { placementTexts } from '#lib/domain/git/file-change.ts'
import { placementPath, placementPaths } from '#lib/domain/git/repository-paths.ts'
import type { Cluster, ModelObject } from '#lib/domain/objects/objects.ts'
import { repositoryTree } from '#lib/domain/reconcilers/argocd/testing/render-cluster.ts'
import { fileRenderer } from '#lib/domain/reconcilers/file-renderer.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { hasBit } from '#lib/domain/sets/bits.ts'
import { naivelyTold } from '#lib/domain/testing/naive-told.ts'

/** All files of a branch but those at its top. Of what is unreleased only the files are missing: its team is there. */
export function expectedTree(
  fleet: Fleet,
  branch: string,
  branchOf: (cluster: Cluster) => string,
  settings: ManifestSettings,
): Map<string, string> {
  const clusters = fleet.clusters.ordered
    .map((id) => ({ id, cluster: typedIn(fleet, fleet.clusters.slots[id]!) }))
    .filter(({ cluster }) => branchOf(cluster) === branch)
    .map(({ id, cluster }) => ({ cluster, placed: placedOn(fleet, id) }))
  const wholes = clusters.map(({ cluster, placed }) => ({
    cluster,
    applications: placed.map(({ application, delivered }) => delivered ?? application),
  }))
  const tree = new Map(repositoryTree(wholes, branch, objectsOn(fleet.teams), settings))
  const tellers = {
    configs: objectsOn(fleet.configs),
    schemas: objectsOn(fleet['config schemas']),
  }
  const render = fileRenderer(settings, branchOf)
  for (const { cluster, placed } of clusters) {
    for (const { application, delivered } of placed) {
      const { team, name } = application
      for (const path of placementPaths(cluster.name, team, name)) tree.delete(path)
      if (delivered === null) continue
      const told = naivelyTold(tellers, application, cluster)
      const texts = placementTexts({ application: delivered, told }, variantOf(cluster), render)
      for (const [part, text] of texts)
        tree.set(placementPath(part, cluster.name, team, name), text)
    }
  }
  return tree
}

/** What is placed on a cluster, and as what it is delivered; null: it waits for a release. */
export function placedOn(fleet: Fleet, cluster: number) {
  return fleet.applications.ordered
    .filter((id) => hasBit(placementsOf(fleet, id), cluster))
    .map((id) => ({
      application: fleet.applications.slots[id]!,
      delivered: deliveryOn(fleet, id, cluster)?.application ?? null,
    }))
}

function objectsOn<T extends ModelObject>({ slots, ordered }: Shelf<T>): readonly T[] {
  return ordered.map((id) => slots[id]!)
}
