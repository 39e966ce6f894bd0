// When Argo CD creates an object of a source, by its annotations for hooks.

const HOOK = 'argocd.argoproj.io/hook'
const HELM_HOOK = 'helm.sh/hook'

const SYNC_PHASES = ['PreSync', 'Sync', 'PostSync', 'SyncFail']
const HELM_SYNC_PHASES = ['pre-install', 'pre-upgrade', 'post-install', 'post-upgrade']

type Annotations = Readonly<Record<string, string>>

/**
 * Whether a sync creates it. With an annotation that means nothing to Argo CD it is never created, except for
 * Helm's `crd-install`.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/gitops-engine/pkg/sync/hook/hook.go `Types`,
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/hook.go `hasGitOpsEngineSyncPhaseHook`
 */
export function isMadeAtSync(annotations: Annotations): boolean {
  const own = annotations[HOOK]
  const helm = annotations[HELM_HOOK]
  if (own === undefined && (helm === undefined || helm === 'crd-install')) return true
  const known = listed(own).filter((item) => item === 'Skip' || SYNC_PHASES.includes(item))
  if (known.length > 0) return known.some((item) => item !== 'Skip')
  return listed(helm).some((item) => HELM_SYNC_PHASES.includes(item))
}

/**
 * Whether the deletion of the Application creates it: either annotation may say so, alone or in a list.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/hook.go `isHookOfType`
 */
export function isMadeAtDeletion(annotations: Annotations): boolean {
  return (
    listed(annotations[HOOK]).some((item) => ['PreDelete', 'PostDelete'].includes(item)) ||
    listed(annotations[HELM_HOOK]).some((item) => ['pre-delete', 'post-delete'].includes(item))
  )
}

function listed(value = ''): string[] {
  return value.split(',').map((item) => item.trim())
}
