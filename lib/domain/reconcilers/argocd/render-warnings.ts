// What a person should know before what is deployed becomes manifests in another way.
import { helmOptionsOf } from '#lib/domain/objects/application/packaging.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { applicationName } from './application-name.ts'

/** `found`: Argo CD finds it out by itself, of a kustomization also where people say that it is one. */
type Way = 'found' | 'directory' | 'helm'

/** The warnings of an application that is replaced while it is deployed. */
export function renderWarnings(before: Application, after: Application): Warning[] {
  const [was, is] = [releaseNameOf(before), releaseNameOf(after)]
  const isRenamed = was !== null && is !== null && was !== is
  if (wayOf(before) === wayOf(after) && !isRenamed) return []
  const effect = isRenamed
    ? `The release of its chart, if it has one, is ${is} instead of ${was}: objects with that in their names are made anew, and the old ones deleted.`
    : 'Objects may come out differently, and those that no longer come out are deleted.'
  return [{ code: 'render_changes', message: `${nextWayOf(after)}. ${effect}` }]
}

function wayOf({ packaging }: Application): Way {
  const render = packaging?.render ?? 'kustomize'
  return render === 'kustomize' ? 'found' : render
}

/**
 * What the release is called if it is a chart; null: it can't be one. Where Argo CD finds out by itself what lies there, it names the
 * release after its Application.
 */
export function releaseNameOf({ team, name, packaging }: Application): string | null {
  if (packaging === null) return applicationName(team, name)
  const options = helmOptionsOf(packaging)
  return options && (options.releaseName ?? name)
}

function nextWayOf(application: Application): string {
  const { name } = application
  switch (wayOf(application)) {
    case 'found':
      return `Argo CD finds out by itself how ${name} becomes manifests`
    case 'directory':
      return `Argo CD applies the manifests of ${name} as they lie there, with those of subfolders`
    case 'helm':
      return `Argo CD renders ${name} with Helm`
  }
}
