// The demo fleet, which includes the source documents' own examples. The same numbers always give the same fleet.

import { demoConfigs, demoConfigSchemas } from './configs.ts'
import { type DemoDocument, document } from './document.ts'
import { teamGroup } from './groups.ts'

export type DemoSize = { readonly clusters: number; readonly applications: number }

export const DEMO_SIZE: DemoSize = { clusters: 60, applications: 25 }

const REGIONS = [
  { region: 'east', country: 'Australia', cities: ['nsw-newcastle', 'nsw-sydney', 'qld-brisbane'] },
  { region: 'west', country: 'Australia', cities: ['wa-perth', 'wa-albany', 'wa-broome'] },
  { region: 'north', country: 'Australia', cities: ['nt-darwin', 'qld-cairns', 'qld-townsville'] },
  { region: 'south', country: 'Australia', cities: ['vic-melbourne', 'sa-adelaide', 'tas-hobart'] },
  {
    region: 'central',
    country: 'New Zealand',
    cities: ['wlg-wellington', 'akl-auckland', 'wko-hamilton'],
  },
  { region: 'pacific', country: 'Fiji', cities: ['cen-suva', 'wes-nadi', 'nor-labasa'] },
] as const

const ENVIRONMENTS = ['non-prod', 'prod', 'prod', 'staging'] as const

const TEAMS = [
  { name: 'ieb', description: 'Industrial edge business' },
  { name: 'payments', description: 'Card terminals and settlement' },
  { name: 'analytics', description: 'Vision and forecasting on GPU clusters' },
  { name: 'store-ops', description: 'What every store needs to open in the morning' },
] as const

const APPLICATIONS: Readonly<Record<string, readonly string[]>> = {
  ieb: ['app1', 'conveyor', 'fleet-gateway', 'plc-bridge', 'sensor-hub', 'shift-board'],
  payments: ['terminal', 'settlement', 'fraud-check', 'receipts', 'refunds', 'tokenizer'],
  analytics: [
    'shelf-vision',
    'queue-length',
    'demand-forecast',
    'footfall',
    'model-cache',
    'replay',
  ],
  'store-ops': [
    'clock-in',
    'price-labels',
    'signage',
    'stock-count',
    'printer-spool',
    'door-access',
    'music',
  ],
}

export type DemoFleet = {
  readonly teams: readonly DemoDocument[]
  readonly clusterTypes: readonly DemoDocument[]
  readonly clusters: readonly DemoDocument[]
  readonly applications: readonly DemoDocument[]
  readonly policies: readonly DemoDocument[]
  readonly configs: readonly DemoDocument[]
  readonly configSchemas: readonly DemoDocument[]
  readonly guardRules: readonly DemoDocument[]
}

export function demoFleet({ clusters, applications }: DemoSize): DemoFleet {
  return {
    teams: TEAMS.map(({ name, description }, index) => team(name, description, index)),
    clusterTypes: CLUSTER_TYPES.map(({ name, ...spec }) =>
      document('ClusterType', { name }, { reconciler: 'argocd', delivery: 'git', ...spec }),
    ),
    clusters: Array.from({ length: clusters }, (_, index) => cluster(index)),
    applications: Array.from({ length: applications }, (_, index) => application(index)),
    policies: POLICIES.map(({ name, namespace, ...spec }) =>
      document('TargetPolicy', { name, ...(namespace && { namespace }) }, spec),
    ),
    configs: demoConfigs,
    configSchemas: demoConfigSchemas,
    guardRules: [
      document(
        'GuardRule',
        { name: 'production' },
        {
          description: 'Stores that are open',
          cluster_selector: 'environment=prod',
          removals: 10,
        },
      ),
    ],
  }
}

/** The names of the first clusters of a demo fleet, which are the same for all sizes. */
export function demoClusterNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => cluster(index).metadata.name)
}

function team(name: string, description: string, index: number): DemoDocument {
  const groups = [
    { id: teamGroup(index, 'contributor'), role: 'contributor' },
    { id: teamGroup(index, 'reader'), role: 'reader' },
  ]
  return document('Team', { name }, { description, groups })
}

/** All other clusters have the type `default`. */
const CLUSTER_TYPES = [
  {
    name: 'hub',
    description: 'Stores that serve their region, too: their Argo CD runs Berth’s teams only',
    settings: { default_project: 'empty' },
  },
  {
    name: 'remote',
    description: 'Stores behind slow lines',
    settings: {},
  },
] as const

function typeOf(index: number, region: string): (typeof CLUSTER_TYPES)[number]['name'] | null {
  if (!isAtEdge(index)) return 'hub'
  return region === 'pacific' ? 'remote' : null
}

function isAtEdge(index: number): boolean {
  return index % 5 !== 4
}

