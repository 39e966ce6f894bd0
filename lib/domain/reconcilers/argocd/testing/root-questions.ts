// What the root may apply, on which everything else depends, and what stays or goes when it leaves Git.
import { computeEntries } from './access-questions.ts'
import { applicationNamed, maySync, roleMayAct } from './argocd-evaluator.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams, ROOT_SOURCE } from './confinement-fleet.ts'
import type { GeneratedObjects } from './parse-tree.ts'
import { ACTIONS } from './role-questions.ts'

const HERE = 'https://kubernetes.default.svc'
const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options'
const HOOK_FINALIZERS =
  '.metadata.finalizers[]? | select(startswith("post-delete-finalizer.argocd.argoproj.io") or startswith("pre-delete-finalizer.argocd.argoproj.io"))'
const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options'

/** Every question about the project `berth` and the root; the bootstrap must answer them as the folder does. */
export function rootQuestions(fleet: ConfinedFleet): readonly Question[] {
  return [...rootIsQuestions(fleet), ...rootMayQuestions(fleet), ...rootMayNotQuestions(fleet)]
}

/** Makes questions about what one of Berth's own Applications says. */
export function askOf(name: string) {
  return (
    text: string,
    expected: unknown,
    ask: (spec: GeneratedObjects['applications'][number]['spec']) => unknown,
  ): Question => ({
    topic: `the Application ${name}`,
    text,
    expected,
    ask: (objects) => {
      const spec = applicationNamed(objects, name)?.spec
      return spec === undefined ? null : ask(spec)
    },
  })
}

const ofRoot = askOf('berth')

function rootIsQuestions({ settings }: ConfinedFleet): Question[] {
  const { pullUrl: repoURL, argocdNamespace: namespace } = settings
  return [
    ofRoot('belongs to the project berth', 'berth', ({ project }) => project),
    ofRoot('goes to this cluster', [HERE, namespace, null], ({ destination }) => {
      return [destination.server, destination.namespace, destination.name ?? null]
    }),
    ofRoot(
      'reads the cluster’s folder of its branch, and nothing else',
      [repoURL, ROOT_SOURCE.targetRevision, ROOT_SOURCE.path, true, '*.yaml'],
      ({ source }) => [
        source.repoURL,
        source.targetRevision,
        source.path,
        source.directory?.recurse,
        source.directory?.include,
      ],
    ),
    ofRoot(
      'takes away what leaves Git, but never all, and puts right what people changed',
      { prune: true, selfHeal: true },
      ({ syncPolicy }) => syncPolicy?.automated,
    ),
    ofRoot('takes over no object of another Application', true, ({ syncPolicy }) =>
      syncPolicy?.syncOptions?.includes('FailOnSharedResource=true'),
    ),
    ofRoot(
      'overlooks a difference in the finalizers of hooks alone',
      [{ group: 'argoproj.io', jqPathExpressions: [HOOK_FINALIZERS], kind: 'Application' }],
      ({ ignoreDifferences = [] }) => ignoreDifferences,
    ),
  ]
}

type Asked = readonly [group: string, kind: string, namespace: string | null, name?: string]

function rootSync(
  { settings }: ConfinedFleet,
  [group, kind, namespace, name = 'x']: Asked,
  expected: boolean,
  other: { repoUrl?: string; server?: string } = {},
): Question {
  const { pullUrl, argocdNamespace } = settings
  const { repoUrl = pullUrl, server = HERE } = other
  const resource = { group, kind, name, namespace }
  const to = { server, namespace: namespace ?? argocdNamespace }
  const request = { project: 'berth', repoUrl, ...to, resource }
  return {
    topic: 'the project of the root',
    text: `${kind}.${group} ${name} in ${namespace ?? 'the cluster'} ${JSON.stringify(other)}`,
    expected,
    ask: (objects) => maySync(objects, request),
  }
}

