// One application on one cluster, as an Argo CD Application. It names no cluster: the bytes are the same on all of them.
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Told } from '#lib/domain/values/told.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { applicationName } from './application-name.ts'
import { sourceManifest } from './source-manifest.ts'
import {
  APPLICATION_LABEL,
  ARGOCD_API,
  RESOURCES_FINALIZER,
  retry,
  TEAM_LABEL,
  THIS_CLUSTER,
} from './argocd.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'

/**
 * The Argo CD Application of an application, which belongs to the project, and deploys to the namespace, of its team.
 */
function applicationManifest(
  application: Application,
  settings: ManifestSettings,
  told: Told | null,
): YamlMap {
  const { team, name } = application
  return {
    apiVersion: ARGOCD_API,
    kind: 'Application',
    metadata: {
      name: applicationName(team, name),
      namespace: settings.argocdNamespace,
      labels: { [APPLICATION_LABEL]: name, [TEAM_LABEL]: team },
      finalizers: [RESOURCES_FINALIZER],
    },
    spec: {
      project: team,
      destination: { server: THIS_CLUSTER, namespace: team },
      source: sourceManifest(application, told),
      syncPolicy: {
        automated: { prune: true, selfHeal: true },
        syncOptions: ['FailOnSharedResource=true'],
        // A retry keeps the source that it began with, so an application must give up at some point; the root need not.
        // While it retries, an Application also can't be deleted; with these values it gives up after about three minutes.
        retry: retry(5, '5s', '1m'),
      },
    },
  }
}

/** The file of an application, which contains only its manifest. `told`: what it is told where it goes; null: nothing. */
export function applicationText(
  application: Application,
  settings: ManifestSettings,
  told: Told | null,
): string {
  return yamlText([applicationManifest(application, settings, told)])
}
