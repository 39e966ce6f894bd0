// Valid bodies that tests start from: the documents of the source article, with a real address for its placeholder.
import { byKind, type Kind, kinds as traits } from '#lib/domain/objects/kinds.ts'

export const team = { name: 'ieb', description: 'Industry Edge' }

export const cluster = {
  name: 'east-nsw-newcastle-01',
  description: 'Edge Store for App Deployment in East Australia',
  shortName: 'cluster1',
  environment: 'non-prod',
  metadata: { gpu: 'true', region: 'east', country: 'Australia', edge: 'true' },
}

export const application = {
  name: 'app1',
  description: 'App 1',
  repo_url: 'https://git.example.com/ieb/app1.git',
  repo_branch: 'master',
  repo_path: 'manifest/app1',
  metadata: { common: 'true', gpu: 'false' },
  namespace: 'ieb',
}

export const policy = {
  name: 'app1_to_east',
  description: '',
  app_selector: { common: 'true' } as unknown,
  cluster_selector: { region: 'east' } as unknown,
}

export const environment = {
  name: 'production',
  description: 'Where customers are',
  protected: true,
  deployers: [{ id: 'deployers' }],
  overriders: [{ id: 'overriders' }],
}

export const freeze = {
  name: 'christmas',
  description: 'Nobody is there',
  environments: ['production'],
  from: '2098-12-23T18:00:00.000Z',
  to: '2099-01-02T08:00:00.000Z',
}

export const guardRule = {
  name: 'production',
  description: 'Where customers are',
  cluster_selector: { environment: 'production' } as unknown,
  reason_required: true,
  removals: 0,
}

export const registrationToken = {
  name: 'edge-stores',
  description: '',
  name_pattern: 'store-*',
  environment: 'prod',
  metadata: { region: 'east' },
  open_labels: ['site'],
  uses: 3,
  expires_at: '2100-01-01T00:00:00.000Z',
}

export const silence = {
  name: 'dev-at-night',
  description: 'Off at night',
  cluster_selector: { environment: 'non-prod' } as unknown,
  weekly: [{ days: ['mon', 'tue'], from: '20:00', to: '06:00' }],
  time_zone: 'Europe/Berlin',
}
export const subscription = {
  name: 'on-call',
  description: 'Who is on call',
  kind: 'webhook',
  url: 'https://hooks.example.com/berth',
  secret: `whsec_${'c2VjcmV0'.repeat(4)}`,
}

export const alertRule = {
  name: 'unhealthy',
  description: 'Look at it',
  state: ['failed', 'degraded'],
}

export const metricSource = {
  name: 'prometheus',
  kind: 'prometheus',
  url: 'https://prometheus.example.com',
  queries: [{ metric: 'sync_duration', query: 'avg(rate(x[$step]))' }],
}

export const scheduler = {
  name: 'gpu-packer',
  url: 'https://scheduler.example.com/berth',
  secret: `whsec_${'c2VjcmV0'.repeat(4)}`,
}

export const clusterType = {
  name: 'edge',
  description: 'In stores',
  reconciler: 'argocd',
  settings: { namespace: 'gitops' },
}

export const config = {
  name: 'east-endpoints',
  description: 'Where the region keeps its data',
  app_selector: '*' as unknown,
  cluster_selector: { region: 'east' } as unknown,
  priority: 300,
  values: { cosmos: { endpoint: 'https://east.example.com' } },
}

export const configSchema = {
  name: 'cosmos-client',
  description: 'What the clients of Cosmos want to be told',
  app_selector: '*' as unknown,
  cluster_selector: '*' as unknown,
  schema: {
    type: 'object',
    properties: {
      cosmos: { type: 'object', properties: { endpoint: { type: 'string' } } },
      zone: { type: 'string', default: 'none' },
    },
  },
}

type Body = { readonly name: string } & Readonly<Record<string, unknown>>

export const savedReport = {
  name: 'what-runs',
  description: 'What runs in production',
  list: 'placements',
  query: 'environment=prod',
}

const bodies: Readonly<Record<Kind, Body>> = {
  team,
  cluster,
  'cluster-type': clusterType,
  'registration-token': registrationToken,
  application,
  'target-policy': policy,
  config,
  'config-schema': configSchema,
  scheduler,
  environment,
  freeze,
  'guard-rule': guardRule,
  'alert-rule': alertRule,
  silence,
  subscription,
  'saved-report': savedReport,
  'metric-source': metricSource,
}

/** Where each kind is served, and a valid body. */
export const kinds = byKind((kind) => {
  const { type, collection, owner } = traits[kind]
  const [pattern, within] = owner === 'team' ? ['/{namespace}', '/ieb'] : ['', '']
  return {
    documentKind: type,
    collection: `/${collection}`,
    /** The path of an object, as OpenAPI writes it. */
    pattern: `/${collection}${pattern}/{name}`,
    item: (name: string) => `/${collection}${within}/${name}`,
    body: bodies[kind],
  }
})

/** An object's body as a document of `/apply`. */
export function documentOf(kind: Kind, body: Readonly<Record<string, unknown>>) {
  const { name, namespace, metadata: labels, ...spec } = body
  return {
    apiVersion: 'berth.dev/v1',
    kind: kinds[kind].documentKind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels }),
    },
    spec,
  }
}
