// Where applications come from, as people and programs say it over the API.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application } from '#lib/http/testing/bodies.ts'

const ANY = { 'If-Match': '*' }
const CHART = {
  namespace: 'ieb',
  repo_url: 'https://charts.example.com',
  source: { type: 'helm', chart: 'app', version: '1.2.3', values: { mode: 'on', nodes: 2 } },
}
const { name: _, ...IN_GIT } = application

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await api.call('/teams', { body: { name: 'ieb' } })
})

const path = (name: string, namespace = 'ieb') => `/applications/${namespace}/${name}`
const create = (name: string, body: object) =>
  api.call('/applications', { body: { name, ...body } })
const put = (name: string, body: object) =>
  api.call(path(name), { method: 'PUT', headers: ANY, body })
const patch = (name: string, body: object) =>
  api.call(path(name), { method: 'PATCH', headers: ANY, body })
const fieldsOf = async (name: string) => (await api.call(path(name))).json
const wrong = ({ status, json }: Awaited<ReturnType<typeof create>>) => [
  status,
  ...(json.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => [
    pointer,
    code,
  ]),
]

const raw = (values: string) =>
  api.call('/applications', {
    method: 'POST',
    text: `{"name":"raw","namespace":"ieb","repo_url":"https://charts.example.com","source":{"type":"helm","chart":"x","version":"1.2.3","values":${values}}}`,
    headers: { 'content-type': 'application/json' },
  })

describe('an application that isn’t in Git', () => {
  it('is answered with its source, and without the fields that it doesn’t have', async () => {
    const made = await create('chart', CHART)
    expect(made.status, made.text).toBe(201)
    expect(made.json).toMatchObject(CHART)
    expect(Object.keys(made.json)).not.toEqual(expect.arrayContaining(['repo_branch']))
    expect(Object.keys(made.json)).not.toEqual(expect.arrayContaining(['repo_path']))
    expect((await api.call('/applications?q=chart')).json.items).toMatchObject([CHART])
    const csv = await api.call('/applications', { headers: { accept: 'text/csv' } })
    expect(csv.text).toContain('https://charts.example.com,,,')
  })

  it('is edited in parts, and keeps the others', async () => {
    await create('patched', CHART)
    await patch('patched', { source: { values: { mode: 'off', nodes: null } } })
    expect((await fieldsOf('patched')).source).toEqual({ ...CHART.source, values: { mode: 'off' } })
    await patch('patched', { source: { values: null, release_name: 'web' } })
    const { values: _values, ...source } = CHART.source
    expect((await fieldsOf('patched')).source).toEqual({ ...source, release_name: 'web' })
    expect(wrong(await patch('patched', { source: { type: 'oci' } }))).toEqual([
      422,
      ['/source/chart', 'source_field_not_allowed'],
      ['/source/release_name', 'source_field_not_allowed'],
      ['/source/render', 'required'],
    ])
  })

  it('becomes one in Git only where that is said', async () => {
    await create('replaced', CHART)
    expect(wrong(await put('replaced', IN_GIT))).toEqual([422, ['/source', 'source_needed']])
    expect(wrong(await patch('replaced', { repo_branch: 'main' }))).toEqual([
      422,
      ['/repo_branch', 'source_field_not_allowed'],
    ])
    const done = await put('replaced', { ...IN_GIT, source: { type: 'git', render: 'auto' } })
    expect(done.status, done.text).toBe(200)
    expect(await fieldsOf('replaced')).toMatchObject({ repo_path: application.repo_path })
    expect(Object.keys(await fieldsOf('replaced'))).not.toContain('source')
  })
})

describe('an application in Git', () => {
  const source = { type: 'git', render: 'helm', values: { a: 1 } }

  it('keeps how it is rendered where somebody replaces it who knows no more than three fields', async () => {
    await create('kept', { ...IN_GIT, source })
    const done = await put('kept', { ...IN_GIT, repo_branch: 'next' })
    expect(done.status, done.text).toBe(200)
    expect(await fieldsOf('kept')).toMatchObject({ repo_branch: 'next', source })
  })

  it('is what its document says, where a whole fleet is applied', async () => {
    await create('applied', { ...IN_GIT, source })
    const { namespace, metadata, description, ...spec } = IN_GIT
    const document = (more: object) => ({
      apiVersion: 'berth.dev/v1',
      kind: 'Application',
      metadata: { name: 'applied', namespace, labels: metadata },
      spec: { description, ...spec, ...more },
    })
    const apply = (more: object) =>
      api.call('/apply', { body: document(more), headers: { 'content-type': 'application/json' } })
    expect((await apply({ source })).json).toMatchObject({})
    expect((await fieldsOf('applied')).source).toEqual(source)
    const answer = await apply({})
    expect(answer.status, answer.text).toBe(200)
    expect(Object.keys(await fieldsOf('applied'))).not.toContain('source')
  })
})

describe('a body of an application', () => {
  it.each([
    ['{"__proto__": {"a": 1}}', 400, 'forbidden_key'],
    ['{"constructor": {"prototype": {}}}', 400, 'forbidden_key'],
    ['{"a": 1, "a": 2}', 400, 'duplicate_key'],
    ['{"a": 1e400}', 400, 'number_range'],
    ['{"a": 9007199254740993}', 400, 'number_range'],
    ['{"a": -0}', 422, 'values_invalid'],
    ['{"a": null}', 422, 'values_invalid'],
    ['{"a": "\\u0000"}', 422, 'values_invalid'],
    ['{"a": "\\ud800"}', 422, 'values_invalid'],
    [`${'['.repeat(70)}${']'.repeat(70)}`, 400, 'json_depth'],
    [`{"a": ${'['.repeat(17)}${']'.repeat(17)}}`, 422, 'values_too_large'],
    ['{"token": "x"}', 422, 'looks_like_secret'],
  ])('may not have the values %s', async (values, status, code) => {
    const answer = await raw(values)
    expect([answer.status, answer.json.errors?.[0]?.code ?? answer.json.code]).toEqual([
      status,
      code,
    ])
    expect(answer.text).not.toContain('"x"')
  })
})

describe('a registry that a team names', () => {
  let contributor: string
  beforeAll(async () => {
    contributor = await api.token('contributor')
    const lists = { source_repos: ['oci://ghcr.io/ops/charts', 'https://charts.ops.example'] }
    await api.call('/teams', { body: { name: 'ops', ...lists } })
  })

  const by = (namespace: string, repo_url: string, source: object) =>
    api.call('/applications?dryRun=true', {
      body: { name: 'claimed', namespace, repo_url, source },
      token: contributor,
    })
  const chart = { type: 'helm', chart: 'web', version: '1.2.3' }
  const artifact = { type: 'oci', version: '1.2.3', render: 'helm' }

  it.each([
    ['ops', 'oci://ghcr.io/ops/charts', chart, 200],
    ['ops', 'https://charts.ops.example', chart, 200],
    ['ops', 'oci://ghcr.io/ops/charts/web', artifact, 403],
    ['ieb', 'oci://ghcr.io/ieb/charts', chart, 200],
    ['ieb', 'oci://ghcr.io/ops/charts', chart, 403],
    ['ieb', 'oci://ghcr.io/ops/charts/web', artifact, 403],
    ['ieb', 'https://charts.ops.example', chart, 403],
  ])('is used by %s from %s', async (namespace, repo_url, source, status) => {
    const answer = await by(namespace, repo_url, source)
    expect(answer.status, answer.text).toBe(status)
    if (status === 403) expect(answer.json.code).toBe('repo_not_entitled')
  })
})
