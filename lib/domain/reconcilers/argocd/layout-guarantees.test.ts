// The layout's promises to clusters, a test for each: if one fails, that promise is broken somewhere.
import { describe, expect, it } from 'vitest'
import { teamCodec } from '#lib/domain/objects/team/team.ts'
import { applicationText } from './application-manifest.ts'
import { baseFiles, bootstrapText } from './cluster-manifests.ts'
import { teamFiles } from './team-manifests.ts'
import type { KubernetesObject } from './testing/sample-fleet.ts'
import {
  application,
  cluster,
  everyFile,
  everyObject,
  fullTeam,
  objectsOf,
  packedApplications,
  settings,
  team,
} from './testing/sample-fleet.ts'

const FINALIZER = 'resources-finalizer.argocd.argoproj.io'
const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options'
const COMPARE_OPTIONS = 'argocd.argoproj.io/compare-options'

const objects = everyObject(settings)
const ofKind = (kind: string) => objects.filter((object) => object.kind === kind)
const isOfRoot = (object: KubernetesObject) => object.metadata.name === 'berth'
const isOfConfigs = (object: KubernetesObject) => object.metadata.name === 'berth-config'
const applications = ofKind('Application').filter(
  (object) => !isOfRoot(object) && !isOfConfigs(object),
)
const configRoots = ofKind('Application').filter(isOfConfigs)
const roots = ofKind('Application').filter(isOfRoot)
const teamProjects = ofKind('AppProject').filter((object) => !isOfRoot(object))
const rootProjects = ofKind('AppProject').filter(isOfRoot)
const isOfAccount = (object: KubernetesObject) => object.metadata.name === 'berth-delivery'
const isOfReporter = (object: KubernetesObject) => object.metadata.name === 'berth-reporter'
const bindingsOfPeople = ofKind('RoleBinding').filter(
  (object) => !isOfAccount(object) && !isOfReporter(object),
)
const allText = [...everyFile(settings).values()].join('')

/** The value at a path of keys and indexes; undefined if there is none. */
function at(object: unknown, ...path: readonly (string | number)[]): unknown {
  let value = object
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** Every key and value of plain data, at any depth. */
function everyPair(value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [[key, item] as const, ...everyPair(item)])
}

const keysOf = (value: unknown) => new Set(everyPair(value).map(([key]) => key))

const projectOf = (sourceRepos: readonly string[]) =>
  objectsOf(teamFiles(team('payments', { sourceRepos }), settings).get('project.yaml') ?? '')[0]

const subjectsOf = (kubectl: 'view' | 'edit', groups: typeof fullTeam.groups) => {
  const files = teamFiles(team('payments', { kubectl, groups }), settings)
  return [...files].flatMap(([file, text]) => {
    if (!file.startsWith('rolebinding')) return []
    const [object] = objectsOf(text)
    const subjects = at(object, 'subjects')
    const names = Array.isArray(subjects) ? subjects.map((subject) => at(subject, 'name')) : []
    return [[file, at(object, 'roleRef', 'name'), ...names]]
  })
}

/** Without what Helm is told, which Argo CD keeps as the text that it is. */
function withoutValues(object: KubernetesObject): object {
  return JSON.parse(
    JSON.stringify(object, (key, value: unknown) => (key === 'valuesObject' ? {} : value)),
    (key, value: unknown) => (key === 'valuesObject' ? undefined : value),
  )
}

/** The text with Argo CD in the namespace `gitops`. */
const inGitops = (text: string) =>
  text
    .replaceAll(/(name(?:space)?: )argocd$/gm, '$1gitops')
    .replaceAll(/\bargocd(?=:berth-root|' : |' && request)/g, 'gitops')

it('the sample has objects of every sort, so that no promise holds for want of one', () => {
  for (const some of [
    applications,
    roots,
    configRoots,
    teamProjects,
    rootProjects,
    ofKind('Namespace'),
  ]) {
    expect(some).not.toEqual([])
  }
  expect(roots).toHaveLength(2)
  expect(rootProjects).toHaveLength(2)
})

