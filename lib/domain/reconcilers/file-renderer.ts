// The files of a fleet, each rendered by the reconciler of the clusters that it is for.
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { clusterShape, readVariant, reconcilerOf } from './reconcilers.ts'
import { RECONCILERS } from './registered.ts'

/** Renders a tenant's objects into files; `branch` answers the branch that a cluster is on. */
export function fileRenderer(
  settings: ManifestSettings,
  branch: FileRenderer['branch'],
): FileRenderer {
  const manifests = new Map(RECONCILERS.map((each) => [each, each.manifests(settings, branch)]))
  const ofCluster = (cluster: TypedCluster) => manifests.get(reconcilerOf(cluster))!
  return {
    application: (application, variant, told) => {
      const { reconciler, own } = readVariant(variant)
      return manifests.get(reconciler)!.application(application, own, told)
    },
    config: (application, variant, told) => {
      const { reconciler, own } = readVariant(variant)
      return manifests.get(reconciler)!.config(application, own, told)
    },
    team: (team, variant) => {
      const { reconciler, own } = readVariant(variant)
      return manifests.get(reconciler)!.team(team, own)
    },
    base: (cluster) => ofCluster(cluster).base(cluster),
    root: (cluster) => reconcilerOf(cluster).files.root,
    bootstrap: (cluster) => ofCluster(cluster).bootstrap(cluster),
    clusterShape,
    branch,
  }
}
