// Which ConfigMaps the root's account may write and delete, however somebody got it to: those that tell a team's application
// something, and no others.
import { admits, type AdmissionRequest } from './admission-evaluator.ts'
import type { ApiObject } from './api-objects.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import type { GeneratedObjects } from './parse-tree.ts'
import { account } from './rbac-evaluator.ts'

const TEAM = 'berth.dev/team'
const APPLICATION = 'berth.dev/application'

/** A question that an API server also answers: whether its policies admit it. */
export type ConfigQuestion = Question & {
  readonly request: AdmissionRequest
  /** The team that the namespace of the object belongs to, which somebody got the root to write; null: as it is. */
  readonly forged: string | null
}

type Written = {
  readonly name: string
  readonly namespace: string
  readonly labels?: Readonly<Record<string, string>> | undefined
}

/** Of somebody who isn't a team. */
export const FOREIGN_NAMESPACE = 'monitoring'

/** Those of the cluster itself and of Argo CD. */
export function protectedNamespaces({ settings }: ConfinedFleet): readonly string[] {
  return [settings.argocdNamespace, 'default', 'kube-system', 'kube-public', 'cattle-system']
}

/** As Berth writes it. */
const own = (team: string): Written => ({
  name: 'api-config',
  namespace: team,
  labels: { [TEAM]: team, [APPLICATION]: 'api' },
})

/** What somebody who can write to the repository would write, or have deleted. */
function widenings(team: string, other: string): Readonly<Record<string, Written>> {
  const config = own(team)
  return {
    'another name': { ...config, name: 'api' },
    'the name of another application': { ...config, name: 'web-config' },
    'a longer name': { ...config, name: 'my-api-config' },
    'no labels': { ...config, labels: undefined },
    'no label of an application': { ...config, labels: { [TEAM]: team } },
    'no label of a team': { ...config, labels: { [APPLICATION]: 'api' } },
    'the label of another team': { ...config, labels: { ...config.labels, [TEAM]: other } },
    'the namespace of another team': { ...config, namespace: other },
  }
}

/** Every question about the ConfigMaps that the root may write. */
export function configQuestions(fleet: ConfinedFleet): readonly ConfigQuestion[] {
  const teams = presentTeams(fleet).map(({ name }) => name)
  const [first = '', second = ''] = teams
  const { argocdNamespace } = fleet.settings
  const elsewhere = protectedNamespaces(fleet)
  return [
    ...teams.flatMap((team) => written(fleet, 'as Berth writes it', own(team), true)),
    ...Object.entries(widenings(first, second)).flatMap(([what, config]) =>
      written(fleet, what, config, false),
    ),
    ...[FOREIGN_NAMESPACE, ...elsewhere].flatMap((namespace) => [
      ...written(fleet, 'labels of a team', { ...own(first), namespace }, false),
      ...written(fleet, 'labels of no team', { ...own(''), namespace }, false),
    ]),
    ...elsewhere.flatMap((namespace) => [
      ...written(fleet, 'labels like its namespace', { ...own(first), namespace }, false, first),
    ]),
    ...['argocd-cm', 'argocd-rbac-cm'].flatMap((name) => [
      ...written(fleet, 'settings', { name, namespace: argocdNamespace }, false),
      ...written(
        fleet,
        'settings',
        { ...own(first), name, namespace: argocdNamespace },
        false,
        first,
      ),
    ]),
  ]
}

/** Asked for the root, and for an administrator, whom the policy ignores. */
function written(
  { settings }: ConfinedFleet,
  what: string,
  { name, namespace, labels }: Written,
  expected: boolean,
  forged: string | null = null,
): ConfigQuestion[] {
  const metadata = { name, namespace, ...(labels && { labels }) }
  const object: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  const ask = (
    user: string,
    operation: AdmissionRequest['operation'],
    isAllowed: boolean,
  ): ConfigQuestion => ({
    topic: 'ConfigMaps that the root may write',
    text: `${user} to ${operation} ${namespace}/${name} with ${what}${forged === null ? '' : ', the namespace too'}`,
    expected: isAllowed,
    request: { user, operation, object },
    forged,
    ask: (objects) =>
      admits(forged === null ? objects : ofTeam(objects, namespace, forged), {
        user,
        operation,
        object,
      }),
  })
  const root = account(`${settings.argocdNamespace}:berth-root`).user
  return [
    ask(root, 'CREATE', expected),
    ask(root, 'UPDATE', expected),
    ask(root, 'DELETE', expected),
    ask('admin@example.com', 'UPDATE', true),
    ask('admin@example.com', 'DELETE', true),
  ]
}

function ofTeam(objects: GeneratedObjects, name: string, team: string): GeneratedObjects {
  const namespace = {
    apiVersion: 'v1' as const,
    kind: 'Namespace' as const,
    metadata: { name, labels: { [TEAM]: team } },
  }
  return { ...objects, namespaces: [...objects.namespaces, namespace] }
}