describe('names', () => {
  it('an Application is named by team and application, joined by two hyphens', () => {
    expect(applications.map((object) => object.metadata.name)).toEqual(
      ['api', ...packedApplications.map(({ name }) => name), 'told'].map(
        (name) => `payments--${name}`,
      ),
    )
  })

  it('no name of an Application holds a dot, which Helm charts could not bear', () => {
    for (const object of ofKind('Application')) expect(object.metadata.name).not.toContain('.')
  })

  it('a RoleBinding of people is named after its role, which cannot be changed', () => {
    for (const object of bindingsOfPeople) {
      expect(object.metadata.name).toBe(`berth-${String(at(object, 'roleRef', 'name'))}`)
    }
  })

  it('the names of Argo CD’s own network policies are never taken', () => {
    for (const object of ofKind('NetworkPolicy'))
      expect(object.metadata.name).toMatch(/^berth(-|$)/)
  })

  it('no project "default" is written, which would stop what is in it', () => {
    expect(ofKind('AppProject').map((object) => object.metadata.name)).not.toContain('default')
  })
})

describe('order and deletion', () => {
  it('no sync-wave annotation anywhere, nor a hook', () => {
    for (const object of objects) {
      const keys = Object.keys(object.metadata.annotations ?? {})
      expect(keys.filter((key) => ![SYNC_OPTIONS, COMPARE_OPTIONS].includes(key))).toEqual([])
    }
    expect(allText).not.toContain('sync-wave')
  })

  it('team AppProjects and Applications carry the resources finalizer', () => {
    for (const object of [...teamProjects, ...applications]) {
      expect(object.metadata.finalizers).toEqual([FINALIZER])
    }
  })

  it('what is Berth’s own carries no finalizer', () => {
    for (const object of [...roots, ...configRoots, ...rootProjects]) {
      expect(object.metadata).not.toHaveProperty('finalizers')
    }
  })

  it('a Namespace has Prune=false with IgnoreExtraneous, and is not deleted with the root', () => {
    for (const object of ofKind('Namespace')) {
      expect(object.metadata.annotations).toEqual({
        [SYNC_OPTIONS]: 'Prune=false,Delete=false',
        [COMPARE_OPTIONS]: 'IgnoreExtraneous',
      })
    }
  })

  it('a team’s account and its right outlast its Applications, which are deleted by them', () => {
    const accounts = ofKind('ServiceAccount').filter(isOfRoot)
    const bindings = ofKind('RoleBinding').filter(isOfAccount)
    const teams = ofKind('Namespace').map(({ metadata }) => metadata.name)
    for (const kept of [accounts, bindings]) {
      expect(kept.map(({ metadata }) => metadata.namespace)).toEqual(teams)
      for (const object of kept) {
        expect(object.metadata.annotations).toEqual({
          [SYNC_OPTIONS]: 'Prune=false,Delete=false',
          [COMPARE_OPTIONS]: 'IgnoreExtraneous',
        })
      }
    }
  })

  it('a team’s network policy has Prune=false with IgnoreExtraneous', () => {
    for (const object of ofKind('NetworkPolicy').filter(isOfRoot)) {
      expect(object.metadata.annotations).toEqual({
        [SYNC_OPTIONS]: 'Prune=false',
        [COMPARE_OPTIONS]: 'IgnoreExtraneous',
      })
    }
  })

  it('nothing waits for a confirmation, which would stop the whole cluster', () => {
    expect(allText).not.toContain('confirm')
  })

  it('rights and quotas are pruned when they are taken away', () => {
    const taken = [...bindingsOfPeople, ...ofKind('ResourceQuota'), ...ofKind('LimitRange')]
    for (const object of taken) {
      expect(object.metadata).not.toHaveProperty('annotations')
    }
  })
})

