// What an application is told on a cluster, as a ConfigMap in the namespace of its team, which an Application of Berth's own
// applies, and takes away with the placement. It needs no annotations: no order holds between the two, and a Pod that reads a
// ConfigMap waits until that is there.
// https://kubernetes.io/docs/concepts/configuration/configmap/ (1.34)
import type { Application } from '#lib/domain/objects/objects.ts'
import { fnv1a } from '#lib/domain/text/fnv1a.ts'
import { type YamlMap, yamlText } from '#lib/domain/text/yaml-text.ts'
import type { Told } from '#lib/domain/values/told.ts'
import type { Values } from '#lib/domain/values/values.ts'
import { APPLICATION_LABEL, TEAM_LABEL } from './argocd.ts'

/** With the application's name before it, the ConfigMap's: together shorter than the 253 characters that a name may have. */
export const CONFIG_SUFFIX = '-config'

/** The whole, for who wants more than single texts. No key of what is told has a dot, so it is none of those. */
const DOCUMENT = 'values.yaml'

/** The file of what an application is told. It names no cluster: the bytes are the same wherever it is told the same. */
export function configText(application: Application, told: Told): string {
  return yamlText([configManifest(application, told)])
}

function configManifest({ team, name }: Application, { values }: Told): YamlMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `${name}${CONFIG_SUFFIX}`,
      namespace: team,
      labels: { [APPLICATION_LABEL]: name, [TEAM_LABEL]: team },
    },
    data: { ...scalarTexts(values), [DOCUMENT]: yamlText([values]) },
  }
}

/** Each scalar at the top as a text, so that a container can have it as an environment variable. */
function scalarTexts(values: Values): Readonly<Record<string, string>> {
  const texts = Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'object' ? [] : [[key, String(value)] as const],
  )
  return Object.fromEntries(texts)
}

const HEX = 16
const HASH_DIGITS = 8

/**
 * Another text for another document, in 16 characters. A digest of 64 bits is enough: it only has to change when the document
 * does, so that Pods with it in an annotation start again. Two documents of one digest, met once in 2^64 or made on purpose,
 * leave an application of one's own as it runs. The second half goes on from the first, so no two texts have only one of them
 * in common by how the hash is made.
 */
export function toldDigest({ text }: Told): string {
  const first = fnv1a(text)
  return [first, fnv1a(text, first)]
    .map((half) => half.toString(HEX).padStart(HASH_DIGITS, '0'))
    .join('')
}
