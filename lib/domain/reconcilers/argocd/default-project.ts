// Argo CD's own project `default`, left without a right.
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { ARGOCD_API, COMPARE_OPTIONS, SYNC_OPTIONS } from './argocd.ts'

/**
 * The project that permits everything on a fresh Argo CD, emptied. Each list is spelled out, as an apply keeps what Git
 * doesn't name. No Application in it syncs any more; what those deployed stays, unmanaged.
 *
 * It is never pruned: argocd-server creates the project again, open to everything, when it is missing at its start. So a
 * cluster whose choice goes back to keeping the project keeps the empty one, and nothing opens because a file left Git;
 * to open it is an administrator's own act on the cluster. IgnoreExtraneous, from the first commit, keeps the root in
 * sync then.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/server/server.go `initializeDefaultProject`
 */
export function emptyDefaultProject(argocdNamespace: string): YamlMap {
  return {
    apiVersion: ARGOCD_API,
    kind: 'AppProject',
    metadata: {
      name: 'default',
      namespace: argocdNamespace,
      annotations: {
        [SYNC_OPTIONS]: 'Prune=false,Delete=false',
        [COMPARE_OPTIONS]: 'IgnoreExtraneous',
      },
    },
    spec: {
      sourceRepos: [],
      destinations: [],
      sourceNamespaces: [],
      clusterResourceWhitelist: [],
      namespaceResourceBlacklist: [{ group: '*', kind: '*' }],
    },
  }
}
