// What a person should know before an edit of a cluster changes its Argo CD, or removes the cluster from Git.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { confinementWarnings } from './confinement-warnings.ts'
import { settingsIn } from './settings-in.ts'

/** The warnings of a cluster that is created (`before` null), replaced, or deleted (`after` null). */
export function clusterWarnings(
  before: TypedCluster | null,
  after: TypedCluster | null,
): Warning[] {
  if (after === null) return before === null ? [] : [deletionWarning(before)]
  return [
    ...confinementWarnings(before, after),
    ...defaultProjectWarnings(before, after),
    ...namespaceWarnings(before, after),
  ]
}

function deletionWarning({ name }: TypedCluster): Warning {
  const message = `What runs on ${name} goes on running, unmanaged: its Argo CD finds no folder any more. To clean it up, remove its placements first, wait for its report, and delete it then.`
  return { code: 'workloads_unmanaged', message }
}

/** The warning of clearing the folder that a cluster left on `branch` when it went to `home`. */
export function clearingWarnings(
  { name, argocdNamespace: own }: TypedCluster,
  branch: string,
  home: string,
  settings: ManifestSettings,
): Warning[] {
  const { argocdNamespace } = settingsIn(settings, own)
  const message = `If ${name} still reads ${branch}, it loses everything there: its Argo CD finds no folder and no longer follows Git, and where other people's files keep the folder, it prunes what runs and what applications are told. First see that its Applications berth and berth-config read refs/heads/${home}: \`kubectl -n ${argocdNamespace} get application berth berth-config --ignore-not-found -o jsonpath='{.items[*].spec.source.targetRevision}'\`.`
  return [{ code: 'cluster_may_still_read', message }]
}

function defaultProjectWarnings(before: TypedCluster | null, after: TypedCluster): Warning[] {
  const was = before?.defaultProject ?? 'keep'
  if (was === after.defaultProject) return []
  if (after.defaultProject === 'empty') {
    const message = `Every Application in the project default of Argo CD on ${after.name} stops: what it deployed goes on running, but it no longer syncs. Argo CD's own are often among them: move what must go on to a project of its own first.`
    return [{ code: 'default_project_emptied', message }]
  }
  const message = `The project default of Argo CD on ${after.name} stays empty until somebody opens it there: delete it, and Argo CD's server makes it anew, open to everything, when it starts again.`
  return [{ code: 'default_project_stays', message }]
}

function namespaceWarnings(before: TypedCluster | null, after: TypedCluster): Warning[] {
  if (before === null || before.argocdNamespace === after.argocdNamespace) return []
  const message = `Apply the bootstrap and the credential of ${after.name} again, where its Argo CD is now, and delete the project berth and the Applications berth and berth-config where it was: nothing moves them.`
  return [{ code: 'argocd_namespace_changed', message }]
}
