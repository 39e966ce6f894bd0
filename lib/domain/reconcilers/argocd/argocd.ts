// The fixed terms of Argo CD and of Berth's labels that more than one manifest uses.
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'

export const ARGOCD_API = 'argoproj.io/v1alpha1'

/** The cluster that Argo CD runs on: each cluster pulls for itself, so a manifest never names one. */
export const THIS_CLUSTER = 'https://kubernetes.default.svc'

/**
 * On an Application: its workloads go with it. On an AppProject: it stays until no Application names it, as an
 * Application whose project is gone can never be deleted.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go `finalizeApplicationDeletion`
 */
export const RESOURCES_FINALIZER = 'resources-finalizer.argocd.argoproj.io'

export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options'
export const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options'

export const TEAM_LABEL = 'berth.dev/team'
export const APPLICATION_LABEL = 'berth.dev/application'

/**
 * What no sync ever takes away, also when it is no longer in Git. `Prune=false` alone would leave the root out of sync for
 * ever then, hence IgnoreExtraneous; and as what counts is the live object's annotations, all stand there from the first
 * commit.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/state.go `CompareAppState`
 */
export const KEPT_WITHOUT_GIT: Record<string, string> = {
  [SYNC_OPTIONS]: 'Prune=false,Delete=false',
  [COMPARE_OPTIONS]: 'IgnoreExtraneous',
}

/** Between tries of a failed sync; `refresh` makes a retry take up a newer commit instead of the one that failed. */
export function retry(limit: number, duration: string, maxDuration: string): YamlMap {
  return { limit, refresh: true, backoff: { duration, factor: 2, maxDuration } }
}
