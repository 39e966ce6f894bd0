// Every generated manifest with one thing changed at a time: each field in turn, and what somebody who wants more rights
// would write.
import type { Documents } from './parse-tree.ts'

export type Mutation = {
  /** The kind of the object, the place in it, and the change. */
  readonly text: string
  /** Made for its meaning, so it doesn't count when a reader refuses its form. */
  readonly isMeant: boolean
  readonly documents: Documents
}

type Change = { readonly at: string; readonly what: string; readonly value: unknown }

/** Each field dropped, emptied, widened or replaced, and each list and map with something more in it. */
export function fieldMutations(documents: Documents): Mutation[] {
  return everyDocument(documents).flatMap(({ document, replaced }) =>
    changesOf(document, '').map(({ at, what, value }) => ({
      text: `${nameOf(document)}${at} ${what}`,
      isMeant: false,
      documents: replaced(value),
    })),
  )
}

function everyDocument(documents: Documents) {
  return [...documents].flatMap(([path, list]) =>
    list.map((document, index) => ({
      path,
      document,
      replaced: (value: unknown): Documents =>
        new Map([...documents, [path, list.with(index, value)]]),
    })),
  )
}

/** Kind and name; of an Application or project, which team's or the root's. */
function nameOf(document: unknown): string {
  const { metadata } = isMap(document) ? document : {}
  const { name, namespace } = isMap(metadata) ? metadata : {}
  const isOfTeam = typeof namespace === 'string' && namespace !== 'argocd'
  return `${kindOf(document)} ${isOfTeam ? `${namespace}/` : ''}${String(name)} `
}

function kindOf(document: unknown): string {
  return isMap(document) ? String(document['kind']) : ''
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function changesOf(value: unknown, at: string): Change[] {
  if (Array.isArray(value)) return listChanges(value, at)
  if (isMap(value)) return mapChanges(value, at)
  if (typeof value === 'boolean') return [{ at, what: 'flipped', value: !value }]
  if (typeof value === 'number') return [{ at, what: 'raised', value: value + 1 }]
  return textChanges(String(value), at)
}

function textChanges(text: string, at: string): Change[] {
  const changes = [
    ...(text.startsWith('p, ') ? policyChanges(text, at) : []),
    { at, what: 'replaced', value: `${text}-x` },
    { at, what: 'widened', value: '*' },
    { at, what: 'emptied', value: '' },
    { at, what: 'denied', value: `!${text}` },
  ]
  return changes.filter(({ value }) => value !== text)
}

/** A line of a project's policies with each of its words replaced or widened. */
function policyChanges(line: string, at: string): Change[] {
  const words = line.split(', ')
  return words.flatMap((word, index) =>
    [`${word}-x`, '*'].map((other) => ({
      at: `${at}[${index}]`,
      what: other === '*' ? 'widened' : 'replaced',
      value: words.with(index, other).join(', '),
    })),
  )
}

function listChanges(list: readonly unknown[], at: string): Change[] {
  return [
    ...(list.length === 0 ? [] : [{ at, what: 'emptied', value: [] }]),
    { at, what: 'widened', value: [...list, everythingLike(list[0])] },
    ...list.flatMap((item, index) => [
      { at: `${at}[${index}]`, what: 'dropped', value: list.toSpliced(index, 1) },
      ...changesOf(item, `${at}[${index}]`).map((change) => ({
        ...change,
        value: list.with(index, change.value),
      })),
    ]),
  ]
}

function mapChanges(map: Readonly<Record<string, unknown>>, at: string): Change[] {
  return [
    { at, what: 'with a field more', value: { ...map, 'x-more': 'x' } },
    ...Object.entries(map).flatMap(([key, item]) => {
      const inside = `${at}.${key}`
      const { [key]: _, ...others } = map
      return [
        { at: inside, what: 'dropped', value: others },
        ...changesOf(item, inside).map((change) => ({
          ...change,
          value: { ...map, [key]: change.value },
        })),
      ]
    }),
  ]
}

/** A further item of the same shape that means everything: its texts are `*`, and whatever else could narrow it is left out. */
function everythingLike(item: unknown): unknown {
  if (!isMap(item)) return '*'
  const texts = Object.entries(item).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([key]) => [key, '*']))
}

type Widening = {
  readonly kind: string
  readonly at: readonly string[]
  readonly what: string
  /** Changes the value at the place; undefined: there is none. */
  readonly change: (value: unknown, document: Readonly<Record<string, unknown>>) => unknown
}