/** The first is the one of the source documents. */
function cluster(index: number): DemoDocument {
  const place = REGIONS[index % REGIONS.length]!
  const round = Math.floor(index / REGIONS.length)
  const city = place.cities[round % place.cities.length]!
  const number = String(Math.floor(round / place.cities.length) + 1).padStart(2, '0')
  const labels = {
    region: place.region,
    country: place.country.replaceAll(' ', '-'),
    edge: isAtEdge(index) ? 'true' : 'false',
    gpu: index % 3 === 0 ? 'true' : 'false',
    tier: round % 4 === 0 ? 'flagship' : 'standard',
  }
  const type = typeOf(index, place.region)
  return document(
    'Cluster',
    { name: `${place.region}-${city}-${number}`, labels },
    {
      ...(type !== null && { type }),
      description:
        index === 0
          ? 'Edge Store for App Deployment in East Australia'
          : `Store ${number} in ${city.replace(/^\w+-/, '')}, ${place.country}`,
      shortName: `cluster${index + 1}`,
      environment: ENVIRONMENTS[round % ENVIRONMENTS.length]!,
    },
  )
}

/** The first is the one of the source documents; beyond the named ones they are numbered. */
function application(index: number): DemoDocument {
  const { name: namespace } = TEAMS[index % TEAMS.length]!
  const round = Math.floor(index / TEAMS.length)
  const name = APPLICATIONS[namespace]![round] ?? `${namespace}-app-${round + 1}`
  const isCommon = round === 0 || (namespace === 'store-ops' && round < 3)
  return document(
    'Application',
    {
      name,
      namespace,
      labels: {
        common: isCommon ? 'true' : 'false',
        gpu: namespace === 'analytics' ? 'true' : 'false',
        wave: round % 3 === 2 ? 'pilot' : 'general',
      },
    },
    {
      description: index === 0 ? 'App 1' : `${name} of ${namespace}`,
      ...(SOURCES[name] ?? {
        repo_url: `https://git.example.com/${namespace}/${name}.git`,
        repo_branch: index === 0 ? 'master' : 'main',
        repo_path: index === 0 ? 'manifest/app1' : `deploy/${name}`,
      }),
    },
  )
}

/** Of some applications: all others are directories in Git, as Argo CD finds them. */
const SOURCES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'model-cache': cacheOf({
    replicas: 3,
    cache: { size: '200Gi', keep: ['shelf-vision', 'queue-length', 'demand-forecast'] },
    resources: {
      requests: { cpu: '2', memory: '8Gi' },
      limits: { memory: '16Gi', 'nvidia.com/gpu': 1 },
    },
    metrics: { enabled: true, labels: { team: 'analytics' } },
    nodeSelector: { gpu: 'true' },
  }),
  replay: cacheOf({ replicas: 1, cache: { size: '10Gi' } }),
  'printer-spool': {
    repo_url: 'https://git.example.com/store-ops/printer-spool.git',
    repo_branch: 'main',
    repo_path: 'overlays/stores',
    source: { type: 'git', render: 'kustomize' },
  },
  refunds: {
    repo_url: 'https://git.example.com/payments/refunds.git',
    repo_branch: 'main',
    repo_path: 'deploy/refunds',
    source: { type: 'git', render: 'directory' },
  },
  'door-access': {
    repo_url: 'oci://registry.example.com/store-ops/door-access',
    repo_path: '.',
    source: {
      type: 'oci',
      render: 'kustomize',
      digest: 'sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
    },
  },
}

/** A cache of one size: the same chart for whoever needs one. */
function cacheOf(values: Readonly<Record<string, unknown>>) {
  return {
    repo_url: 'https://charts.example.com/analytics',
    source: { type: 'helm', chart: 'stream-cache', version: '1.4.0', values },
  }
}

type DemoPolicy = {
  readonly name: string
  readonly namespace?: string
  readonly description?: string
  readonly app_selector: unknown
  readonly cluster_selector: unknown
  readonly effect?: 'exclude'
  readonly suspended?: true
}

const POLICIES: readonly DemoPolicy[] = [
  {
    name: 'app1_to_east',
    app_selector: { common: 'true' },
    cluster_selector: { region: 'east' },
  },
  {
    name: 'gpu-apps-to-gpu-clusters',
    app_selector: 'gpu=true',
    cluster_selector: 'gpu=true,environment in (prod,staging)',
  },
  {
    name: 'store-basics',
    description: 'What a store needs to open',
    app_selector: 'namespace=store-ops,wave=general',
    cluster_selector: 'edge=true',
  },
  {
    name: 'payments-in-production',
    app_selector: 'namespace=payments',
    cluster_selector: 'environment=prod,tier=flagship',
  },
  {
    name: 'pilots-stay-out-of-production',
    description: 'What is on trial runs on non-production clusters only',
    app_selector: 'wave=pilot',
    cluster_selector: 'environment=prod',
    effect: 'exclude',
  },
  {
    name: 'ieb-machines',
    namespace: 'ieb',
    app_selector: 'wave in (general,pilot)',
    cluster_selector: 'region in (south,west),edge=true',
  },
  {
    name: 'analytics-replay',
    namespace: 'analytics',
    app_selector: 'name=replay',
    cluster_selector: 'region=east',
    suspended: true,
  },
]