describe('roles', () => {
  const bootstrap = objectsOf(bootstrapText(cluster('east-01'), 'main', settings))
  const rules = bootstrap
    .filter(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'berth-root')
    .flatMap((role) => at(role, 'rules'))
  const bindable = rules.filter((rule) => JSON.stringify(at(rule, 'verbs')) === '["bind"]')

  it('every ClusterRole that a RoleBinding names, for whichever choice of a team, is one that the root may bind', () => {
    const everyChoice = teamCodec.input.shape.kubectl
      .unwrap()
      .options.flatMap((kubectl) =>
        [...teamFiles({ ...fullTeam, kubectl }, settings).values()].flatMap(objectsOf),
      )
    const bound = [...objects, ...everyChoice]
      .filter((object) => object.kind === 'RoleBinding' && !isOfReporter(object))
      .map((binding) => at(binding, 'roleRef', 'name'))
    expect(bindable).toHaveLength(1)
    expect(new Set(bound)).toEqual(new Set(Object(at(bindable[0], 'resourceNames'))))
  })

  it('of roles the root may bind these, by name, and may neither read, write nor escalate any', () => {
    const ofRoles = rules.filter((rule) => /roles/.test(JSON.stringify(at(rule, 'resources'))))
    expect(ofRoles).toEqual(bindable)
    expect(JSON.stringify(rules)).not.toMatch(/"\*"|escalate|impersonate/)
  })

  it('what a team may bring is said by one list: its account’s rights, and what hooks of a deletion may make', () => {
    const added = [{ group: 'cert-manager.io', resources: ['certificates'] }]
    const written = objectsOf(
      bootstrapText(cluster('east-01'), 'main', { ...settings, applicationKinds: added }),
    )
    const named = (name: string) => written.find(({ metadata }) => metadata.name === name)
    const role = Object(at(named('berth-application'), 'rules')).map((rule: unknown) => [
      at(rule, 'apiGroups', 0),
      at(rule, 'resources'),
    ])
    const variables: unknown[] = Object(at(named('berth-delete-hooks'), 'spec', 'variables'))
    const permitted = variables.find((one) => at(one, 'name') === 'permitted')
    const inPolicy: unknown = JSON.parse(String(at(permitted, 'expression')).replaceAll("'", '"'))
    expect(Object.fromEntries(role)).toEqual(inPolicy)
    expect(inPolicy).toMatchObject({ 'cert-manager.io': ['certificates'], apps: expect.anything() })
  })
})

describe('the root', () => {
  const base = baseFiles(cluster('east-01'), 'main', settings)
  const inBase = [base.get('project.yaml'), base.get('root.yaml')].flatMap((text) => {
    return objectsOf(text ?? '')
  })
  const inBootstrap = objectsOf(bootstrapText(cluster('east-01'), 'main', settings))

  it('base is never empty, and never pruned or deleted', () => {
    expect([...base.keys()]).toEqual(['network.yaml', 'project.yaml', 'root.yaml'])
    for (const object of [...base.values()].flatMap(objectsOf)) {
      expect(object.metadata.annotations).toEqual({ [SYNC_OPTIONS]: 'Prune=false,Delete=false' })
    }
  })

  it('manages itself: base holds its project and Application as the bootstrap does, but for the annotation', () => {
    const own = inBase.filter((object) => !isOfConfigs(object))
    const bare = own.map((object) => {
      const metadata = Object.entries(object.metadata).filter(([key]) => key !== 'annotations')
      return { ...object, metadata: Object.fromEntries(metadata) }
    })
    expect(bare).toEqual(inBootstrap.slice(-2))
    expect(bare.map(({ kind }) => kind)).toEqual(['AppProject', 'Application'])
  })

  it('writes none of its own rights: what the bootstrap holds besides is applied by hand alone', () => {
    const others = inBootstrap.slice(0, -2).filter((object) => !isOfReporter(object))
    const ownKinds = new Set(others.map(({ kind }) => kind))
    expect(ownKinds).toEqual(
      new Set([
        'ClusterRole',
        'ClusterRoleBinding',
        'ServiceAccount',
        'ValidatingAdmissionPolicy',
        'ValidatingAdmissionPolicyBinding',
      ]),
    )
    const [project] = rootProjects
    const written = new Set(
      ['clusterResourceWhitelist', 'namespaceResourceWhitelist'].flatMap((list) => {
        const kinds = at(project, 'spec', list)
        return Array.isArray(kinds) ? kinds.map((one) => at(one, 'kind')) : []
      }),
    )
    const cluster = [...ownKinds].filter((kind) => kind !== 'ServiceAccount')
    expect(cluster.filter((kind) => written.has(kind))).toEqual([])
  })

  it('moves to another branch with what tells applications, by their targetRevision alone', () => {
    const before = base.get('root.yaml') ?? ''
    const after = baseFiles(cluster('east-01'), 'fleet/07', settings).get('root.yaml')
    expect(after).toBe(before.replaceAll('refs/heads/main', 'refs/heads/fleet/07'))
    expect(after?.match(/refs\/heads\/fleet\/07$/gm)).toHaveLength(2)
  })

  it('reads .yaml files alone, at any depth, of its own folder on a fully named branch', () => {
    for (const root of roots) {
      expect(at(root, 'spec', 'source')).toEqual({
        repoURL: settings.pullUrl,
        targetRevision: 'refs/heads/main',
        path: 'clusters/east-01',
        directory: { recurse: true, include: '*.yaml' },
      })
    }
  })

  it('never removes everything, as no team’s Application does: allowEmpty stays absent', () => {
    for (const object of [...roots, ...applications])
      expect(keysOf(object)).not.toContain('allowEmpty')
  })

  it('leaves the finalizers of hooks alone, applying only what is out of sync', () => {
    for (const root of roots) {
      expect(at(root, 'spec', 'ignoreDifferences')).toEqual([
        {
          group: 'argoproj.io',
          kind: 'Application',
          jqPathExpressions: [
            '.metadata.finalizers[]? | select(startswith("post-delete-finalizer.argocd.argoproj.io") or startswith("pre-delete-finalizer.argocd.argoproj.io"))',
          ],
        },
      ])
      expect(at(root, 'spec', 'syncPolicy', 'syncOptions')).toEqual([
        'ApplyOutOfSyncOnly=true',
        'FailOnSharedResource=true',
      ])
    }
  })

  it('tries again for ever, as no team’s Application does; every retry takes up the newest commit', () => {
    for (const own of [...roots, ...configRoots]) {
      expect(at(own, 'spec', 'syncPolicy', 'retry', 'limit')).toBe(-1)
    }
    for (const object of applications) {
      expect(at(object, 'spec', 'syncPolicy', 'retry')).toEqual({
        limit: 5,
        refresh: true,
        backoff: { duration: '5s', factor: 2, maxDuration: '1m' },
      })
    }
    for (const object of ofKind('Application')) {
      expect(at(object, 'spec', 'syncPolicy', 'retry', 'refresh')).toBe(true)
    }
  })
})