function rootMayQuestions(fleet: ConfinedFleet): Question[] {
  const { argocdNamespace } = fleet.settings
  const own: readonly Asked[] = [
    ['argoproj.io', 'AppProject', argocdNamespace, 'berth'],
    ['argoproj.io', 'Application', argocdNamespace, 'berth'],
    ['networking.k8s.io', 'NetworkPolicy', argocdNamespace],
  ]
  const ofTeams = presentTeams(fleet).flatMap(({ name }): readonly Asked[] => [
    ['', 'Namespace', null, name],
    ['argoproj.io', 'AppProject', argocdNamespace, name],
    ['argoproj.io', 'Application', argocdNamespace, `${name}--api`],
    ['rbac.authorization.k8s.io', 'RoleBinding', name],
    ['networking.k8s.io', 'NetworkPolicy', name],
    ['', 'ResourceQuota', name],
    ['', 'LimitRange', name],
    ['', 'ServiceAccount', name],
    ['', 'ConfigMap', name],
  ])
  return [...own, ...ofTeams].map((asked) => rootSync(fleet, asked, true))
}

const NEVER_WRITTEN = [
  ['', 'Secret'],
  ['apps', 'ConfigMap'],
  ['apps', 'ServiceAccount'],
  ['apps', 'LimitRange'],
  ['', 'AppProject'],
  ['apps', 'Deployment'],
  ['argoproj.io', 'ApplicationSet'],
  ['rbac.authorization.k8s.io', 'Role'],
  ['cilium.io', 'NetworkPolicy'],
  ['apps', 'Application'],
  ['apps', 'RoleBinding'],
  ['apps', 'ResourceQuota'],
  ['networking.k8s.io', 'Ingress'],
] as const

const NEVER_WRITTEN_OF_CLUSTER = [
  ['', 'Node'],
  ['', 'PersistentVolume'],
  ['apps', 'Namespace'],
  ['rbac.authorization.k8s.io', 'ClusterRole'],
  ['rbac.authorization.k8s.io', 'ClusterRoleBinding'],
  ['apiextensions.k8s.io', 'CustomResourceDefinition'],
] as const

function rootMayNotQuestions(fleet: ConfinedFleet): Question[] {
  const { argocdNamespace, pullUrl } = fleet.settings
  const platform = ['kube-system', 'kube-public', 'kube-node-lease', 'cattle-system', 'a-system']
  const names = [...platform, 'default', argocdNamespace]
  const namespaces = [argocdNamespace, ...presentTeams(fleet).map(({ name }) => name)]
  const binding: Asked = ['rbac.authorization.k8s.io', 'RoleBinding', namespaces[1] ?? 'x']
  const repositories = [
    `${pullUrl}x`,
    `${pullUrl}/more`,
    pullUrl.slice(0, pullUrl.lastIndexOf('/')),
    pullUrl.replace('https://', 'https://x@'),
    'https://git.example.com/elsewhere/any.git',
    ...fleet.teams.flatMap(({ sourceRepos }) => sourceRepos),
  ]
  const servers = ['', `${HERE}-x`, `${HERE}.evil.example`, 'https://203.0.113.7:6443']
  const everyGroup = fleet.teams.flatMap(({ groups }) => groups.map(({ id }) => id))
  return [
    ...names.map((name) => rootSync(fleet, ['', 'Namespace', null, name], false)),
    ...platform.map((name) => rootSync(fleet, [binding[0], binding[1], name], false)),
    ...NEVER_WRITTEN.flatMap(([group, kind]) =>
      namespaces.map((namespace) => rootSync(fleet, [group, kind, namespace], false)),
    ),
    ...NEVER_WRITTEN_OF_CLUSTER.map(([group, kind]) => rootSync(fleet, [group, kind, null], false)),
    ...repositories.map((repoUrl) => rootSync(fleet, binding, false, { repoUrl })),
    ...servers.flatMap((server) =>
      [...namespaces, 'default'].map((namespace) =>
        rootSync(fleet, [binding[0], binding[1], namespace], false, { server }),
      ),
    ),
    ...ACTIONS.map(([resource, action]) => ({
      topic: 'the project of the root',
      text: `any group to ${action} ${resource}`,
      expected: false,
      ask: (objects: GeneratedObjects) =>
        roleMayAct(objects, { groups: everyGroup, resource, action, object: 'berth/berth' }),
    })),
  ]
}

