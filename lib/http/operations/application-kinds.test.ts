// What teams may bring besides what every team may, as an admin sets it.
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { stopForGit } from '#db/queries/git-state.ts'
import { createTestApi, type Call, type TestApi } from '#lib/http/testing/api.ts'

const CERTIFICATES = { group: 'cert-manager.io', resources: ['certificates', 'issuers'] }
const ENDPOINTS = { group: '', resources: ['endpoints'] }

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const get = () => api.call('/application-kinds')
const put = (kinds: unknown, query = '', options: Call = {}) =>
  api.call(`/application-kinds${query}`, {
    method: 'PUT',
    body: { application_kinds: kinds },
    headers: { 'if-match': '*' },
    ...options,
  })

async function newest() {
  const { json } = await api.call('/changes?limit=1')
  return json.items[0]
}

describe('the kinds that teams may bring', () => {
  it('are the built-in ones until an admin adds some', async () => {
    const { json, headers } = await get()
    expect(json.application_kinds).toEqual([])
    expect(json.status).toMatchObject({ clusters: 0, updated_at: null, updated_by: null })
    expect(json.status.built_in).toContainEqual({
      group: 'apps',
      resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'],
    })
    expect(headers.get('etag')).toBe('"0"')
  })

  it('are kept in one order, each once, and answered so', async () => {
    const { json, headers, status } = await put([
      { group: 'cert-manager.io', resources: ['issuers'] },
      ENDPOINTS,
      { group: 'cert-manager.io', resources: ['issuers', 'certificates'] },
    ])
    expect(status).toBe(200)
    expect(json.application_kinds).toEqual([ENDPOINTS, CERTIFICATES])
    expect(json.status.updated_by).toBe('test admin')
    expect(headers.get('etag')).toBe('"1"')
    expect(await get()).toMatchObject({ json })
  })

  it('are written back as they were answered, with nothing changed', async () => {
    await put([CERTIFICATES])
    const { json, headers } = await get()
    const again = await api.call('/application-kinds', {
      method: 'PUT',
      body: json,
      headers: { 'if-match': headers.get('etag')! },
    })
    expect(again.status).toBe(200)
    expect(again.headers.get('berth-change')).toBeNull()
    expect(again.headers.get('etag')).toBe(headers.get('etag'))
  })

  it('are one change, with its reason, in the history and in the audit', async () => {
    const reason = 'Teams bring certificates of their own'
    const headers = { 'if-match': '*', 'berth-reason': encodeURIComponent(reason) }
    const kept = await put([CERTIFICATES], '', { headers })
    const change = await newest()
    expect(kept.headers.get('berth-change')).toBe(String(change.id))
    expect(change).toMatchObject({
      action: 'application-kinds.replace',
      reason,
      state: 'unchanged',
      impact: { bootstraps: 0, placements: { added: 0, removed: 0, changed: 0 } },
    })
    await put([])
    const { json } = await api.call('/audit?action=application-kinds.replace&limit=1')
    expect(json.items[0]).toMatchObject({
      object: 'application-kinds',
      details: {
        edits: [
          { before: { application_kinds: [CERTIFICATES] }, after: { application_kinds: [] } },
        ],
      },
    })
  })

  it('are not changed by a dry run', async () => {
    const { status, json } = await put([CERTIFICATES], '?dryRun=true')
    expect(status).toBe(200)
    expect(json).toEqual({
      clusters: 0,
      branches: [],
      files: { added: 0, removed: 0, modified: 0 },
      warnings: [],
      example: null,
      confirmClusters: null,
    })
    expect((await get()).json.application_kinds).toEqual([])
  })

  it('are answered as unchanged to a client that has them', async () => {
    const headers = { 'if-none-match': '"0"' }
    expect((await api.call('/application-kinds', { headers })).status).toBe(304)
    await put([CERTIFICATES])
    expect((await api.call('/application-kinds', { headers })).status).toBe(200)
  })

  it('are not set without saying which list was read', async () => {
    expect(await put([CERTIFICATES], '', { headers: {} })).toMatchObject({
      status: 428,
      json: { code: 'precondition_required' },
    })
  })

  it('are not set over a list that was not read', async () => {
    await put([CERTIFICATES])
    expect(await put([ENDPOINTS], '', { headers: { 'if-match': '"0"' } })).toMatchObject({
      status: 412,
      json: { code: 'precondition_failed', etag: '"1"' },
    })
    expect((await get()).json.application_kinds).toEqual([CERTIFICATES])
  })

  it.each(['contributor', 'reader'] as const)('are read and not set by a %s', async (role) => {
    const token = await api.token(role)
    expect((await api.call('/application-kinds', { token })).status).toBe(200)
    expect(await put([CERTIFICATES], '', { token, headers: { 'if-match': '*' } })).toMatchObject({
      status: 403,
      json: { code: 'forbidden' },
    })
    expect((await put([], '?dryRun=true', { token, headers: { 'if-match': '*' } })).status).toBe(
      403,
    )
  })

  it('are not there for a token of a team', async () => {
    await api.call('/teams', { body: { name: 'shop' } })
    const token = await api.token('contributor', { team: 'shop' })
    expect((await api.call('/application-kinds', { token })).status).toBe(404)
  })

  it.each([
    // case | body | code | pointer
    ['a field that there is not', { application_kinds: [], kinds: [] }, 'unknown_field', '/kinds'],
    ['no list', {}, 'required', '/application_kinds'],
    [
      'a group alone',
      { application_kinds: [{ group: 'a.io' }] },
      'required',
      '/application_kinds/0/resources',
    ],
    [
      'no resource',
      { application_kinds: [{ group: 'a.io', resources: [] }] },
      'kind_format',
      '/application_kinds/0/resources',
    ],
    [
      'all of a group',
      { application_kinds: [{ group: 'a.io', resources: ['*'] }] },
      'kind_format',
      '/application_kinds/0/resources/0',
    ],
    [
      'every group',
      { application_kinds: [{ group: '*', resources: ['things'] }] },
      'kind_format',
      '/application_kinds/0/group',
    ],
    [
      'rights',
      { application_kinds: [{ group: 'rbac.authorization.k8s.io', resources: ['roles'] }] },
      'kind_denied',
      '/application_kinds/0/group',
    ],
    [
      'its own limits',
      { application_kinds: [{ group: '', resources: ['resourcequotas'] }] },
      'kind_denied',
      '/application_kinds/0/resources/0',
    ],
    [
      'too many',
      { application_kinds: Array.from({ length: 51 }, () => CERTIFICATES) },
      'too_many',
      '/application_kinds',
    ],
  ])('are not set to %s', async (_, body, code, pointer) => {
    const answer = await api.call('/application-kinds', {
      method: 'PUT',
      body,
      headers: { 'if-match': '*' },
    })
    expect(answer).toMatchObject({ status: 422, json: { code } })
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })
})