describe('what tells applications', () => {
  it('is brought by the root, and no part of what is applied by hand', () => {
    const text = bootstrapText(cluster('east-01'), 'main', settings)
    expect(objectsOf(text).filter(isOfConfigs)).toEqual([])
    expect(configRoots).toHaveLength(1)
  })

  it('reads its own cluster’s folder, of that what is told alone, and lets the last of it go', () => {
    const [object] = configRoots
    expect(object?.spec).toMatchObject({
      project: 'berth',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'argocd' },
      source: {
        repoURL: settings.pullUrl,
        targetRevision: 'refs/heads/main',
        path: 'clusters/east-01',
        directory: { recurse: true, include: 'config/*.yml' },
      },
      syncPolicy: { automated: { prune: true, selfHeal: true, allowEmpty: true } },
    })
  })

  it('takes over a ConfigMap that a team’s Application has: that one fails then, and nothing else', () => {
    for (const object of configRoots) {
      expect(at(object, 'spec', 'syncPolicy', 'syncOptions')).toEqual(['ApplyOutOfSyncOnly=true'])
    }
  })
})

describe('an Application', () => {
  it('no helm, kustomize or directory block where nobody chose one: nothing forces the type of the source', () => {
    const [object] = objectsOf(applicationText(application('payments', 'api'), settings, null))
    expect(Object.keys(Object(at(object, 'spec', 'source'))).sort()).toEqual([
      'path',
      'repoURL',
      'targetRevision',
    ])
  })

  it('says what people chose of its source, never an empty block, and nothing that reads another source or file', () => {
    const chosen = packedApplications.map((each) => {
      const [object] = objectsOf(applicationText(each, settings, null))
      return [each.name, at(object, 'spec', 'source')]
    })
    const values = { mode: 'on', size: '1e3', nodes: [1, { name: 'a' }], ratio: 0.5 }
    const inGit = { repoURL: 'https://git.example.com/payments/api.git', targetRevision: 'main' }
    expect(Object.fromEntries(chosen)).toEqual({
      directory: { ...inGit, path: 'manifest/directory', directory: { recurse: true } },
      kustomize: { ...inGit, path: 'manifest/kustomize' },
      helm: {
        ...inGit,
        path: 'manifest/helm',
        helm: { releaseName: 'web', valuesObject: values },
      },
      chart: {
        repoURL: 'https://charts.example.com',
        chart: 'api',
        targetRevision: '>=1.2 <2',
        helm: { releaseName: 'chart' },
      },
      registry: {
        repoURL: 'oci.example.com:5000/charts',
        chart: 'api',
        targetRevision: '1.2.3',
        helm: { releaseName: 'registry', valuesObject: values },
      },
      artifact: {
        repoURL: 'oci://oci.example.com/api',
        targetRevision: `sha256:${'0'.repeat(64)}`,
        path: '.',
        directory: { recurse: true },
      },
    })
  })

  it('root path is "." never ""', () => {
    const atRoot = { ...application('payments', 'api'), repoPath: '' }
    const [object] = objectsOf(applicationText(atRoot, settings, null))
    expect(at(object, 'spec', 'source', 'path')).toBe('.')
  })

  it('goes to its team’s project and namespace on the cluster itself', () => {
    for (const object of applications) {
      expect(at(object, 'spec', 'project')).toBe('payments')
      expect(at(object, 'spec', 'destination')).toEqual({
        server: 'https://kubernetes.default.svc',
        namespace: 'payments',
      })
    }
  })

  it('is pruned, healed, and never takes over what another Application owns', () => {
    for (const object of [...roots, ...applications]) {
      const policy = at(object, 'spec', 'syncPolicy')
      expect(at(policy, 'automated')).toEqual({ prune: true, selfHeal: true })
      expect(at(policy, 'syncOptions')).toContain('FailOnSharedResource=true')
    }
  })

  it('no zero-value blocks, which Argo CD strips on the cluster, anywhere in its own kinds', () => {
    for (const object of [...ofKind('Application'), ...ofKind('AppProject')]) {
      for (const [key, value] of everyPair(withoutValues(object))) {
        if (key === 'group') continue
        expect([false, 0, '', null]).not.toContain(value)
        if (typeof value === 'object') expect(Object.keys(value ?? {}), key).not.toEqual([])
      }
    }
  })

  it('none of the options that are left out on purpose', () => {
    expect(allText).not.toMatch(
      /CreateNamespace|ServerSideApply|RespectIgnoreDifferences|PruneLast|syncWindows|Validate=false|Replace=true|sourceNamespaces:|orphanedResources/,
    )
    for (const object of applications) expect(keysOf(object)).not.toContain('revisionHistoryLimit')
  })
})

