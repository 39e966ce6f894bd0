// What applications are told on a cluster: each its own, in the namespace of its team, and as texts whatever reads them.
import { parse } from 'yaml'
import type { Application } from '#lib/domain/objects/objects.ts'
import { configRootQuestions } from './config-root-questions.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'

/** Every question about the ConfigMaps that are written, and the Application that applies them. */
export function toldQuestions(fleet: ConfinedFleet): readonly Question[] {
  const expected = fleet.applications.flatMap((application) => configOf(fleet, application))
  return [
    ...configRootQuestions(fleet),
    {
      topic: 'what applications are told',
      text: 'every ConfigMap that is written',
      expected: expected.sort(byPlace),
      ask: ({ configMaps }) =>
        configMaps
          .map(({ metadata: { name, namespace, labels }, data }) => {
            const { 'values.yaml': document = '', ...texts } = data
            return { name, namespace, labels, texts, documents: readBy(document) }
          })
          .sort(byPlace),
    },
  ]
}

type Config = { readonly name: string; readonly namespace?: string | undefined }

const byPlace = (one: Config, other: Config) =>
  `${one.namespace}/${one.name}` < `${other.namespace}/${other.name}` ? -1 : 1

function configOf({ told }: ConfinedFleet, application: Application) {
  const values = told(application)?.values
  if (values === undefined) return []
  const { team, name } = application
  const texts = Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'object' ? [] : [[key, `${value}`] as const],
  )
  return [
    {
      name: `${name}-config`,
      namespace: team,
      labels: { 'berth.dev/team': team, 'berth.dev/application': name },
      texts: Object.fromEntries(texts),
      documents: [values, values],
    },
  ]
}

/** By readers of YAML 1.1 and 1.2; null for one that can't. */
function readBy(document: string): unknown[] {
  return (['1.1', '1.2'] as const).map((version): unknown => {
    try {
      return parse(document, { version, logLevel: 'error' })
    } catch {
      return null
    }
  })
}
