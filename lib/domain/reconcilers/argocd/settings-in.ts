import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'

/** The settings for a cluster whose Argo CD is in a namespace; null: it says none. */
export function settingsIn(
  settings: ManifestSettings,
  argocdNamespace: string | null,
): ManifestSettings {
  return argocdNamespace === null ? settings : { ...settings, argocdNamespace }
}
