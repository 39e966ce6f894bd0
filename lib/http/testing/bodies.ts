// Valid bodies that tests start from: the documents of the source article, with a real address for its placeholder.

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

export const KINDS = ['team', 'cluster', 'application', 'policy'] as const
export type Kind = (typeof KINDS)[number]

/** Where each kind is served, and a valid body. */
export const kinds: Readonly<
  Record<
    Kind,
    {
      readonly documentKind: string
      readonly collection: string
      readonly item: (name: string) => string
      readonly body: { readonly name: string } & Readonly<Record<string, unknown>>
    }
  >
> = {
  team: {
    documentKind: 'Team',
    collection: '/teams',
    item: (name) => `/teams/${name}`,
    body: team,
  },
  cluster: {
    documentKind: 'Cluster',
    collection: '/clusters',
    item: (name) => `/clusters/${name}`,
    body: cluster,
  },
  application: {
    documentKind: 'Application',
    collection: '/applications',
    item: (name) => `/applications/ieb/${name}`,
    body: application,
  },
  policy: {
    documentKind: 'TargetPolicy',
    collection: '/target-policies',
    item: (name) => `/target-policies/${name}`,
    body: policy,
  },
}

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
