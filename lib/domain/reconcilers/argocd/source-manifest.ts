// Where an application comes from, as the source of an Argo CD Application.
import { type HelmOptions, helmOptionsOf } from '#lib/domain/objects/application/packaging.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { valuesUnder } from '#lib/domain/values/values-under.ts'
import type { Values } from '#lib/domain/values/values.ts'
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import { toldDigest } from './config-manifest.ts'
import { chartRepository } from './registry-address.ts'

/** Beside what an application is told in its values, for an annotation of its Pods: a changed ConfigMap restarts nothing. */
const DIGEST = 'berth_config_digest'

/**
 * The source of an application. `helm` and `directory` are written where people chose them: either forces the type of the source,
 * and an empty one is stripped on the cluster, and so would differ from Git for ever. Of Kustomize nothing can be written that
 * changes nothing, and Argo CD finds it by its file.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/types.go `ExplicitType`
 *
 * Values are `valuesObject`, which wins over the files of values that a chart brings, and needs no file beside it.
 */
export function sourceManifest(application: Application, told: Told | null): YamlMap {
  const { repoUrl: repoURL, repoBranch: targetRevision, repoPath, packaging } = application
  const rendered = renderedBy(application, told)
  if (packaging?.type === 'helm') {
    return {
      repoURL: chartRepository(repoURL),
      chart: packaging.chart,
      targetRevision,
      ...rendered,
    }
  }
  // Argo CD refuses a source whose path is empty; the root of a repository is ".".
  return { repoURL, targetRevision, path: repoPath === '' ? '.' : repoPath, ...rendered }
}

function renderedBy(
  { name, packaging }: Application,
  told: Told | null,
): Readonly<Record<string, YamlMap>> {
  const options = helmOptionsOf(packaging)
  if (options !== null) {
    const values = valuesWith(options, told)
    const { releaseName } = options
    const valuesObject = Object.keys(values).length > 0 && { valuesObject: values }
    return { helm: { releaseName: releaseName ?? name, ...valuesObject } }
  }
  return packaging?.render === 'directory' ? { directory: { recurse: true } } : {}
}

/** An application's own values, and over them what it is told, with a digest of that. */
function valuesWith({ values, configUnder }: HelmOptions, told: Told | null): Values {
  if (configUnder === null || told === null) return values
  return valuesUnder(values, configUnder, { ...told.values, [DIGEST]: toldDigest(told) })
}
