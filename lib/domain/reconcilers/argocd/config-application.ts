// The Application that applies what applications are told. The root only brings it, and never reads those files: a ConfigMap
// that it may not write yet, or that a team has already, would stop its whole sync, and with it every team of the cluster.
import { clusterFolder } from '#lib/domain/git/repository-paths.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { ARGOCD_API, CONFIG_ROOT, retry, ROOT, THIS_CLUSTER } from './argocd.ts'

/**
 * It belongs to the root's project, and by its destination to the root's account. No finalizer: deleting it leaves what
 * applications are told. `branch` is without `refs/heads/`.
 *
 * - Its folder is the cluster's, which always exists; of that it reads only what is told. Argo CD's globs cross folders.
 * - `allowEmpty`, unlike the root: that nothing is told any more is no mistake, and the last ConfigMap must go, too. Where the
 *   folder itself is missing, Argo CD finds an error and removes nothing.
 * - Without `FailOnSharedResource` it takes over a ConfigMap that a team's Application has brought. That one, which has the
 *   option, then fails alone.
 *
 * https://github.com/argoproj/argo-cd/blob/v3.5.7/reposerver/repository/repository.go `getPotentiallyValidManifestFile`,
 * https://github.com/argoproj/argo-cd/blob/v3.5.7/controller/appcontroller.go `autoSync`,
 * https://github.com/argoproj/argo-cd/blob/v3.5.7/controller/sync.go `SyncAppState`
 */
export function configApplication(
  cluster: TypedCluster,
  branch: string,
  { argocdNamespace, pullUrl }: ManifestSettings,
  annotations: Record<string, string>,
): YamlMap {
  return {
    apiVersion: ARGOCD_API,
    kind: 'Application',
    metadata: { name: CONFIG_ROOT, namespace: argocdNamespace, annotations },
    spec: {
      project: ROOT,
      destination: { server: THIS_CLUSTER, namespace: argocdNamespace },
      source: {
        repoURL: pullUrl,
        targetRevision: `refs/heads/${branch}`,
        path: clusterFolder(cluster.name),
        directory: { recurse: true, include: 'config/*.yml' },
      },
      revisionHistoryLimit: 3,
      syncPolicy: {
        automated: { prune: true, selfHeal: true, allowEmpty: true },
        syncOptions: ['ApplyOutOfSyncOnly=true'],
        retry: retry(-1, '10s', '5m'),
      },
    },
  }
}