const RBAC = 'rbac.authorization.k8s.io'
const HERE = 'https://kubernetes.default.svc'
const more = (item: unknown) => (list: unknown) => [...(Array.isArray(list) ? list : []), item]
const to = (value: unknown) => () => value

const subjects = [
  { apiGroup: RBAC, kind: 'Group', name: 'stranger' },
  { apiGroup: RBAC, kind: 'Group', name: 'system:authenticated' },
  // One group for each of two teams, so that a binding of either team gets one of the other.
  { apiGroup: RBAC, kind: 'Group', name: '00000000-0000-0000-0000-000000000051' },
  { apiGroup: RBAC, kind: 'Group', name: '00000000-0000-0000-0000-000000000013' },
  { apiGroup: 'apps', kind: 'Group', name: 'x' },
]

const destinations = [
  { server: HERE, namespace: 'argocd' },
  { server: HERE, namespace: 'kube-system' },
  { server: HERE, namespace: 'absent' },
  { server: HERE, namespace: '*' },
  { server: HERE, namespace: '!berth' },
  { server: '*', namespace: 'default' },
  { name: 'in-cluster', namespace: 'default' },
  { name: '*', namespace: '*' },
  { server: 'https://203.0.113.7:6443', namespace: 'default' },
]

const repositories = [
  '**',
  '!https://git.example.com/none',
  'https://git.example.com/**',
  'https://git.example.com/elsewhere/*',
  'https://git.example.com/fleet/gitops',
  'https://git.example.com/payments/api*',
  'https://git.example.com/{payments,pay,fleet}/*',
]

const policies = ['applications, get', 'applications, *', 'logs, get', 'exec, create', '*, *']

function roleThatGives(policy: string) {
  return (roles: unknown, document: Readonly<Record<string, unknown>>) => {
    const { metadata } = document
    const name = isMap(metadata) ? String(metadata['name']) : ''
    const groups = ['stranger', '00000000-0000-0000-0000-000000000011']
    const line = `p, proj:${name}:more, ${policy}, ${name}/*, allow`
    return more({ name: 'more', groups, policies: [line] })(roles)
  }
}

const WIDENINGS: readonly Widening[] = [
  ...subjects.map((subject) => ({
    kind: 'RoleBinding',
    at: ['subjects'],
    what: `with ${subject.kind} ${subject.name} of "${subject.apiGroup}"`,
    change: more(subject),
  })),
  ...['edit', 'view', 'admin', 'cluster-admin'].map((name) => ({
    kind: 'RoleBinding',
    at: ['roleRef', 'name'],
    what: `is ${name}`,
    change: to(name),
  })),
  { kind: 'RoleBinding', at: ['roleRef', 'kind'], what: 'is Role', change: to('Role') },
  ...['payments', 'pay', 'orders', 'argocd', 'kube-system', 'default'].map((namespace) => ({
    kind: 'RoleBinding',
    // Under another name, because that team already has a binding of this name.
    at: ['metadata'],
    what: `is in ${namespace}`,
    change: to({ name: 'more', namespace }),
  })),
  ...destinations.map((destination) => ({
    kind: 'AppProject',
    at: ['spec', 'destinations'],
    what: `with ${JSON.stringify(destination)}`,
    change: more(destination),
  })),
  ...repositories.map((repository) => ({
    kind: 'AppProject',
    at: ['spec', 'sourceRepos'],
    what: `with ${repository}`,
    change: more(repository),
  })),
  ...policies.map((policy) => ({
    kind: 'AppProject',
    at: ['spec', 'roles'],
    what: `with ${policy}`,
    change: roleThatGives(policy),
  })),
  ...['clusterResourceWhitelist', 'namespaceResourceWhitelist'].flatMap((list) => [
    {
      kind: 'AppProject',
      at: ['spec', list],
      what: 'with everything',
      change: more({ group: '*', kind: '*' }),
    },
    { kind: 'AppProject', at: ['spec', list], what: 'is empty', change: to([]) },
    { kind: 'AppProject', at: ['spec', list], what: 'is absent', change: to(undefined) },
  ]),
  {
    kind: 'AppProject',
    at: ['spec', 'clusterResourceWhitelist'],
    what: 'with Namespace',
    change: more({ group: '', kind: 'Namespace' }),
  },
  ...['sourceRepos', 'destinations', 'sourceNamespaces', 'namespaceResourceBlacklist'].map(
    (list) => ({
      kind: 'AppProject',
      at: ['spec', list],
      what: 'is absent',
      change: to(undefined),
    }),
  ),
  {
    kind: 'AppProject',
    at: ['spec', 'sourceNamespaces'],
    what: 'with those of a team',
    change: more('payments'),
  },
  ...['berth', 'payments', 'pay', 'default'].map((project) => ({
    kind: 'Application',
    at: ['spec', 'project'],
    what: `is ${project}`,
    change: to(project),
  })),
  ...['argocd', 'payments', 'pay', 'kube-system'].map((namespace) => ({
    kind: 'Application',
    at: ['spec', 'destination', 'namespace'],
    what: `is ${namespace}`,
    change: to(namespace),
  })),
  ...['privileged', 'restricted'].map((level) => ({
    kind: 'Namespace',
    at: ['metadata', 'labels', 'pod-security.kubernetes.io/enforce'],
    what: `is ${level}`,
    change: to(level),
  })),
  {
    kind: 'Namespace',
    at: ['metadata', 'labels', 'berth.dev/ingress'],
    what: 'is allowed',
    change: to('allowed'),
  },
  ...['ingress', 'egress'].map((direction) => ({
    kind: 'NetworkPolicy',
    at: ['spec', direction],
    what: 'with a rule for all',
    change: more({}),
  })),
  ...['Prune=false', 'Delete=false'].map((option) => ({
    kind: 'RoleBinding',
    at: ['metadata', 'annotations'],
    what: `with ${option}`,
    change: to({ 'argocd.argoproj.io/sync-options': option }),
  })),
]

