// Applications are saved in Berth and published to Git; then Argo CD's own code goes on from there: it renders the cluster's
// root, and each Application that it finds there, as the repo-server of a cluster does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { applicationPath, basePath, teamPath } from '#lib/domain/git/repository-paths.ts'
import { cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'
import { createTestPublisher, filesOn, type TestPublisher } from '#lib/worker/testing/publisher.ts'
import { type KubernetesObject, renderedByArgocd } from './argocd.ts'
import { CHARTS_HOST, GIT_HOST, REGISTRY_HOST } from './internet.ts'
import { missing } from './programs.ts'
import { CHART, CHART_VERSION, chart, kustomization, nested } from './samples.ts'
import { type Sources, startSources } from './sources.ts'

const CLUSTER = 'east-01'
const TEAM = 'shop'
const NEWER_VERSION = '1.4.0'

const repository = (name: string) => `https://${GIT_HOST}/${name}.git`
const artifact = (name: string) => `oci://${REGISTRY_HOST}/${name}`
const CHARTS = `https://${CHARTS_HOST}`
const CHARTS_IN_REGISTRY = artifact('charts')

/** Among them strings that YAML 1.1 reads as something else, and others that a careless writer loses. */
const VALUES = {
  replicas: 4,
  nested: { added: 'off' },
  switch: 'on',
  answer: 'no',
  exponent: '1e3',
  octal: '007',
  sexagesimal: '12:30:45',
  day: '2026-11-27',
  nothing: 'null',
  tilde: '~',
  empty: '',
  text: 'a: b # c\n  "d" {{ e }}\n',
  large: 9_007_199_254_740_991,
  environment: '$ARGOCD_APP_NAME ${ARGOCD_APP_NAME} $$',
  fraction: 0.1,
  yes: true,
  list: ['y', 1, { deep: ['~'] }],
}

const inGit = (name: string, repo_path: string, source?: object) => ({
  repo_url: repository(name),
  repo_branch: 'main',
  repo_path,
  source: source && { type: 'git', ...source },
})
const chartAt = (repo_url: string, source: object) => ({
  repo_url,
  source: { type: 'helm', chart: CHART, ...source },
})
const inRegistry = (name: string, source: object, repo_path = '.') => ({
  repo_url: artifact(name),
  repo_path,
  source: { type: 'oci', ...source },
})

/** By name; a digest is known only when the artifact is in the registry. */
const applications = (digest: string): Readonly<Record<string, object>> => ({
  'plain-auto': inGit('plain', 'manifests'),
  'plain-directory': inGit('plain', 'manifests', { render: 'directory' }),
  'chart-auto': inGit('chart', 'deploy/chart'),
  'chart-helm': inGit('chart', 'deploy/chart', { render: 'helm', values: VALUES }),
  'chart-named': inGit('chart', 'deploy/chart', { render: 'helm', release_name: 'till' }),
  'kustomize-auto': inGit('kustomization', 'overlays/prod'),
  'kustomize-said': inGit('kustomization', 'overlays/prod', { render: 'kustomize' }),
  'from-charts': chartAt(CHARTS, { version: CHART_VERSION, values: VALUES }),
  'from-charts-range': chartAt(CHARTS, { version: '^1.2.0', release_name: 'till' }),
  'from-registry': chartAt(CHARTS_IN_REGISTRY, { version: CHART_VERSION, values: VALUES }),
  'from-registry-range': chartAt(CHARTS_IN_REGISTRY, { version: '~1.2', release_name: 'till' }),
  'oci-plain': inRegistry('plain', { version: '1.0.0', render: 'directory' }),
  'oci-digest': inRegistry('plain', { digest, render: 'directory' }, 'sub'),
  'oci-kustomize': inRegistry(
    'kustomization',
    { version: 'stable', render: 'kustomize' },
    'overlays/prod',
  ),
  'oci-chart': inRegistry(`charts/${CHART}`, {
    version: CHART_VERSION,
    render: 'helm',
    values: VALUES,
  }),
})
const NAMES = Object.keys(applications(''))

const isSkipped = missing === null ? '' : ` (skipped: ${missing})`

describe.skipIf(missing !== null)(`what Berth wrote, read by Argo CD itself${isSkipped}`, () => {
  let sources: Sources
  let publisher: TestPublisher
  let files: Map<string, string>
  /** What the root brings to the cluster. */
  let brought: readonly KubernetesObject[]

  beforeAll(async () => {
    sources = await startSources([CHART_VERSION, NEWER_VERSION])
    sources.addRepository('plain', inFolder('manifests', nested))
    sources.addRepository('chart', inFolder('deploy/chart', chart(CHART_VERSION)))
    sources.addRepository('kustomization', kustomization)
    const digest = await sources.push('plain', '1.0.0', nested)
    await sources.push('kustomization', 'stable', kustomization)

    publisher = await createTestPublisher({ BERTH_URL: `https://${GIT_HOST}` })
    const source_repos = [
      ...['plain', 'chart', 'kustomization'].map(repository),
      CHARTS,
      CHARTS_IN_REGISTRY,
      ...['plain', 'kustomization', `charts/${CHART}`].map(artifact),
    ]
    await save(publisher, 'POST', '/teams', team(TEAM, { source_repos }))
    await save(publisher, 'POST', '/clusters', cluster(CLUSTER))
    await save(publisher, 'POST', '/target-policies', policy())
    for (const [name, source] of Object.entries(applications(digest))) {
      const object = { name, namespace: TEAM, metadata: { common: 'true' }, ...source }
      await save(publisher, 'POST', '/applications', object)
    }
    const everywhere = { name: 'zones', app_selector: '*', cluster_selector: '*' }
    const schema = { type: 'object', properties: { zone: { type: 'string' } } }
    await save(publisher, 'POST', '/config-schemas', { ...everywhere, schema })
    await save(publisher, 'POST', '/configs', { ...everywhere, values: { zone: 'on' } })
    expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
    files = await filesOn(publisher.directory, 'main')
    brought = await broughtByRoot()
  })
  afterAll(async () => {
    await publisher?.close()
    await sources?.close()
  })

  const inFile = (file: string) => parse(files.get(file) ?? '') as KubernetesObject

  async function broughtByRoot() {
    const [document] = parseAllDocuments(files.get(basePath(CLUSTER, 'root.yaml')) ?? '')
    const root = document?.toJS() as KubernetesObject
    const { repoURL } = sourceOf(root)
    sources.addMirror(new URL(String(repoURL)).pathname, publisher.directory)
    return renderedByBerths(root)
  }

  /** Of an Application of Berth’s own. */
  async function renderedByBerths(application: KubernetesObject) {
    const project = inFile(basePath(CLUSTER, 'project.yaml'))
    return (await renderedByArgocd([project, application], sources.environment)).objects
  }

  function broughtAs(kind: string, name: string): KubernetesObject {
    const found = brought.filter((each) => each.kind === kind && each.metadata.name === name)
    expect(found).toHaveLength(1)
    return found[0]!
  }

  const rendered = (application: object) =>
    renderedByArgocd([broughtAs('AppProject', TEAM), application], sources.environment)

  const renderedOf = (name: string) => rendered(broughtAs('Application', `${TEAM}--${name}`))

  it('is the same to Argo CD as it is in Git', () => {
    const project = teamPath(CLUSTER, TEAM, 'project.yaml')
    expect(broughtAs('AppProject', TEAM).spec).toEqual(inFile(project).spec)
    for (const name of NAMES) {
      const { spec } = inFile(applicationPath(CLUSTER, TEAM, name))
      expect(broughtAs('Application', `${TEAM}--${name}`).spec).toEqual(spec)
    }
  })

  it('is told to applications by an Application that the root brings, which reads nothing else', async () => {
    const told = await renderedByBerths(broughtAs('Application', 'berth-config'))
    const names = told.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(names.sort()).toEqual(NAMES.map((name) => `ConfigMap ${name}-config`).sort())
    expect(told.map(({ data }) => data?.['zone'])).toEqual(NAMES.map(() => 'on'))
    expect(brought.filter(({ kind }) => kind === 'ConfigMap')).toEqual([])
  })

  it('is no error where nothing is told', async () => {
    const own = broughtAs('Application', 'berth-config')
    const source = { ...sourceOf(own), directory: { recurse: true, include: 'none/*.yml' } }
    expect(await renderedByBerths({ ...own, spec: { ...own.spec, source } })).toEqual([])
  })

  it.each([
    ['plain-auto', 'Directory', ['top']],
    ['plain-directory', 'Directory', ['deep', 'top']],
    ['oci-plain', 'Directory', ['deep', 'top']],
    ['oci-digest', 'Directory', ['deep']],
    ['kustomize-auto', 'Kustomize', ['prod-web']],
    ['kustomize-said', 'Kustomize', ['prod-web']],
    ['oci-kustomize', 'Kustomize', ['prod-web']],
    ['chart-auto', 'Helm', ['shop--chart-auto', 'shop--chart-auto-given']],
    ['chart-helm', 'Helm', ['chart-helm', 'chart-helm-given']],
    ['chart-named', 'Helm', ['till', 'till-given']],
    ['from-charts', 'Helm', ['from-charts', 'from-charts-given']],
    ['from-charts-range', 'Helm', ['till', 'till-given']],
    ['from-registry', 'Helm', ['from-registry', 'from-registry-given']],
    ['from-registry-range', 'Helm', ['till', 'till-given']],
    ['oci-chart', 'Helm', ['oci-chart', 'oci-chart-given']],
  ])('of %s is rendered by %s as %j', async (name, sourceType, names) => {
    const { objects, ...is } = await renderedOf(name)
    expect(is.sourceType).toBe(sourceType)
    expect(objects.map(({ metadata }) => metadata.name).sort()).toEqual(names)
  })

  it.each(['kustomize-auto', 'kustomize-said', 'oci-kustomize'])(
    'of %s has what the overlay changes',
    async (name) => {
      const { objects } = await renderedOf(name)
      expect(objects).toMatchObject([{ kind: 'Deployment', spec: { replicas: 3 } }])
    },
  )

  it.each(['chart-helm', 'from-charts', 'from-registry', 'oci-chart'])(
    'of %s gives Helm each value as it was sent, over those of the chart',
    async (name) => {
      const { objects } = await renderedOf(name)
      const given = objects.find(({ kind }) => kind === 'ConfigMap')
      const nested = { kept: true, ...VALUES.nested }
      expect(JSON.parse(given?.data?.['values'] ?? '')).toEqual({
        greeting: 'hello',
        ...VALUES,
        nested,
      })
      expect(given?.metadata.namespace).toBe(TEAM)
      expect(objects.find(({ kind }) => kind === 'Deployment')?.spec?.['replicas']).toBe(4)
    },
  )

  it.each([
    ['from-charts', CHART_VERSION],
    ['from-charts-range', NEWER_VERSION],
    ['from-registry', CHART_VERSION],
    ['from-registry-range', CHART_VERSION],
    ['oci-chart', CHART_VERSION],
  ])('of %s gets the chart in version %s', async (name, version) => {
    const { objects } = await renderedOf(name)
    expect(objects.find(({ kind }) => kind === 'ConfigMap')?.data?.['chart']).toBe(version)
  })

  it.each(NAMES)('of %s may come from nowhere that its team does not list', async (name) => {
    const application = broughtAs('Application', `${TEAM}--${name}`)
    const repoURL = `${String(sourceOf(application)['repoURL'])}-of-others`
    const source = { ...sourceOf(application), repoURL }
    const moved = { ...application, spec: { ...application.spec, source } }
    await expect(rendered(moved)).rejects.toThrow(`does not permit the source ${repoURL}`)
  })
})

const sourceOf = ({ spec }: KubernetesObject) =>
  spec?.['source'] as Readonly<Record<string, unknown>>

function inFolder(folder: string, files: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]),
  )
}