describe('free text', () => {
  it('nothing that people typed freely reaches a manifest', () => {
    expect(allText).not.toContain('Typed freely')
    expect(allText).not.toContain('+argocd')
    expect(allText).not.toContain('kind: ClusterRoleBinding #')
  })

  it('no description', () => {
    for (const object of objects) expect(keysOf(object)).not.toContain('description')
  })

  it('no label of a person becomes a label or annotation', () => {
    for (const key of ['region', 'tier']) {
      for (const object of objects) expect(keysOf(object.metadata)).not.toContain(key)
    }
    const known = /^(berth\.dev\/(team|application)|pod-security\.kubernetes\.io\/enforce)$/
    for (const object of objects) {
      for (const key of Object.keys(object.metadata.labels ?? {})) expect(key).toMatch(known)
    }
  })

  it('hides no file from Argo CD, even where a path or branch holds the words for it', () => {
    const marker = '+argocd:skip-file-rendering'
    const hostile = { ...application('payments', 'api'), repoPath: marker, repoBranch: marker }
    const text = applicationText(hostile, settings, null)
    expect(text).not.toContain(marker)
    expect(at(objectsOf(text)[0], 'spec', 'source', 'path')).toBe(marker)
  })
})

describe('a team', () => {
  it('may use the repositories that it names, exactly as it names them, each once', () => {
    const repos = ['git@h:o/a.git', 'https://B.example.com/Org/b.git', 'git@h:o/a.git']
    expect(at(projectOf(repos), 'spec', 'sourceRepos')).toEqual([repos[0], repos[1]])
  })

  it('may use a registry for charts and for artifacts, which Argo CD spells differently', () => {
    const repos = ['oci://oci.example.com/a', 'oci://10.0.0.5:5000/b', 'https://charts.example.com']
    expect(at(projectOf(repos), 'spec', 'sourceRepos')).toEqual([
      'https://charts.example.com',
      'oci.example.com/a',
      'oci://10.0.0.5:5000/b',
      'oci://oci.example.com/a',
    ])
  })

  it('that names no repository may use any: an empty list would allow none', () => {
    expect(at(projectOf([]), 'spec', 'sourceRepos')).toEqual(['*'])
  })

  it('has the same blacklist as every other, and no whitelist: a tightened project orphans', () => {
    const lists = teamProjects.map((object) => at(object, 'spec', 'namespaceResourceBlacklist'))
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1)
    for (const object of teamProjects) {
      const fields = Object.keys(object.spec ?? {}).filter((field) => field !== 'roles')
      expect(fields.sort()).toEqual([
        'destinationServiceAccounts',
        'destinations',
        'namespaceResourceBlacklist',
        'sourceRepos',
      ])
    }
  })

  const reader = { id: 'g-reader', role: 'reader' } as const
  const contributor = { id: 'g-contributor', role: 'contributor' } as const

  it.each([
    // kubectl | groups | expected
    ['view', [], []],
    ['view', [reader], [['rolebinding-view.yaml', 'view', 'g-reader']]],
    [
      'view',
      [contributor, reader],
      [['rolebinding-view.yaml', 'view', 'g-contributor', 'g-reader']],
    ],
    ['edit', [reader], [['rolebinding-view.yaml', 'view', 'g-reader']]],
    ['edit', [contributor], [['rolebinding-edit.yaml', 'edit', 'g-contributor']]],
    [
      'edit',
      [reader, contributor, reader],
      [
        ['rolebinding-view.yaml', 'view', 'g-reader'],
        ['rolebinding-edit.yaml', 'edit', 'g-contributor'],
      ],
    ],
  ] as const)('with kubectl %s binds %j to %j', (kubectl, groups, expected) => {
    expect(subjectsOf(kubectl, groups)).toEqual(expected)
  })

  it('has a network policy of one name in a file of one name in every mode', () => {
    for (const network of ['namespace', 'open', 'closed'] as const) {
      const text = teamFiles(team('payments', { network }), settings).get('network.yaml') ?? ''
      expect(objectsOf(text).map(({ metadata }) => metadata.name)).toEqual(['berth'])
    }
  })

  it('by default lets in its own namespace and those that are labelled as ingress, and out to all', () => {
    const [policy] = objectsOf(teamFiles(team('payments'), settings).get('network.yaml') ?? '')
    expect(policy?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            { podSelector: {} },
            { namespaceSelector: { matchLabels: { 'berth.dev/ingress': 'allowed' } } },
          ],
        },
      ],
    })
  })

  it('that is closed reaches its own namespace and the name service alone', () => {
    const [policy] = objectsOf(teamFiles(fullTeam, settings).get('network.yaml') ?? '')
    const dns = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    }
    expect(policy?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: {} }] }],
      egress: [
        { to: [{ podSelector: {} }] },
        {
          to: [dns],
          ports: [
            { protocol: 'TCP', port: 53 },
            { protocol: 'UDP', port: 53 },
          ],
        },
      ],
    })
  })

  it.each([null, new Map()])('without quota entries has no quota: %s', (quota) => {
    expect([...teamFiles(team('payments', { quota }), settings).keys()]).not.toContain('quota.yaml')
  })
})

describe('the namespace of Argo CD', () => {
  const openshift = { ...settings, argocdNamespace: 'openshift-gitops' }

  it('stands wherever argocd stands by default', () => {
    for (const [file, text] of everyFile({ ...settings, argocdNamespace: 'gitops' })) {
      expect(text).toBe(inGitops(everyFile(settings).get(file) ?? ''))
    }
  })

  it('is one that the root can never take over', () => {
    for (const project of everyObject(openshift).filter(isOfRoot)) {
      if (project.kind !== 'AppProject') continue
      expect(at(project, 'spec', 'clusterResourceBlacklist')).toContainEqual({
        group: '',
        kind: 'Namespace',
        name: 'openshift-gitops',
      })
    }
  })

  it('marks the team namespaces where OpenShift GitOps needs it, and nowhere else', () => {
    const managedBy = 'argocd.argoproj.io/managed-by'
    for (const object of everyObject(openshift).filter(({ kind }) => kind === 'Namespace')) {
      expect(object.metadata.labels?.[managedBy]).toBe('openshift-gitops')
    }
    expect(allText).not.toContain(managedBy)
  })
})
