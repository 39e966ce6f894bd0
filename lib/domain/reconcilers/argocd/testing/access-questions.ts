// What people may do with kubectl, for every group and namespace, and what one team's Pods may reach of another's.
import type { Team } from '#lib/domain/objects/objects.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import { foreignNamespaces } from './delivery-questions.ts'
import { givenIn, namespaceLabels, personMay, quotaIn } from './kubernetes-evaluator.ts'
import { reaches } from './network-evaluator.ts'

type Level = 'none' | 'view' | 'edit'

/** Verb, resource (`<resource>.<group>`), and the weakest role that allows it; `nobody` where no team's binding may. */
const ACCESS: readonly (readonly [string, string, 'view' | 'edit' | 'nobody'])[] = [
  ['get', 'pods', 'view'],
  ['list', 'pods', 'view'],
  ['watch', 'deployments.apps', 'view'],
  ['get', 'pods/log', 'view'],
  ['list', 'events', 'view'],
  ['get', 'configmaps', 'view'],
  ['get', 'services', 'view'],
  ['get', 'serviceaccounts', 'view'],
  ['get', 'ingresses.networking.k8s.io', 'view'],
  ['get', 'networkpolicies.networking.k8s.io', 'view'],
  ['get', 'resourcequotas', 'view'],
  ['get', 'namespaces', 'view'],

  ['create', 'pods', 'edit'],
  ['update', 'deployments.apps', 'edit'],
  ['patch', 'deployments/scale.apps', 'edit'],
  ['delete', 'services', 'edit'],
  ['deletecollection', 'configmaps', 'edit'],
  ['create', 'jobs.batch', 'edit'],
  ['patch', 'ingresses.networking.k8s.io', 'edit'],

  // Kubernetes' own `edit` includes what no team should have: Secrets, a shell, every ServiceAccount of the namespace, and
  // the network policies. That is why `kubectl` is `view` unless a team's owner says otherwise, and why it ends at the
  // namespace. Through Argo CD the same team can't touch its network policies.
  ['get', 'secrets', 'edit'],
  ['list', 'secrets', 'edit'],
  ['watch', 'secrets', 'edit'],
  ['create', 'secrets', 'edit'],
  ['create', 'pods/exec', 'edit'],
  ['get', 'pods/exec', 'edit'],
  ['create', 'pods/attach', 'edit'],
  ['create', 'pods/portforward', 'edit'],
  ['create', 'serviceaccounts', 'edit'],
  ['create', 'serviceaccounts/token', 'edit'],
  ['impersonate', 'serviceaccounts', 'edit'],
  ['create', 'networkpolicies.networking.k8s.io', 'edit'],
  ['delete', 'networkpolicies.networking.k8s.io', 'edit'],

  ['get', 'roles.rbac.authorization.k8s.io', 'nobody'],
  ['create', 'roles.rbac.authorization.k8s.io', 'nobody'],
  ['escalate', 'roles.rbac.authorization.k8s.io', 'nobody'],
  ['bind', 'roles.rbac.authorization.k8s.io', 'nobody'],
  ['escalate', 'clusterroles.rbac.authorization.k8s.io', 'nobody'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io', 'nobody'],
  ['create', 'rolebindings.rbac.authorization.k8s.io', 'nobody'],
  ['patch', 'rolebindings.rbac.authorization.k8s.io', 'nobody'],
  ['create', 'clusterrolebindings.rbac.authorization.k8s.io', 'nobody'],
  ['impersonate', 'users', 'nobody'],
  ['impersonate', 'groups', 'nobody'],
  ['create', 'localsubjectaccessreviews.authorization.k8s.io', 'nobody'],
  ['patch', 'namespaces', 'nobody'],
  ['delete', 'namespaces', 'nobody'],
  ['create', 'namespaces', 'nobody'],
  ['update', 'resourcequotas', 'nobody'],
  ['delete', 'resourcequotas', 'nobody'],
  ['create', 'limitranges', 'nobody'],
  ['create', 'endpoints', 'nobody'],
  ['create', 'endpointslices.discovery.k8s.io', 'nobody'],
  ['update', 'pods/status', 'nobody'],
  ['update', 'pods/ephemeralcontainers', 'nobody'],
  ['create', 'persistentvolumes', 'nobody'],
  ['get', 'nodes', 'nobody'],
  ['get', 'nodes/proxy', 'nobody'],
  ['create', 'nodes/proxy', 'nobody'],
  ['update', 'certificatesigningrequests/approval.certificates.k8s.io', 'nobody'],
  ['create', 'mutatingwebhookconfigurations.admissionregistration.k8s.io', 'nobody'],
  ['create', 'customresourcedefinitions.apiextensions.k8s.io', 'nobody'],
  ['get', 'applications.argoproj.io', 'nobody'],
  ['create', 'applications.argoproj.io', 'nobody'],
  ['patch', 'appprojects.argoproj.io', 'nobody'],
  ['*', '*.*', 'nobody'],
]

/**
 * Everybody whose rights could be confused: each group alone, all groups of the fleet together, and people without groups.
 */
function people({ teams, removedGroup }: ConfinedFleet): string[][] {
  const ids = [...new Set(teams.flatMap(({ groups }) => groups.map(({ id }) => id)))]
  const strangers = [removedGroup, 'stranger', '*', '', ...teams.map(({ name }) => name)]
  const alike = ids.slice(0, 1).flatMap((id) => [id.slice(0, -1), `${id}0`])
  return [[], ...[...ids, ...strangers, ...alike].map((id) => [id]), ids]
}

function levelOf(team: Team | undefined, groups: readonly string[]): Level {
  const roles = (team?.groups ?? []).filter(({ id }) => groups.includes(id)).map(({ role }) => role)
  if (roles.length === 0) return 'none'
  return roles.includes('contributor') && team?.kubectl === 'edit' ? 'edit' : 'view'
}

const RANK = { none: 0, view: 1, edit: 2, nobody: 3 }

/** Every question about people and kubectl. */
export function accessQuestions(fleet: ConfinedFleet): readonly Question[] {
  const present = presentTeams(fleet)
  const everyone = people(fleet)
  // Rights only add up: what all groups together may not do, none of them may.
  const together = [[...new Set(everyone.flat())]]
  return [
    ...fleet.teams.flatMap(({ name }) => {
      const team = present.find((one) => one.name === name)
      return everyone.flatMap((groups) => personQuestions(groups, name, levelOf(team, groups)))
    }),
    ...[...foreignNamespaces(fleet), null].flatMap((namespace) =>
      together.flatMap((groups) => personQuestions(groups, namespace, 'none')),
    ),
  ]
}

function personQuestions(
  groups: readonly string[],
  namespace: string | null,
  level: Level,
): Question[] {
  return ACCESS.map(([verb, resourceAndGroup, least]) => {
    const [resource = '', ...group] = resourceAndGroup.split('.')
    const request = { groups, verb, apiGroup: group.join('.'), resource, namespace }
    return {
      topic: 'kubectl',
      text: `a person in ${JSON.stringify(groups)} to ${verb} ${resourceAndGroup} in ${namespace ?? 'the cluster'}`,
      expected: RANK[level] >= RANK[least],
      ask: (objects) => personMay(objects, request),
    }
  })
}

const POD = { 'app.kubernetes.io/name': 'web' }

/** Every question about the restrictions of a team's Pods: their network, quota and security level. */
export function podQuestions(fleet: ConfinedFleet): readonly Question[] {
  const present = presentTeams(fleet)
  return [
    ...present.flatMap((team) => [
      ...limitQuestions(team, fleet.settings.argocdNamespace),
      ...present.flatMap((other) => pairQuestions(team, other)),
      ...outsideQuestions(team),
    ]),
    ...argocdQuestions(fleet),
  ]
}

/** The entries of a quota under which Kubernetes refuses a container without requests, by their full names, in order. */
export function computeEntries(quota: Team['quota']): string[] {
  const full = [...(quota?.keys() ?? [])].map((entry) =>
    entry === 'cpu' || entry === 'memory' ? `requests.${entry}` : entry,
  )
  return [
    ...new Set(full.filter((entry) => /^(requests|limits)\.(cpu|memory)$/.test(entry))),
  ].sort()
}

function limitQuestions({ name, quota }: Team, argocdNamespace: string): Question[] {
  const managed = argocdNamespace === 'openshift-gitops'
  return [
    {
      topic: 'limits',
      text: `the quota of ${name}`,
      expected: quota === null || quota.size === 0 ? null : Object.fromEntries(quota),
      ask: (objects) => quotaIn(objects, name),
    },
    {
      topic: 'limits',
      text: `what the quota counts that a container in ${name} is given when it says nothing`,
      expected: computeEntries(quota),
      ask: (objects) => {
        const given = givenIn(objects, name)
        return computeEntries(quota).filter((entry) => given.includes(entry))
      },
    },
    {
      // With other labels the namespace could pass as an ingress, or its Pods could be privileged.
      topic: 'limits',
      text: `the labels of the namespace ${name}`,
      expected: {
        ...(managed ? { 'argocd.argoproj.io/managed-by': argocdNamespace } : {}),
        'berth.dev/team': name,
        'pod-security.kubernetes.io/enforce': 'baseline',
        'kubernetes.io/metadata.name': name,
      },
      ask: (objects) => namespaceLabels(objects, name),
    },
  ]
}

/** Something outside of any namespace, such as another machine. */
const OUTSIDE = { namespace: null, labels: {} }

function podIn(namespace: string | null) {
  return namespace === null ? OUTSIDE : { namespace, labels: POD }
}

function traffic(from: string | null, to: string | null, expected: boolean, port = 8080): Question {
  return {
    topic: 'network',
    text: `from ${from ?? 'outside'} to ${to ?? 'outside'}, port ${port}`,
    expected,
    ask: (objects) => reaches(objects, podIn(from), podIn(to), { protocol: 'TCP', port }),
  }
}

function pairQuestions(team: Team, other: Team): Question[] {
  const isOut = team.network !== 'closed'
  const isIn = other.network === 'open'
  return [traffic(team.name, other.name, team === other || (isOut && isIn))]
}

function outsideQuestions({ name, network }: Team): Question[] {
  const nameService = (protocol: 'TCP' | 'UDP', port: number, expected: boolean): Question => ({
    topic: 'network',
    text: `from ${name} to kube-system, ${protocol} port ${port}`,
    expected,
    ask: (objects) =>
      reaches(
        objects,
        { namespace: name, labels: {} },
        { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
        { protocol, port },
      ),
  })
  // A namespace of the cluster itself that claims to be an ingress.
  const asIngress: Question = {
    topic: 'network',
    text: `from an ingress controller to ${name}`,
    expected: network !== 'closed',
    ask: (objects) => {
      const labels = { 'berth.dev/ingress': 'allowed' }
      const ingress = {
        apiVersion: 'v1' as const,
        kind: 'Namespace' as const,
        metadata: { name: 'ingress', labels },
      }
      const withIngress = { ...objects, namespaces: [...objects.namespaces, ingress] }
      const from = { namespace: 'ingress', labels: POD }
      return reaches(
        withIngress,
        from,
        { namespace: name, labels: POD },
        { protocol: 'TCP', port: 80 },
      )
    },
  }
  const isOpen = network === 'open'
  return [
    asIngress,
    traffic('default', name, isOpen),
    traffic('kube-system', name, isOpen),
    traffic(null, name, isOpen),
    traffic(name, 'default', network !== 'closed'),
    traffic(name, 'default', network !== 'closed', 53),
    traffic(name, null, network !== 'closed'),
    traffic(name, null, network !== 'closed', 53),
    nameService('UDP', 53, true),
    nameService('TCP', 53, true),
    nameService('UDP', 54, network !== 'closed'),
    nameService('TCP', 443, network !== 'closed'),
  ]
}

/** Who may reach Argo CD's repository server and its cache, which trust everybody who can. */
function argocdQuestions({ teams, settings: { argocdNamespace } }: ConfinedFleet): Question[] {
  const argocd = (name: string) => ({
    namespace: argocdNamespace,
    labels: { 'app.kubernetes.io/name': name },
  })
  const components = ['server', 'application-controller', 'repo-server', 'redis'].map((one) => {
    return argocd(`argocd-${one}`)
  })
  const more = ['notifications-controller', 'applicationset-controller'].map((one) => {
    return argocd(`argocd-${one}`)
  })
  // A closed team's Pods reach nothing, whatever labels they have.
  const disguised = teams
    .filter(({ network }) => network !== 'closed')
    .map(({ name }) => ({ ...argocd('argocd-server'), namespace: name }))
  const others = [{ ...argocd('web'), namespace: 'default' }, argocd('dex'), ...disguised]
  const fromOutside = (target: string, port: number, expected: boolean): Question => ({
    topic: 'network of Argo CD',
    text: `from outside to ${target}, port ${port}`,
    expected,
    ask: (objects) => reaches(objects, OUTSIDE, argocd(target), { protocol: 'TCP', port }),
  })
  const ask = (target: string, port: number, users: readonly string[]): Question[] =>
    [...components, ...more, ...others].map((from) => ({
      topic: 'network of Argo CD',
      text: `from ${from.namespace} ${JSON.stringify(from.labels)} to ${target}, port ${port}`,
      expected:
        users.includes('*') ||
        (from.namespace === argocdNamespace &&
          users.includes(from.labels['app.kubernetes.io/name'])),
      ask: (objects) => reaches(objects, from, argocd(target), { protocol: 'TCP', port }),
    }))
  const common = ['argocd-server', 'argocd-application-controller']
  const clients = [...common, 'argocd-notifications-controller', 'argocd-applicationset-controller']
  return [
    ...ask('argocd-repo-server', 8081, clients),
    ...ask('argocd-repo-server', 8084, ['*']),
    ...ask('argocd-repo-server', 8085, []),
    ...ask('argocd-redis', 6379, [...common, 'argocd-repo-server']),
    ...ask('argocd-redis', 6380, []),
    fromOutside('argocd-repo-server', 8081, false),
    fromOutside('argocd-repo-server', 8084, false),
    fromOutside('argocd-redis', 6379, false),
    // People reach the server itself: Argo CD's own rules for it are left alone.
    fromOutside('argocd-server', 8080, true),
  ]
}