/** What somebody who wants more rights would write into one manifest, and files that would bring them. */
export function meantMutations(documents: Documents): Mutation[] {
  const changed = everyDocument(documents).flatMap(({ document, replaced }) =>
    WIDENINGS.filter(({ kind }) => kind === kindOf(document)).flatMap(({ at, what, change }) => {
      const value = changedAt(document, at, (there) =>
        change(there, isMap(document) ? document : {}),
      )
      const isSame = JSON.stringify(value) === JSON.stringify(document)
      const text = `${nameOf(document)}.${at.join('.')} ${what}`
      return isSame ? [] : [{ text, isMeant: true, documents: replaced(value) }]
    }),
  )
  return [...changed, ...withMoreFiles(documents), ...withFewerFiles(documents)]
}

function changedAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value)
  const map = isMap(value) ? value : {}
  const changed = changedAt(map[key], rest, change)
  const { [key]: _, ...others } = map
  // In the order of the generated text, so that a change to what is already there counts as none.
  return changed === undefined
    ? others
    : key in map
      ? { ...map, [key]: changed }
      : { ...others, [key]: changed }
}

const MORE_FILES: readonly (readonly [string, object])[] = [
  [
    'a binding of a stranger in a team’s namespace',
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'more', namespace: 'payments' },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'stranger' }],
    },
  ],
  [
    'a binding of a team in the namespace of Argo CD',
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'more', namespace: 'argocd' },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: RBAC, kind: 'Group', name: '00000000-0000-0000-0000-000000000011' }],
    },
  ],
  [
    'a project that permits everything',
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: 'more', namespace: 'argocd' },
      spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] },
    },
  ],
  [
    'an Application of the root’s project',
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'more', namespace: 'argocd' },
      spec: {
        project: 'berth',
        destination: { server: HERE, namespace: 'argocd' },
        source: { repoURL: 'https://git.example.com/payments/api.git' },
      },
    },
  ],
  [
    'a namespace of the cluster’s own',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } },
  ],
  [
    'a network policy that lets all in',
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'more', namespace: 'payments' },
      spec: { podSelector: {}, ingress: [{}] },
    },
  ],
]

function withMoreFiles(documents: Documents): Mutation[] {
  return MORE_FILES.map(([what, object]) => ({
    text: `a file more: ${what}`,
    isMeant: true,
    documents: new Map([...documents, ['more.yaml', [object]]]),
  }))
}

function withFewerFiles(documents: Documents): Mutation[] {
  return [...documents.keys()].map((path) => ({
    text: `a file less: ${path}`,
    isMeant: true,
    documents: new Map([...documents].filter(([other]) => other !== path)),
  }))
}
