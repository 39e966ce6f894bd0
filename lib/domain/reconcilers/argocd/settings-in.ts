import type { RepositorySettings } from '#lib/domain/reconcilers/interface/repository-settings.ts'

/** The settings as they hold on a cluster whose Argo CD is in a namespace; null: it says none. */
export function settingsIn(
  settings: RepositorySettings,
  argocdNamespace: string | null,
): RepositorySettings {
  return argocdNamespace === null ? settings : { ...settings, argocdNamespace }
}
