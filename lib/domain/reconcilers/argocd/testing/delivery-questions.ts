// What a team may bring to a cluster through Argo CD, asked for every team for every repository, namespace, server and kind.
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { applicationNamed, maySync, projectNamed, sourceIsPermitted } from './argocd-evaluator.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import { roleQuestions } from './role-questions.ts'
import { valuesWithTold } from './told-values.ts'

export const HERE = 'https://kubernetes.default.svc'

/** Kinds that workloads are made of. */
export const WORKLOAD_KINDS = [
  'apps/Deployment',
  'apps/StatefulSet',
  'batch/CronJob',
  '/Service',
  '/ConfigMap',
  '/Secret',
  '/ServiceAccount',
  '/PersistentVolumeClaim',
  'networking.k8s.io/Ingress',
  'autoscaling/HorizontalPodAutoscaler',
  'policy/PodDisruptionBudget',
  'argoproj.io/Rollout',
  'template.openshift.io/Template',
]

/** Kinds by which a team could widen its own rights, limits or network. */
export const FORBIDDEN_KINDS = [
  'argoproj.io/AppProject',
  'argoproj.io/Application',
  'argoproj.io/ApplicationSet',
  'argoproj.io/ArgoCD',
  'argoproj.io/NamespaceManagement',
  'rbac.authorization.k8s.io/Role',
  'rbac.authorization.k8s.io/RoleBinding',
  'authorization.openshift.io/Role',
  'authorization.openshift.io/RoleBinding',
  '/LimitRange',
  '/ResourceQuota',
  'networking.k8s.io/NetworkPolicy',
  'extensions/NetworkPolicy',
  'cilium.io/CiliumNetworkPolicy',
  'crd.projectcalico.org/NetworkPolicy',
  'projectcalico.org/StagedNetworkPolicy',
  'operators.coreos.com/Subscription',
  'operators.coreos.com/ClusterServiceVersion',
  'template.openshift.io/TemplateInstance',
  'helm.cattle.io/HelmChart',
  'helm.cattle.io/HelmChartConfig',
  'helm.toolkit.fluxcd.io/HelmRelease',
  'kustomize.toolkit.fluxcd.io/Kustomization',
]

export const CLUSTER_KINDS = [
  '/Namespace',
  '/Node',
  '/PersistentVolume',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'certificates.k8s.io/CertificateSigningRequest',
  'certificates.k8s.io/ClusterTrustBundle',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/VolumeAttachment',
  'snapshot.storage.k8s.io/VolumeSnapshotContent',
  'scheduling.k8s.io/PriorityClass',
  'node.k8s.io/RuntimeClass',
  'networking.k8s.io/IngressClass',
  'gateway.networking.k8s.io/GatewayClass',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'policy/PodSecurityPolicy',
  'policy.networking.k8s.io/AdminNetworkPolicy',
  'cilium.io/CiliumClusterwideNetworkPolicy',
  'crd.projectcalico.org/GlobalNetworkPolicy',
  'cert-manager.io/ClusterIssuer',
  'security.openshift.io/SecurityContextConstraints',
  'authorization.openshift.io/ClusterRoleBinding',
]

export const OTHER_SERVERS = [
  '',
  'https://kubernetes.default.svc/',
  'https://kubernetes.default.svc:443',
  'https://kubernetes.default.svc.evil.example',
  'https://KUBERNETES.default.svc',
  'https://203.0.113.7:6443',
]

/** Spellings of an address by which Argo CD means the same repository. */
function sameSpellings(url: string): string[] {
  const bare = url.replace(/\.git$/, '')
  return [url, bare, `${bare}.git`, url.toUpperCase(), ` ${url}\n`, `${bare}#`]
}