const ALWAYS_STAYS = { [SYNC_OPTIONS]: 'Prune=false,Delete=false' }
const STAYS_WITHOUT_ITS_TEAM = { [COMPARE_OPTIONS]: 'IgnoreExtraneous' }

/** What the root removes when it leaves Git: always rights, and never what protects data or a network. */
export function revocationQuestions(fleet: ConfinedFleet): readonly Question[] {
  const { argocdNamespace } = fleet.settings
  const ofBase = (['projects', 'applications', 'networkPolicies'] as const).map((kind) =>
    annotationQuestion(kind, 'base', [ALWAYS_STAYS], ({ name, namespace }) => {
      return namespace === argocdNamespace && /^berth(-argocd-|-config$|$)/.test(name)
    }),
  )
  const ofDefault = annotationQuestion(
    'projects',
    'the project default',
    fleet.defaultProject === 'empty' ? [{ ...STAYS_WITHOUT_ITS_TEAM, ...ALWAYS_STAYS }] : [],
    ({ name }) => name === 'default',
  )
  const isTold = (team: string) =>
    fleet.applications.some((one) => one.team === team && fleet.told(one) !== null)
  const ofTeams = presentTeams(fleet).flatMap(({ name: team, groups, quota }) => {
    const isInNamespace = ({ namespace }: Metadata) => namespace === team
    const isNamedAfter = ({ name }: Metadata) => name === team || name.startsWith(`${team}--`)
    const isOfAccount = ({ name, namespace }: Metadata) =>
      namespace === team && name === 'berth-delivery'
    const isOfPeople = (metadata: Metadata) => isInNamespace(metadata) && !isOfAccount(metadata)
    const namespace = { ...STAYS_WITHOUT_ITS_TEAM, ...ALWAYS_STAYS }
    const policy = { ...STAYS_WITHOUT_ITS_TEAM, [SYNC_OPTIONS]: 'Prune=false' }
    const hasQuota = quota !== null && quota.size > 0
    const hasLimits = computeEntries(quota).length > 0
    return [
      annotationQuestion('namespaces', team, [namespace], isNamedAfter),
      annotationQuestion('networkPolicies', team, [policy], isInNamespace),
      annotationQuestion('projects', team, [null], isNamedAfter),
      annotationQuestion('applications', team, [null], isNamedAfter),
      annotationQuestion('serviceAccounts', team, [namespace], isInNamespace),
      annotationQuestion('roleBindings', team, groups.length > 0 ? [null] : [], isOfPeople),
      annotationQuestion('roleBindings', `${team}’s account`, [namespace], isOfAccount),
      annotationQuestion('configMaps', team, isTold(team) ? [null] : [], isInNamespace),
      annotationQuestion('quotas', team, hasQuota ? [null] : [], isInNamespace),
      annotationQuestion('limitRanges', team, hasLimits ? [null] : [], isInNamespace),
    ]
  })
  return [...ofBase, ofDefault, ...ofTeams]
}

type Metadata = GeneratedObjects['projects'][number]['metadata']

/** What the annotations of a kind tell the root, each text once; null: nothing. */
function annotationQuestion(
  kind: Exclude<keyof GeneratedObjects, 'argocdNamespace'>,
  whose: string,
  expected: readonly (object | null)[],
  isMeant: (metadata: Metadata) => boolean,
): Question {
  return {
    topic: 'revocation',
    text: `what ${kind} of ${whose} say to the root`,
    expected,
    ask: (objects) => {
      const meant = objects[kind].map(({ metadata }) => metadata).filter(isMeant)
      const said = new Set(meant.map(({ annotations }) => JSON.stringify(annotations ?? null)))
      return [...said].map((one): unknown => JSON.parse(one))
    },
  }
}
