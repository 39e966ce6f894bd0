import { DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { typedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { applyPatch } from 'diff'
import { beforeEach, describe, expect, it } from 'vitest'
import { clusterTree } from '#lib/domain/reconcilers/argocd/testing/render-cluster.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { manifestSettings, tenantRepository } from '#lib/usecases/repository/tenant-repository.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const YAML = { 'content-type': 'application/yaml' }
const fleet = [
  documentOf('target-policy', policy),
  documentOf('application', application),
  documentOf('cluster', cluster),
  documentOf('team', team),
]

describe('/apply', () => {
  it('creates a team, its application, a cluster and a policy together, as one change', async () => {
    const dry = await api.call('/apply?dryRun=true', { body: fleet })
    expect(dry.json).toMatchObject({ placements: { added: 1 }, branches: ['main'] })
    const { status, json, headers } = await api.call('/apply', {
      body: fleet,
      headers: { 'berth-impact': dry.json.digest, 'berth-reason': 'first%20import' },
    })
    expect(status).toBe(200)
    expect(headers.get('berth-change')).toBe('1')
    expect(json).toMatchObject({
      change: 1,
      objects: [policy.name, 'app1', cluster.name, 'ieb'].map((name) => ({ name })),
    })
    expect((await api.call('/placements')).json.total).toBe(1)
    expect((await api.call('/changes/1')).json).toMatchObject({
      action: 'objects.apply',
      reason: 'first import',
      object: null,
      before: null,
      after: null,
      objects: 4,
      edits: expect.arrayContaining([
        {
          object: { kind: 'team', namespace: null, name: 'ieb' },
          before: null,
          after: expect.objectContaining(team),
        },
      ]),
      publications: [{ branch: 'main', state: 'pending', commit: null, error: null }],
      state: 'pending',
    })
    expect((await api.call('/changes')).json.items[0]).not.toHaveProperty('edits')
  })

  it('shows as a diff what the repository then holds, to the byte', async () => {
    const { json } = await api.call('/apply?dryRun=true&include=diff', { body: fleet })
    const shown = new Map<string, string | false>()
    const files: { path: string; patch: string }[] = json.diff
    for (const { path, patch } of files) shown.set(path, applyPatch('', patch))
    await api.call('/apply', { body: fleet })
    const [clusters, applications, teams] = await Promise.all(
      ['/clusters', '/applications', '/teams'].map(
        async (list): Promise<unknown> => (await api.call(list)).json.items[0],
      ),
    )
    const objects = [
      readSentObject('cluster', clusters, []),
      readSentObject('application', applications, []),
      readSentObject('team', teams, []),
    ] as const
    const [placed, app, owner] = objects
    if (!placed.ok || !app.ok || !owner.ok) throw new Error('the answers are no objects')
    const repository = tenantRepository(api.services.environment, api.tenant, {
      repository: null,
      kinds: null,
    })
    const settings = manifestSettings(api.services, api.tenant, repository)
    const tree = clusterTree(
      typedCluster(placed.value, DEFAULT_TYPE),
      'main',
      [app.value],
      [owner.value],
      settings,
    )
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(tree))
  })

  it('takes YAML and JSON alike', async () => {
    const yaml = fleet.map((document) => JSON.stringify(document)).join('\n---\n')
    const text = `# an import\n---\n${yaml}\n---\n`
    expect(await api.call('/apply', { text, headers: YAML })).toMatchObject({ status: 200 })
    const again = await api.call('/apply', { body: fleet })
    expect(again).toMatchObject({ status: 200, json: { change: null } })
    expect(again.headers.has('berth-change')).toBe(false)
    const block = `
apiVersion: berth.dev/v1
kind: Cluster
metadata:
  name: west-1
  labels: {region: west, gpu: "true", legacy: no}
spec:
  description: |
    two
    lines
`
    expect(await api.call('/apply', { text: block, headers: YAML })).toMatchObject({
      status: 200,
      json: {
        objects: [
          { metadata: { region: 'west', gpu: 'true', legacy: 'no' }, description: 'two\nlines\n' },
        ],
      },
    })
  })

  it('replaces what is there, counts only that as edited, and takes back what it answered', async () => {
    await api.call('/apply', { body: fleet })
    const moved = documentOf('cluster', { ...cluster, description: 'moved' })
    const { json } = await api.call('/apply', { body: [...fleet.slice(0, 2), moved] })
    expect(json).toMatchObject({
      change: 2,
      objects: [{}, {}, { description: 'moved', status: { change: 2 } }],
    })
    expect((await api.call('/changes/2')).json).toMatchObject({
      objects: 1,
      object: { kind: 'cluster', name: cluster.name },
    })
    const withStatus = { ...moved, status: { change: 99 } }
    expect((await api.call('/apply', { body: withStatus })).json.change).toBeNull()
  })

  it('tells where each flaw stands, and keeps nothing', async () => {
    const before = await countRows(api)
    const answer = await api.call('/apply', {
      body: [
        ...fleet,
        documentOf('application', {
          ...application,
          name: 'bad',
          repo_url: 'file:///x',
          repo_branch: '-x',
        }),
        documentOf('cluster', { name: 'A', metadata: { 'a/b/c': 'x' } }),
        {
          ...documentOf('target-policy', { ...policy, app_selector: { a: 'b,c' } }),
          apiVersion: 'v1',
        },
        documentOf('target-policy', { ...policy, name: 'p2', app_selector: { a: 'b,c' } }),
        { ...documentOf('team', { name: 'b' }), spec: { name: 'c', metadata: {} } },
        documentOf('team', { name: 'b', metadata: { x: 'y' } }),
        documentOf('cluster', { name: 'b', namespace: 'ieb' }),
        7,
      ],
    })
    expect(answer.status).toBe(422)
    const errors: { pointer: string; code: string }[] = answer.json.errors
    const found = errors.map(({ pointer, code }) => `${pointer} ${code}`)
    expect(found).toEqual([
      '/4/spec/repo_url url_scheme',
      '/4/spec/repo_branch branch_format',
      '/5/metadata/name name_format',
      '/5/metadata/labels/a~1b~1c label_key',
      '/6/apiVersion one_of',
      '/7/spec/app_selector/a selector_value',
      '/8/spec/name unknown_field',
      '/8/spec/metadata unknown_field',
      '/9/metadata/labels unknown_field',
      '/10/metadata/namespace unknown_field',
      '/11 type',
    ])
    expect(await countRows(api)).toEqual(before)
  })

  it('tells where a reference leads nowhere, and keeps nothing', async () => {
    const before = await countRows(api)
    const missing = await api.call('/apply', { body: fleet.slice(0, 3) })
    expect(missing).toMatchObject({
      status: 422,
      json: { code: 'team_unknown', errors: [{ pointer: '/1/metadata/namespace' }] },
    })
    const narrow = documentOf('team', {
      ...team,
      source_repos: ['https://git.example.com/other.git'],
    })
    expect(await api.call('/apply', { body: [narrow, fleet[1]] })).toMatchObject({
      status: 403,
      json: { code: 'repo_not_entitled', errors: [{ pointer: '/1/spec/repo_url' }] },
    })
    expect(await api.call('/apply', { body: [fleet[3], fleet[3]] })).toMatchObject({
      status: 422,
      json: { code: 'document_repeated', errors: [{ pointer: '/1/metadata/name' }] },
    })
    expect(await api.call('/apply', { body: [] })).toMatchObject({
      status: 422,
      json: { code: 'documents_empty' },
    })
    expect(await countRows(api)).toEqual(before)
  })

  it('takes a thousand clusters at once', async () => {
    const clusters = Array.from({ length: 1000 }, (_, i) =>
      documentOf('cluster', { ...cluster, name: `c${i}` }),
    )
    const { status, json } = await api.call('/apply', { body: [...fleet, ...clusters] })
    expect(status).toBe(200)
    expect([json.objects.length, json.total]).toEqual([1000, 1004])
    expect((await api.call('/placements?limit=1')).json.total).toBe(1001)
    expect((await api.call('/changes/1')).json).toMatchObject({ objects: 1004, state: 'pending' })
    expect((await api.call('/changes/1')).json.edits).toHaveLength(100)
  })
})

describe('/apply of CSV', () => {
  const CSV = { 'content-type': 'text/csv' }
  const applyCsv = (lines: readonly string[], query = '') =>
    api.call(`/apply${query}`, { text: lines.join('\r\n'), headers: CSV })

  it('makes clusters and edits those that there are, as one change', async () => {
    await api.call('/apply', { body: fleet })
    const rows = [
      'name,environment,metadata.region,metadata.gpu',
      `${cluster.name},prod,west,`,
      'new,test,east,true',
    ]
    const dry = await applyCsv(rows, '?dryRun=true')
    expect(dry.json.placements).toMatchObject({ added: 1, removed: 1 })
    expect((await applyCsv(rows)).json).toMatchObject({ change: 2, total: 2 })
    expect((await api.call(`/clusters/${cluster.name}`)).json).toMatchObject({
      ...cluster,
      environment: 'prod',
      metadata: { region: 'west', country: 'Australia', edge: 'true' },
    })
    expect((await api.call('/clusters/new')).json).toMatchObject({
      environment: 'test',
      metadata: { region: 'east', gpu: 'true' },
    })
  })

  it('takes back what the list of clusters exports, and changes nothing by it', async () => {
    const odd = { ...cluster, name: 'odd', description: '=1+1\n"two", {three}' }
    await api.call('/apply', { body: [...fleet, documentOf('cluster', odd)] })
    const { text } = await api.call('/clusters?format=csv')
    const again = await api.call('/apply', { text, headers: CSV })
    expect(again.json).toMatchObject({ change: null, total: 2 })
    const edited = text.replace('Edge Store', 'Corner Store')
    expect((await api.call('/apply', { text: edited, headers: CSV })).json.change).toBe(2)
  })

  it.each([
    [
      ['name,metadata.region', 'ok,east', 'Not-ok,-x'],
      ['/3/name', '/3/metadata.region'],
    ],
    [['name', 'one', 'one'], ['/3/name']],
    [['name,rack', 'one,2'], ['/1/rack']],
    [['name,metadata.region', 'one'], ['']],
    [['name'], ['']],
  ])('says in which row and column %j is wrong', async (lines, pointers) => {
    const { status, json } = await applyCsv(lines)
    expect(status).toBe(422)
    const errors = json.errors as { pointer: string }[]
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  it('is for admins', async () => {
    const token = await api.token('contributor')
    const asked = { text: 'name\none\n', headers: CSV, token }
    expect((await api.call('/apply', asked)).status).toBe(403)
  })
})
