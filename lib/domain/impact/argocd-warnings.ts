// What a person should hear before an edit of a cluster changes something of its Argo CD itself.
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { Warning } from './warning.ts'

/** The warnings of a cluster that is created (`before` undefined) or replaced. */
export function argocdWarnings(before: Cluster | undefined, after: Cluster): Warning[] {
  return [...defaultProjectWarnings(before, after), ...namespaceWarnings(before, after)]
}

function defaultProjectWarnings(before: Cluster | undefined, after: Cluster): Warning[] {
  const was = before?.defaultProject ?? 'keep'
  if (was === after.defaultProject) return []
  if (after.defaultProject === 'empty') {
    const message = `Every Application in the project default of Argo CD on ${after.name} stops: what it deployed goes on running, but it no longer syncs. Argo CD's own are often among them: move what must go on to a project of its own first.`
    return [{ code: 'default_project_emptied', message }]
  }
  const message = `The project default of Argo CD on ${after.name} stays empty until somebody opens it there: delete it, and Argo CD's server makes it anew, open to everything, when it starts again.`
  return [{ code: 'default_project_stays', message }]
}

function namespaceWarnings(before: Cluster | undefined, after: Cluster): Warning[] {
  if (before === undefined || before.argocdNamespace === after.argocdNamespace) return []
  const message = `Apply the bootstrap and the credential of ${after.name} again, where its Argo CD is now, and delete the project and the Application berth where it was: nothing moves them.`
  return [{ code: 'argocd_namespace_changed', message }]
}
