// What each account of Berth's and Argo CD's controller may do on a cluster by roles alone, whatever any project permits, and
// whether the root can do all that its folder asks of it.
import type { ApiObject } from './api-objects.ts'
import { applicationNamed } from './argocd-evaluator.ts'
import { controllerOf } from './argocd-install.ts'
import { clusterIn, STATES } from './cluster-states.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import { effectAtSync } from './delivery-evaluator.ts'
import type { GeneratedObjects } from './parse-tree.ts'
import { reporterQuestions } from './reporter-questions.ts'
import { account, type ApiRequest, type Caller, callerMay } from './rbac-evaluator.ts'

/** Verbs, and `<resource>.<group>`, with `=<name>` where the right is to one of a name. */
type Rights = readonly (readonly [verbs: string, resources: string])[]

const REPORTER = 'berth-reporter'
const WRITES = 'create update patch delete deletecollection'

/** The kinds that Berth writes; those that no sync ever removes can't be deleted. */
const ROOT_MAY: Rights = [
  ['get create patch', 'namespaces serviceaccounts networkpolicies.networking.k8s.io'],
  ['get create patch delete', 'configmaps resourcequotas limitranges'],
  ['get create patch delete', 'applications.argoproj.io appprojects.argoproj.io'],
  ['get create update patch delete', 'rolebindings.rbac.authorization.k8s.io'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io=view'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io=edit'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io=berth-application'],
]

const ROOT_MAY_NOT: Rights = [
  ['delete deletecollection', 'namespaces serviceaccounts networkpolicies.networking.k8s.io'],
  [`get list ${WRITES}`, 'secrets pods nodes persistentvolumes'],
  [WRITES, 'deployments.apps jobs.batch applicationsets.argoproj.io'],
  ['create get', 'pods/exec serviceaccounts/token'],
  ['impersonate', 'users groups serviceaccounts'],
  [`escalate ${WRITES}`, 'clusterroles.rbac.authorization.k8s.io roles.rbac.authorization.k8s.io'],
  [WRITES, 'clusterrolebindings.rbac.authorization.k8s.io'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io=admin'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io=cluster-admin'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io=berth-root'],
  ['bind', 'roles.rbac.authorization.k8s.io=any'],
  [WRITES, 'customresourcedefinitions.apiextensions.k8s.io'],
  [WRITES, 'validatingadmissionpolicies.admissionregistration.k8s.io'],
  [WRITES, 'mutatingadmissionpolicybindings.admissionregistration.k8s.io'],
  [WRITES, 'mutatingwebhookconfigurations.admissionregistration.k8s.io'],
  ['deletecollection', 'configmaps resourcequotas applications.argoproj.io'],
  ['update deletecollection', 'resourcequotas.apps limitranges.apps namespaces.apps'],
  ['*', '*.*'],
]

/** To sync what it brings, to prune it, and to remove the finalizers of its hooks; `list` and `watch` are for people. */
const TEAM_VERBS = 'get list watch create update patch delete'
const TEAM_KINDS =
  'configmaps secrets services serviceaccounts persistentvolumeclaims pods replicationcontrollers ' +
  'daemonsets.apps deployments.apps replicasets.apps statefulsets.apps horizontalpodautoscalers.autoscaling ' +
  'cronjobs.batch jobs.batch ingresses.networking.k8s.io poddisruptionbudgets.policy certificates.cert-manager.io'

const TEAM_MAY_NOT: Rights = [
  [`deletecollection escalate bind impersonate`, TEAM_KINDS],
  ['get create', 'pods/exec pods/attach pods/portforward serviceaccounts/token pods/eviction'],
  [`get ${WRITES}`, 'resourcequotas limitranges endpoints namespaces nodes events'],
  [`get ${WRITES}`, 'networkpolicies.networking.k8s.io leases.coordination.k8s.io'],
  [`get ${WRITES}`, 'issuers.cert-manager.io certificates.networking.k8s.io deployments jobs'],
  [`get ${WRITES}`, 'roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io'],
  [`get ${WRITES}`, 'applications.argoproj.io appprojects.argoproj.io'],
  ['bind escalate', 'clusterroles.rbac.authorization.k8s.io=berth-application'],
  ['impersonate', 'users groups serviceaccounts=berth serviceaccounts=berth-root'],
  ['*', '*.*'],
]

const ARGOCDS_OWN = ['applications', 'appprojects'].flatMap((one) => [
  `${one}.argoproj.io`,
  `${one}/status.argoproj.io`,
  `${one}/finalizers.argoproj.io`,
])

const CONTROLLER_MAY: Rights = [
  ['get list watch', 'pods secrets nodes deployments.apps clusterroles.rbac.authorization.k8s.io'],
  ['get list watch', 'certificates.cert-manager.io applications.argoproj.io'],
  ['update patch', ARGOCDS_OWN.join(' ')],
  ['create patch', 'events'],
  ['impersonate', 'serviceaccounts=berth serviceaccounts=berth-root'],
]

const CONTROLLER_MAY_NOT: Rights = [
  [WRITES, 'pods secrets configmaps namespaces serviceaccounts deployments.apps jobs.batch'],
  ['create delete deletecollection', 'applications.argoproj.io appprojects.argoproj.io'],
  [`bind escalate ${WRITES}`, 'clusterroles.rbac.authorization.k8s.io'],
  [`bind escalate ${WRITES}`, 'clusterroles.rbac.authorization.k8s.io=cluster-admin'],
  [WRITES, 'rolebindings.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io'],
  [WRITES, 'mutatingadmissionpolicies.admissionregistration.k8s.io'],
  ['create', 'pods/exec serviceaccounts/token applicationsets.argoproj.io'],
  ['update delete', 'events'],
  ['impersonate', 'users groups serviceaccounts userextras.authentication.k8s.io'],
  ['impersonate', 'serviceaccounts=clusterrole-aggregation-controller serviceaccounts=default'],
  ['*', '*.*'],
]

/** In all namespaces, and besides in that of Argo CD. */
const REPORTER_MAY: Rights = [
  ['get list', 'applications.argoproj.io'],
  ['get', 'clusterroles.rbac.authorization.k8s.io=argocd-application-controller'],
]
const REPORTER_MAY_AT_HOME: Rights = [
  ['get list', 'appprojects.argoproj.io'],
  ['get', 'configmaps=argocd-cm'],
]

const REPORTER_MAY_NOT: Rights = [
  [`get list watch ${WRITES}`, 'secrets pods nodes namespaces serviceaccounts deployments.apps'],
  [`list watch ${WRITES}`, 'configmaps clusterroles.rbac.authorization.k8s.io'],
  [`get ${WRITES}`, 'applications/status.argoproj.io applicationsets.argoproj.io'],
  ['get', 'configmaps clusterroles.rbac.authorization.k8s.io'],
  ['create', 'pods/exec serviceaccounts/token'],
  ['*', '*.*'],
]

const NO_READS = `${WRITES} bind escalate impersonate`.split(' ')
const VERBS = ['get', 'list', 'watch', ...NO_READS]

/** Rights next to those of a list, which it doesn't give: other verbs, the same resources of other groups, other names. */
function besides(may: Rights, all: readonly string[] = VERBS): Rights {
  const given = may.flatMap(([verbs, resources]) =>
    resources.split(' ').map((resource) => [resource, verbs.split(' ')] as const),
  )
  return [...Map.groupBy(given, ([resource]) => resource)].flatMap(([resource, lists]) => {
    const listed = lists.flatMap(([, verbs]) => verbs)
    const others = all.filter((verb) => !listed.includes(verb)).join(' ')
    const { resource: word, apiGroup, name } = named(resource)
    const elsewhere = [`${word}.elsewhere.example.com`, `unlisted${apiGroup && `.${apiGroup}`}`]
    const otherNames = ['*', 'other'].map((other) => `${resource.split('=')[0]}=${other}`)
    return [
      [others, resource],
      [all.join(' '), elsewhere.map((one) => (name === '' ? one : `${one}=${name}`)).join(' ')],
      ...(name === ''
        ? []
        : [[listed.filter((verb) => all.includes(verb)).join(' '), otherNames.join(' ')] as const]),
    ] as const
  })
}

/** A question that an API server also answers: whether its roles let the caller do it. */
export type RightsQuestion = Question & {
  /** Null: Argo CD's controller, narrowed. */
  readonly caller: Caller | null
  readonly request: ApiRequest
}

/** Every question about the rights of the accounts. */
export function rightsQuestions(fleet: ConfinedFleet): readonly Question[] {
  const { argocdNamespace } = fleet.settings
  return [
    ...accountRights(fleet),
    ...folderQuestions(fleet),
    ...reporterQuestions(fleet),
    {
      topic: 'rights of accounts',
      text: 'which accounts there are beside Argo CD, and whether Pods get their tokens by themselves',
      expected: [
        ['berth-root', false],
        ['berth-reporter', false],
      ],
      ask: ({ serviceAccounts }) =>
        serviceAccounts
          .filter(({ metadata }) => metadata.namespace === argocdNamespace)
          .map((one) => [one.metadata.name, one.automountServiceAccountToken]),
    },
  ]
}

/** What each account may do by its roles alone. */
export function accountRights(fleet: ConfinedFleet): readonly RightsQuestion[] {
  const { argocdNamespace } = fleet.settings
  const root = account(`${argocdNamespace}:berth-root`)
  const namespaces = presentTeams(fleet).map(({ name }) => name)
  const elsewhere = [argocdNamespace, 'kube-system', null]
  return [
    ...[...namespaces, argocdNamespace].flatMap((namespace) => [
      ...rights('the root', root, namespace, ROOT_MAY, true),
      ...rights('the root', root, namespace, [...ROOT_MAY_NOT, ...besides(ROOT_MAY)], false),
    ]),
    ...rights('the root', root, null, [['get create patch', 'namespaces']], true),
    ...rights('the root', root, null, ROOT_MAY_NOT, false),
    ...namespaces.flatMap((team) => {
      const own = account(`${team}:berth`)
      const foreign = [...namespaces.filter((other) => other !== team), ...elsewhere]
      return [
        ...rights(team, own, team, [[TEAM_VERBS, TEAM_KINDS]], true),
        ...rights(team, own, team, TEAM_MAY_NOT, false),
        ...rights(team, own, team, besides([[TEAM_VERBS, TEAM_KINDS]]), false),
        ...foreign.flatMap((namespace) => [
          ...rights(team, own, namespace, [[TEAM_VERBS, TEAM_KINDS], ...TEAM_MAY_NOT], false),
        ]),
      ]
    }),
    ...reporterRights(fleet),
    ...(fleet.confinement === 'account' ? controllerQuestions(namespaces) : []),
  ]
}

function rights(
  who: string,
  caller: Caller | null,
  namespace: string | null,
  list: Rights,
  expected: boolean,
): RightsQuestion[] {
  const place = namespace ?? 'the cluster'
  return list.flatMap(([verbs, resources]) =>
    verbs.split(' ').flatMap((verb) =>
      resources.split(' ').map((resource): RightsQuestion => {
        const request = { verb, namespace, ...named(resource) }
        return {
          topic: 'rights of accounts',
          text: `the account of ${who} to ${verb} ${resource} in ${place}`,
          expected,
          caller,
          request,
          ask: (objects) =>
            caller === null
              ? callerMay(narrowed(objects), controllerOf(objects), request)
              : callerMay(objects, caller, request),
        }
      }),
    ),
  )
}

function narrowed(objects: GeneratedObjects): GeneratedObjects {
  return clusterIn(objects, { setting: 'on', role: 'narrowed' }).objects
}

function named(text: string) {
  const [full = '', name = ''] = text.split('=')
  const [resource = '', ...group] = full.split('.')
  return { resource, apiGroup: group.join('.'), name }
}

/** What tells Berth how the applications are. */
function reporterRights({ settings }: ConfinedFleet): RightsQuestion[] {
  const { argocdNamespace: home } = settings
  const caller = account(`${home}:${REPORTER}`)
  const ask = (namespace: string | null, list: Rights, expected: boolean) =>
    rights('the reporter', caller, namespace, list, expected)
  const atHome = [...REPORTER_MAY, ...REPORTER_MAY_AT_HOME]
  return [
    ...ask(home, atHome, true),
    ...ask(home, [...REPORTER_MAY_NOT, ...besides(atHome)], false),
    ...[null, 'kube-system'].flatMap((namespace) => [
      ...ask(namespace, REPORTER_MAY, true),
      ...ask(namespace, [...REPORTER_MAY_AT_HOME, ...REPORTER_MAY_NOT], false),
      ...ask(namespace, besides(REPORTER_MAY), false),
    ]),
  ]
}

/** Of the narrowed controller; in its own namespace it has what Argo CD's own Role gives it. */
function controllerQuestions(namespaces: readonly string[]): RightsQuestion[] {
  return [...namespaces.slice(0, 1), 'kube-system', null].flatMap((namespace) => [
    ...rights('Argo CD', null, namespace, CONTROLLER_MAY, true),
    ...rights('Argo CD', null, namespace, CONTROLLER_MAY_NOT, false),
    ...rights('Argo CD', null, namespace, besides(CONTROLLER_MAY, NO_READS), false),
  ])
}

/** That no sync of the root, or of what tells applications, is refused, or ends the controller. */
function folderQuestions(fleet: ConfinedFleet): Question[] {
  return STATES[fleet.confinement]
    .filter(({ setting, role }) => setting === 'on' || role === 'stock')
    .map((state) => ({
      topic: 'rights of accounts',
      text: `what of its folder the root can’t apply, with impersonation ${state.setting} and the role ${state.role}`,
      expected: [],
      ask: (objects) => {
        const root = applicationNamed(objects, 'berth')
        const configRoot = applicationNamed(objects, 'berth-config')
        if (root === null || configRoot === null) return null
        const cluster = clusterIn(objects, state)
        const written = [
          ...writtenByRoot(objects).map((object) => [root, object] as const),
          ...objects.configMaps.map((object) => [configRoot, object] as const),
        ]
        return written
          .map(([by, object]) => [object, effectAtSync(cluster, by, object)] as const)
          .filter(([, effect]) => effect !== 'made')
          .map(([{ kind, metadata }, effect]) => [kind, metadata.namespace, metadata.name, effect])
      },
    }))
}

function writtenByRoot(objects: GeneratedObjects): readonly ApiObject[] {
  const { argocdNamespace } = objects
  return [
    ...objects.namespaces,
    ...objects.networkPolicies,
    ...objects.quotas,
    ...objects.limitRanges,
    ...objects.serviceAccounts.filter(({ metadata }) => metadata.namespace !== argocdNamespace),
    ...objects.roleBindings.filter(({ metadata }) => metadata.namespace !== argocdNamespace),
    ...objects.projects,
    ...objects.applications,
  ]
}
