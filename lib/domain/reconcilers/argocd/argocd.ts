// The fixed terms of Argo CD and of Berth's labels that more than one manifest uses.
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'

export const ARGOCD_API = 'argoproj.io/v1alpha1'

/** The Application that applies a cluster's folder, itself included, and the project that it belongs to. */
export const ROOT = 'berth'

/** The Application that applies what applications are told on the cluster. */
export const CONFIG_ROOT = 'berth-config'

/** The cluster that Argo CD runs on: each cluster pulls for itself, so manifests name no other. */
export const THIS_CLUSTER = 'https://kubernetes.default.svc'

/**
 * On an Application: deleting it deletes its workloads. On an AppProject: it stays until no Application names it, because an
 * Application whose project is gone can never be deleted.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go `finalizeApplicationDeletion`
 */
export const RESOURCES_FINALIZER = 'resources-finalizer.argocd.argoproj.io'

export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options'
export const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options'

export const TEAM_LABEL = 'berth.dev/team'
export const APPLICATION_LABEL = 'berth.dev/application'

/**
 * For objects that no sync ever deletes, even when they are no longer in Git. With `Prune=false` alone the root would then be
 * out of sync for ever, hence IgnoreExtraneous. The annotations of the live object count, so all are there from the first
 * commit. https://github.com/argoproj/argo-cd/blob/37ee0097/controller/state.go `CompareAppState`
 */
export const KEPT_WITHOUT_GIT: Record<string, string> = {
  [SYNC_OPTIONS]: 'Prune=false,Delete=false',
  [COMPARE_OPTIONS]: 'IgnoreExtraneous',
}

/** How a failed sync is retried; `refresh` lets a retry use a newer commit instead of the one that failed. */
export function retry(limit: number, duration: string, maxDuration: string): YamlMap {
  return { limit, refresh: true, backoff: { duration, factor: 2, maxDuration } }
}