describe('the kinds of a fleet', () => {
  let fleet: TestApi
  beforeEach(async () => {
    fleet = await createTestApi({ GITOPS_BRANCH: 'fleet/{environment}' })
    for (const [name, environment] of [
      ['north', 'stage'],
      ['east', 'prod'],
      ['west', 'prod'],
    ]) {
      const { status } = await fleet.call('/clusters', { body: { name, environment } })
      expect(status).toBe(201)
    }
  })

  const set = (kinds: unknown, query = '') =>
    fleet.call(`/application-kinds${query}`, {
      method: 'PUT',
      body: { application_kinds: kinds },
      headers: { 'if-match': '*' },
    })

  it('are previewed by the clusters whose bootstrap must be applied again, with one of these', async () => {
    const { json } = await set([CERTIFICATES], '?dryRun=true')
    expect(json).toMatchObject({
      clusters: 3,
      branches: ['fleet/prod', 'fleet/stage'],
      files: { added: 0, removed: 0, modified: 3 },
      confirmClusters: 3,
      warnings: [{ code: 'kinds_allowed' }],
      example: { branch: 'fleet/prod', path: 'bootstrap/east.yaml', effect: 'modified' },
    })
    expect(json.example.patch).toMatch(/^\+.*cert-manager\.io/m)
  })

  it('are set once their number is confirmed, as a change for each branch', async () => {
    const refused = await set([CERTIFICATES])
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'clusters_need_confirmation', confirmClusters: 3 },
    })
    expect((await set([CERTIFICATES], '?confirmClusters=2')).status).toBe(409)
    expect((await fleet.call('/application-kinds')).json.application_kinds).toEqual([])
    expect((await set([CERTIFICATES], '?confirmClusters=3')).status).toBe(200)
    const { json } = await fleet.call('/changes?limit=1')
    expect(json.items[0]).toMatchObject({
      action: 'application-kinds.replace',
      impact: { bootstraps: 3, files: { added: 0, removed: 0, modified: 3 } },
      publications: [{ branch: 'fleet/prod' }, { branch: 'fleet/stage' }],
    })
  })

  it('are withdrawn with a warning of what stays', async () => {
    await set([CERTIFICATES], '?confirmClusters=3')
    const { json } = await set([], '?dryRun=true')
    expect(json).toMatchObject({ confirmClusters: 3, warnings: [{ code: 'kinds_withdrawn' }] })
    expect(json.warnings[0].message).toContain(
      'certificates.cert-manager.io, issuers.cert-manager.io',
    )
  })

  it('that every team may bring anyway ask nothing of any cluster', async () => {
    const { status, json } = await set([{ group: 'apps', resources: ['deployments'] }])
    expect(status).toBe(200)
    expect(json.application_kinds).toEqual([{ group: 'apps', resources: ['deployments'] }])
    const changes = await fleet.call('/changes?limit=1')
    expect(changes.json.items[0]).toMatchObject({ publications: [], state: 'unchanged' })
  })

  it('are in the bootstrap of a cluster that comes later', async () => {
    await set([CERTIFICATES], '?confirmClusters=3')
    const { json } = await fleet.call('/clusters?dryRun=true&include=diff', {
      body: { name: 'south', environment: 'prod' },
    })
    const bootstrap = json.diff.find(({ path }: { path: string }) => path.startsWith('bootstrap/'))
    expect(bootstrap.patch).toContain('cert-manager.io')
  })

  it('are not set while Git has another history, whatever number is confirmed', async () => {
    await inTenant(fleet.database, fleet.tenant.id, (tx) =>
      stopForGit(
        { tx, tenant: fleet.tenant.id },
        { code: 'database_behind_git', reason: 'Tried here.' },
        null,
      ),
    )
    for (const query of ['', '?confirmClusters=3']) {
      expect(await set([CERTIFICATES], query)).toMatchObject({
        status: 409,
        json: { code: 'database_behind_git' },
      })
    }
    expect((await set([CERTIFICATES], '?dryRun=true')).status).toBe(200)
  })
})