/** Spellings that look like the address, or that could match it from the other side. */
function otherSpellings(url: string): string[] {
  const bare = url.replace(/\.git$/, '')
  const folder = bare.slice(0, bare.lastIndexOf('/'))
  const name = bare.slice(folder.length + 1)
  return [
    `${bare}/`,
    `${bare}.git/`,
    `${bare}.git.git`,
    `${bare}x`,
    bare.slice(0, -1),
    `${bare}/more`,
    folder,
    `${folder}/`,
    `${folder}/*`,
    `${folder}/**`,
    `${folder}/?${name.slice(1)}`,
    `${folder}/[${name[0]}]${name.slice(1)}`,
    `${folder}/{${name},other}`,
    `${folder}//${name}`,
    `${folder}/./${name}`,
    `${folder}/other/../${name}`,
    `${folder}/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `${bare}?x`,
    `${bare}#x`,
    `!${bare}`,
    bare.replace('://', '://x@'),
    bare.replace('://', '://x:y@'),
    bare.replace(/^https:\/\/([^/]*)/, 'https://$1@evil.example'),
    bare.replace(/^https:\/\/([^/]*)/, 'https://$1:443'),
    bare.replace(/^https:\/\/([^/]*)/, 'https://$1.evil.example'),
    bare.replace(/^https:\/\/([^/]*)/, 'https://$1.'),
    bare.replace(/^https:/, 'http:'),
    bare.replace(/^https:\/\/([^/]*)\//, 'git@$1:'),
    bare.replace(/^git@([^:]*):/, 'https://$1/'),
    bare.replace(/^git@([^:]*):/, 'ssh://git@$1:2222/'),
    bare.replace(/^git@/, 'root@'),
    '*',
    '',
    'https://git.example.com/%zz',
    'https://git.example.com/elsewhere/any.git',
  ]
}

/** The address in its plainest form, as people understand the rule. */
function plainly(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/#$/, '')
    .replace(/\.git$/, '')
}

export function everyRepository({ teams, settings }: ConfinedFleet): string[] {
  const own = teams.flatMap(({ sourceRepos }) => sourceRepos)
  const spelled = own.flatMap((url) => [...sameSpellings(url), ...otherSpellings(url)])
  return [...new Set([...spelled, settings.pullUrl])]
}

/** Namespaces that no team has, and that could be mistaken for a team's. */
export function foreignNamespaces({ teams, settings }: ConfinedFleet): string[] {
  const own = new Set(teams.map(({ name }) => name))
  const names = teams.flatMap(({ name }) => [`${name}-2`, name.slice(0, -1), `${name}--api`])
  const platform = ['kube-system', 'kube-public', 'default', 'berth', 'openshift-operators', '*']
  const all = new Set([...names, ...platform, settings.argocdNamespace])
  return [...all].filter((name) => name !== '' && !own.has(name))
}

export function resourceOf(groupKind: string, namespace: string | null, name = 'x') {
  const [group = '', kind = ''] = groupKind.split('/')
  return { group, kind, name, namespace }
}

/** Every question about what Argo CD brings for the teams. */
export function deliveryQuestions(fleet: ConfinedFleet): readonly Question[] {
  const present = presentTeams(fleet)
  return [
    ...inventoryQuestions(fleet, present),
    ...applicationQuestions(fleet),
    ...fleet.teams.flatMap((team) => {
      const isPresent = present.includes(team)
      return [
        ...repositoryQuestions(fleet, team, isPresent),
        ...namespaceQuestions(fleet, team, isPresent),
        ...kindQuestions(fleet, team, isPresent),
        ...roleQuestions(fleet, team, isPresent),
      ]
    }),
  ]
}

/** A repository that the team may use. */
function ownRepository({ sourceRepos }: Team): string {
  return sourceRepos[0] ?? 'https://git.example.com/any/thing.git'
}

function inventoryQuestions(fleet: ConfinedFleet, present: readonly Team[]): Question[] {
  const names = present.map(({ name }) => name)
  const placed = fleet.applications.map(({ team, name }) => `${team}--${name}`)
  const own = fleet.defaultProject === 'empty' ? ['berth', 'default'] : ['berth']
  const topic = 'what there is'
  const list = (
    text: string,
    expected: readonly string[],
    kind: 'projects' | 'applications' | 'namespaces',
  ): Question => ({
    topic,
    text,
    expected: expected.toSorted(),
    ask: (objects) => objects[kind].map(({ metadata }) => metadata.name).sort(),
  })
  return [
    ...[...names, 'berth'].map((name) => ({
      topic,
      text: `no Applications of other namespaces in the project ${name}`,
      expected: undefined,
      ask: (objects: Parameters<Question['ask']>[0]) =>
        projectNamed(objects, name)?.spec.sourceNamespaces,
    })),
    list('projects of the teams that are here, and the platform’s', [...names, ...own], 'projects'),
    list(
      'Applications of what is placed here, and Berth’s own two',
      [...placed, 'berth', 'berth-config'],
      'applications',
    ),
    list('namespaces of the teams that are here, and no other', names, 'namespaces'),
  ]
}

function applicationQuestions({ applications, told }: ConfinedFleet): Question[] {
  return applications.flatMap((application) => {
    const { team, name } = application
    const topic = 'what an Application is'
    const of = `${team}--${name}`
    return [
      {
        topic,
        text: `${of} is deployed from its own repository, branch and path to its team’s namespace`,
        expected: {
          project: team,
          server: HERE,
          namespace: team,
          source: sourceOf(application, told(application)),
        },
        ask: (objects) => {
          const spec = applicationNamed(objects, of)?.spec
          return {
            project: spec?.project,
            server: spec?.destination.server,
            namespace: spec?.destination.namespace,
            source: spec?.source,
          }
        },
      },
      {
        topic,
        text: `${of} may bring a Deployment there`,
        expected: true,
        ask: (objects) => {
          const spec = applicationNamed(objects, of)?.spec
          return maySync(objects, {
            project: spec?.project ?? '',
            repoUrl: spec?.source.repoURL ?? '',
            server: spec?.destination.server ?? '',
            namespace: spec?.destination.namespace ?? '',
            resource: resourceOf('apps/Deployment', team),
          })
        },
      },
      {
        topic,
        text: `${of} takes over no object of another Application`,
        expected: true,
        ask: (objects) =>
          applicationNamed(objects, of)?.spec.syncPolicy?.syncOptions?.includes(
            'FailOnSharedResource=true',
          ) ?? false,
      },
      {
        topic,
        text: `${of} takes away what leaves Git, and puts right what people changed`,
        expected: { prune: true, selfHeal: true },
        ask: (objects) => applicationNamed(objects, of)?.spec.syncPolicy?.automated,
      },
      {
        topic,
        text: `${of} names its cluster by address alone`,
        expected: undefined,
        ask: (objects) => applicationNamed(objects, of)?.spec.destination.name,
      },
    ]
  })
}

/** All that an Application says of its source, with nothing that would read another one, or run anything. */
function sourceOf(
  { name, repoUrl, repoBranch, repoPath, packaging }: Application,
  told: Told | null,
) {
  const directory = packaging?.render === 'directory' && { directory: { recurse: true } }
  const values = packaging?.render === 'helm' ? valuesWithTold(packaging, told) : {}
  const helm = packaging?.render === 'helm' && {
    helm: {
      releaseName: packaging.releaseName ?? name,
      ...(Object.keys(values).length > 0 && { valuesObject: values }),
    },
  }
  const place =
    packaging?.type === 'helm'
      ? { repoURL: withoutScheme(repoUrl), chart: packaging.chart }
      : { repoURL: repoUrl, path: repoPath || '.' }
  return { ...place, targetRevision: repoBranch, ...directory, ...helm }
}

/** Without what says that it is a registry: so Argo CD has the addresses of charts. */
function withoutScheme(url: string): string {
  return url.replace(/^oci:\/\//, '')
}

function repositoryQuestions(fleet: ConfinedFleet, team: Team, isPresent: boolean): Question[] {
  const own = team.sourceRepos.flatMap((url) => [url, withoutScheme(url)]).map(plainly)
  // Without a list it may use all: the one right that is wider than exact addresses, given on purpose.
  const isAny = team.sourceRepos.length === 0
  return everyRepository(fleet).map((url) => ({
    topic: 'repositories',
    text: `${team.name} from ${JSON.stringify(url)}`,
    expected: isPresent && (isAny || own.includes(plainly(url))),
    ask: (objects) => {
      const project = projectNamed(objects, team.name)
      return project !== null && sourceIsPermitted(project, url)
    },
  }))
}

function namespaceQuestions(fleet: ConfinedFleet, team: Team, isPresent: boolean): Question[] {
  const repoUrl = ownRepository(team)
  const sync = (to: { server: string; namespace: string }, into: string, expected: boolean) => ({
    topic: 'destinations',
    text: `${team.name} to ${JSON.stringify(to)}, a Deployment in ${JSON.stringify(into)}`,
    expected,
    ask: (objects: Parameters<Question['ask']>[0]) =>
      maySync(objects, {
        project: team.name,
        repoUrl,
        ...to,
        resource: resourceOf('apps/Deployment', into),
      }),
  })
  const own = { server: HERE, namespace: team.name }
  const isOwn = (namespace: string) => isPresent && namespace === team.name
  const namespaces = [...fleet.teams.map(({ name }) => name), ...foreignNamespaces(fleet), '']
  return namespaces.flatMap((namespace) => [
    sync({ server: HERE, namespace }, namespace, isOwn(namespace)),
    // The Application names its own namespace, and one of its manifests another.
    ...(namespace === team.name ? [] : [sync(own, namespace, false)]),
    ...OTHER_SERVERS.map((server) => sync({ server, namespace }, namespace, false)),
  ])
}

function kindQuestions(fleet: ConfinedFleet, team: Team, isPresent: boolean): Question[] {
  const request = { project: team.name, repoUrl: ownRepository(team), server: HERE }
  const sync = (groupKind: string, into: string | null, expected: boolean, name?: string) => ({
    topic: 'kinds',
    text: `${team.name}, a ${groupKind} ${name ?? ''} in ${into ?? 'the cluster'}`,
    expected,
    ask: (objects: Parameters<Question['ask']>[0]) => {
      const resource = resourceOf(groupKind, into, name)
      return maySync(objects, { ...request, namespace: team.name, resource })
    },
  })
  const { argocdNamespace } = fleet.settings
  const namespaceNames = [team.name, argocdNamespace, 'kube-system']
  return [
    ...WORKLOAD_KINDS.map((kind) => sync(kind, team.name, isPresent)),
    ...WORKLOAD_KINDS.map((kind) => sync(kind, argocdNamespace, false)),
    ...FORBIDDEN_KINDS.map((kind) => sync(kind, team.name, false)),
    ...FORBIDDEN_KINDS.map((kind) => sync(kind, argocdNamespace, false)),
    ...CLUSTER_KINDS.map((kind) => sync(kind, null, false)),
    ...namespaceNames.map((name) => sync('/Namespace', null, false, name)),
  ]
}
