// One small fleet that the tests of the manifests share, and a reader of what was rendered.
import { parseAllDocuments } from 'yaml'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import { type Told, toldOf } from '#lib/domain/values/told.ts'
import { applicationText } from '../application-manifest.ts'
import { baseFiles, bootstrapText } from '../cluster-manifests.ts'
import { configText } from '../config-manifest.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { teamFiles } from '../team-manifests.ts'

/** Free text of people, which no manifest may contain. */
const FREE_TEXT = 'Typed freely\n---\nkind: ClusterRoleBinding # +argocd:skip-file-rendering'

export const settings: ManifestSettings = {
  installation: 'berth-sydney',
  tenant: 'default',
  pullUrl: 'https://git.example.com/fleet/gitops.git',
  argocdNamespace: 'argocd',
  applicationKinds: [],
  reporter: { image: 'registry.example.com/k8s:1.34.1', url: 'https://berth.example.com' },
}

export function cluster(name: string, less: Partial<TypedCluster> = {}): TypedCluster {
  return {
    kind: 'cluster',
    name,
    description: FREE_TEXT,
    shortName: FREE_TEXT,
    environment: 'prod',
    type: null,
    reconciler: 'argocd',
    defaultProject: 'keep',
    argocdNamespace: null,
    confinement: 'account',
    labels: new Map([['region', 'east']]),
    ...less,
  }
}

export function team(name: string, less: Partial<Team> = {}): Team {
  return {
    kind: 'team',
    name,
    description: FREE_TEXT,
    groups: [
      { id: '00000000-0000-0000-0000-000000000001', role: 'reader' },
      { id: '00000000-0000-0000-0000-000000000002', role: 'contributor' },
    ],
    sourceRepos: [`https://git.example.com/${name}/api.git`],
    clusterBoundary: null,
    network: 'namespace',
    kubectl: 'view',
    quota: null,
    ...less,
  }
}

export function application(team: string, name: string): Application {
  return {
    kind: 'application',
    team,
    name,
    description: FREE_TEXT,
    repoUrl: `https://git.example.com/${team}/api.git`,
    repoBranch: 'main',
    repoPath: `manifest/${name}`,
    packaging: null,
    targets: [],
    follow: 'branch',
    dependsOn: [],
    visibility: 'team',
    labels: new Map([['tier', 'backend']]),
  }
}

const VALUES = { mode: 'on', size: '1e3', nodes: [1, { name: 'a' }], ratio: 0.5 }

/** The same team's applications of each other sort of source. */
export const packedApplications: readonly Application[] = [
  of('directory', { type: 'git', render: 'directory' }),
  of('kustomize', { type: 'git', render: 'kustomize' }),
  of('helm', {
    type: 'git',
    render: 'helm',
    releaseName: 'web',
    configUnder: null,
    values: VALUES,
  }),
  {
    ...of('chart', {
      type: 'helm',
      chart: 'api',
      render: 'helm',
      releaseName: null,
      configUnder: null,
      values: {},
    }),
    repoUrl: 'https://charts.example.com',
    repoBranch: '>=1.2 <2',
    repoPath: '.',
  },
  {
    ...of('registry', {
      type: 'helm',
      chart: 'api',
      render: 'helm',
      releaseName: null,
      configUnder: null,
      values: VALUES,
    }),
    repoUrl: 'oci://oci.example.com:5000/charts',
    repoBranch: '1.2.3',
    repoPath: '.',
  },
  {
    ...of('artifact', { type: 'oci', render: 'directory' }),
    repoUrl: 'oci://oci.example.com/api',
    repoBranch: `sha256:${'0'.repeat(64)}`,
    repoPath: '.',
  },
]

/** What an application is told, with texts that readers of YAML could take for something else. */
export const told: Told = toldOf({
  cosmos: { endpoint: 'https://east.example.com', ports: [443, 8443] },
  debug: false,
  ratio: 0.5,
  switch: 'on',
  zone: '1e3',
})

/** One that gets it in its values, over and beside its own. */
export const toldApplication: Application = of('told', {
  type: 'git',
  render: 'helm',
  releaseName: null,
  configUnder: '/app/config',
  values: { app: { config: { cosmos: { retries: 3 }, zone: 'none' }, replicas: 2 }, mode: 'on' },
})

function of(name: string, packaging: Application['packaging']): Application {
  return { ...application('payments', name), packaging }
}

/** A team with everything that a team can have. */
export const fullTeam = team('orders', {
  kubectl: 'edit',
  network: 'closed',
  sourceRepos: [],
  quota: new Map([
    ['requests.cpu', '10'],
    ['limits.memory', '64Gi'],
  ]),
})

/** Every file that Berth can render, by a name that says which it is. */
export function everyFile(settings: ManifestSettings): ReadonlyMap<string, string> {
  const east = cluster('east-01')
  const teams = [team('payments'), fullTeam, team('search', { network: 'open', groups: [] })]
  return new Map([
    ['bootstrap', bootstrapText(east, 'main', settings)],
    ...[...baseFiles(east, 'main', settings)].map(
      ([file, text]) => [`base/${file}`, text] as const,
    ),
    ...teams.flatMap((team) =>
      [...teamFiles(team, settings)].map(([file, text]) => [`${team.name}/${file}`, text] as const),
    ),
    ['application', applicationText(application('payments', 'api'), settings, told)],
    ['config', configText(application('payments', 'api'), told)],
    ...packedApplications.map(
      (each) => [`application ${each.name}`, applicationText(each, settings, null)] as const,
    ),
    ['application told', applicationText(toldApplication, settings, told)],
    ['config told', configText(toldApplication, told)],
  ])
}

/** The part of a Kubernetes object that all kinds share, as far as the tests ask for it. */
export type KubernetesObject = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Record<string, string>
    readonly annotations?: Record<string, string>
    readonly finalizers?: readonly string[]
  }
  readonly spec?: Record<string, unknown>
}

/** The objects of a rendered text. Throws unless it is YAML of objects with a kind and a name. */
export function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    if (!('errors' in document) || document.errors.length > 0) throw new Error(`no YAML: ${text}`)
    const object: unknown = document.toJS()
    if (!isKubernetesObject(object)) throw new Error(`no Kubernetes object: ${text}`)
    return object
  })
}

function isKubernetesObject(object: unknown): object is KubernetesObject {
  if (typeof object !== 'object' || object === null) return false
  if (!('apiVersion' in object && 'kind' in object && 'metadata' in object)) return false
  return (
    typeof object.metadata === 'object' && object.metadata !== null && 'name' in object.metadata
  )
}

/** Every object that Berth can render. */
export function everyObject(settings: ManifestSettings): KubernetesObject[] {
  return [...everyFile(settings).values()].flatMap(objectsOf)
}
