// How environments are published, as every write meets it: into no branch do people merge while Berth writes it.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf, registrationToken } from '#lib/http/testing/bodies.ts'
import { digestRows } from '#lib/http/testing/rows.ts'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { operations } from './operations.ts'

const ANY = { 'if-match': '*' }
/** A repository with pull requests. */
const HOSTED = {
  GITOPS_REPO_URL: 'https://github.com/ieb/gitops.git',
  GITOPS_TOKEN: 'token',
}

const inRing = (name: string, environment: string, ring: string) => ({
  name,
  environment,
  metadata: { ring },
})
const proposed = (name: string) => ({ name, publish: 'pull-request' })
const put = (api: TestApi, path: string, body: unknown) =>
  api.call(path, { method: 'PUT', body, headers: ANY })
const patch = (api: TestApi, path: string, body: unknown) =>
  api.call(path, { method: 'PATCH', body, headers: ANY })

async function createFleet(settings: object, ...documents: readonly object[]): Promise<TestApi> {
  const api = await createTestApi({ ...HOSTED, ...settings })
  const { status, text } = await api.call('/apply', { body: documents })
  expect(status, text).toBe(200)
  return api
}

/** By rings: on blue people merge, green Berth writes. */
const createRings = () =>
  createFleet(
    { GITOPS_BRANCH: '{ring}' },
    ...[proposed('prod'), proposed('edge'), { name: 'qa' }].map((each) =>
      documentOf('environment', each),
    ),
    ...[
      inRing('p', 'prod', 'blue'),
      inRing('e', 'edge', 'blue'),
      inRing('q', 'qa', 'green'),
      inRing('d', 'dev', 'green'),
      inRing('l', 'lone', 'green'),
    ].map((each) => documentOf('cluster', each)),
  )

/** What a write does before the one that counts, and that one, with a query; null: it has no dry run. */
type Breaking = {
  readonly before?: (api: TestApi) => Promise<string>
  readonly send: (api: TestApi, query: string, known: string) => Promise<Answer>
  readonly isPreviewed?: false
}

const csv = 'name,environment,metadata.ring\nn,qa,blue\n'

/** Of each write that can change how a branch is published: one after which people and Berth would share one. */
const BREAKING: Readonly<Record<string, Breaking>> = {
  createEnvironment: {
    send: (api, query) => api.call(`/environments${query}`, { body: proposed('lone') }),
  },
  replaceEnvironment: {
    send: (api, query) => put(api, `/environments/qa${query}`, proposed('qa')),
  },
  patchEnvironment: {
    send: (api, query) => patch(api, `/environments/edge${query}`, { publish: 'direct' }),
  },
  deleteEnvironment: {
    send: (api, query) =>
      api.call(`/environments/edge${query}`, { method: 'DELETE', headers: ANY }),
  },
  createCluster: {
    send: (api, query) => api.call(`/clusters${query}`, { body: inRing('n', 'qa', 'blue') }),
  },
  replaceCluster: {
    send: (api, query) => put(api, `/clusters/q${query}`, inRing('q', 'prod', 'green')),
  },
  patchCluster: {
    send: (api, query) => patch(api, `/clusters/q${query}`, { metadata: { ring: 'blue' } }),
  },
  apply: {
    send: (api, query) =>
      api.call(`/apply${query}`, { body: [documentOf('environment', proposed('qa'))] }),
  },
  'apply of CSV': {
    send: (api, query) =>
      api.call(`/apply${query}`, { text: csv, headers: { 'content-type': 'text/csv' } }),
  },
  bulkEdit: {
    send: (api, query) => {
      const objects = [{ name: 'q' }, { name: 'd' }]
      const body = { kind: 'Cluster', objects, patch: { metadata: { ring: 'blue' } } }
      return api.call(`/bulk${query}`, { body })
    },
  },
  revertChange: {
    before: async (api) => {
      const { headers } = await patch(api, '/clusters/e', { metadata: { ring: 'violet' } })
      expect((await patch(api, '/environments/edge', { publish: 'direct' })).status).toBe(200)
      return headers.get('berth-change')!
    },
    send: (api, query, change) => api.call(`/changes/${change}/revert${query}`, { method: 'POST' }),
  },
  registerCluster: {
    before: async (api) => {
      const body = { ...registrationToken, environment: 'qa', metadata: { ring: 'blue' } }
      await api.call('/registration-tokens', { body })
      const path = `/registration-tokens/${body.name}/secret`
      return (await api.call(path, { method: 'POST' })).json.secret
    },
    send: (api, _, token) => api.call('/clusters/register', { token, body: { name: 'store-1' } }),
    isPreviewed: false,
  },
}

/** They bring no cluster to a branch, and publish none in another way. */
const HARMLESS = [
  'abortRollout',
  'answerDecision',
  'approveTeamRequest',
  'clearClusterBranch',
  'deleteCluster',
  'deleteHold',
  'putHold',
  'resumeRollout',
  'rollBackApplication',
  'rollBackRollout',
  'startRollout',
]

describe('a write after which people and Berth would share a branch', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createRings()
  })

  it.each(Object.entries(BREAKING))(
    'is refused, keeps nothing, and its preview says the same: %s',
    async (_, { before, send, isPreviewed }) => {
      const on = before ? await createRings() : api
      const known = (await before?.(on)) ?? ''
      const rows = await digestRows(on)
      const refused = await send(on, '', known)
      expect(refused.json, refused.text).toMatchObject({
        status: 422,
        code: 'branch_shared_by_modes',
        errors: [{ members: [expect.any(String), expect.any(String), expect.any(String)] }],
      })
      if (isPreviewed !== false) {
        expect((await send(on, '?dryRun=true', known)).json).toEqual(refused.json)
      }
      expect(await digestRows(on)).toEqual(rows)
    },
  )

  it('is any of these, and no other', () => {
    const others = KINDS.filter((kind) => kind !== 'cluster' && kind !== 'environment')
    const ofOthers = new Set(
      others.flatMap((kind) =>
        ['create', 'replace', 'patch', 'delete'].map((verb) => `${verb}${kinds[kind].type}`),
      ),
    )
    const writing = operations.filter(({ query }) => query && 'override' in query.shape)
    const found = writing.map(({ id }) => id).filter((id) => !ofOthers.has(id))
    expect([...found, 'registerCluster', 'apply of CSV'].sort()).toEqual(
      [...Object.keys(BREAKING), ...HARMLESS].sort(),
    )
  })
})

describe('several objects of one save', () => {
  it('are judged by what they make together', async () => {
    const api = await createRings()
    const turned = ['qa', 'dev', 'lone'].map((name) => documentOf('environment', proposed(name)))
    const two = await api.call('/apply', { body: turned.slice(0, 2) })
    expect(two.json).toMatchObject({ code: 'branch_shared_by_modes' })
    expect(two.json.detail).toContain('clusters of lone')
    expect((await api.call('/apply', { body: turned })).status).toBe(200)
  })
})

describe('branches into which people merge', () => {
  it('are twenty at most, of whatever environments', async () => {
    const sites = Array.from({ length: 21 }, (_, n) => ({ name: `c${n}`, environment: 'prod' }))
    const api = await createFleet(
      { GITOPS_BRANCH: '{name}' },
      ...sites.map((each) => documentOf('cluster', each)),
    )
    const turn = (query = '') => api.call(`/environments${query}`, { body: proposed('prod') })
    const rows = await digestRows(api)
    const refused = await turn()
    expect(refused.json).toMatchObject({
      status: 422,
      code: 'too_many_branches',
      detail: expect.stringMatching(/^21 branches .* at most 20/),
      errors: [{ pointer: '/publish' }],
    })
    expect((await turn('?dryRun=true')).json).toEqual(refused.json)
    expect(await digestRows(api)).toEqual(rows)
    await api.call('/clusters/c20', { method: 'DELETE', headers: ANY })
    expect((await turn()).status).toBe(201)
    expect((await api.call('/clusters', { body: sites[20] })).json.code).toBe('too_many_branches')
    const elsewhere = { ...sites[20], environment: 'qa' }
    expect((await api.call('/clusters', { body: elsewhere })).status).toBe(201)
    expect((await patch(api, '/clusters/c20', { environment: 'prod' })).json.code).toBe(
      'too_many_branches',
    )
  })
})

describe('without a host for pull requests', () => {
  let bare: TestApi
  beforeEach(async () => {
    bare = await createTestApi()
    await bare.call('/environments', { body: { name: 'qa' } })
  })
  const without = {
    status: 422,
    code: 'no_git_host',
    detail: expect.stringContaining('pull_requests of the repository settings'),
  }

  it.each<[string, (query: string) => Promise<Answer>]>([
    ['made', (query) => bare.call(`/environments${query}`, { body: proposed('prod') })],
    ['replaced', (query) => put(bare, `/environments/qa${query}`, proposed('qa'))],
    ['edited', (query) => patch(bare, `/environments/qa${query}`, { publish: 'pull-request' })],
    [
      'applied',
      (query) =>
        bare.call(`/apply${query}`, { body: [documentOf('environment', proposed('new'))] }),
    ],
  ])('no environment is published by pull request, however it is %s', async (_, send) => {
    const rows = await digestRows(bare)
    const refused = await send('')
    expect(refused.json, refused.text).toMatchObject(without)
    expect((await send('?dryRun=true')).json).toEqual(refused.json)
    expect(await digestRows(bare)).toEqual(rows)
  })

  const PATH = '/repository-settings'
  const hosted = { repo_url: HOSTED.GITOPS_REPO_URL, token: 'token' }

  it.each<[string, (query: string) => Promise<Answer>]>([
    [
      'at an address of no host',
      (query) =>
        put(bare, `${PATH}${query}`, { ...hosted, repo_url: 'https://git.example.com/a/b.git' }),
    ],
    ['without a token', (query) => put(bare, `${PATH}${query}`, { ...hosted, token: null })],
    [
      'of Berth itself',
      (query) => bare.call(`${PATH}${query}`, { method: 'DELETE', headers: ANY }),
    ],
  ])('the repository of such an environment is none %s', async (_, send) => {
    expect((await put(bare, PATH, hosted)).status).toBe(200)
    expect((await patch(bare, '/environments/qa', { publish: 'pull-request' })).status).toBe(200)
    const rows = await digestRows(bare)
    const refused = await send('')
    expect(refused.json, refused.text).toMatchObject({
      status: 422,
      code: 'no_git_host',
      detail: expect.stringContaining('no pull requests there for qa:'),
    })
    expect((await send('?dryRun=true')).json).toEqual(refused.json)
    expect(await digestRows(bare)).toEqual(rows)
    expect((await patch(bare, '/environments/qa', { publish: 'direct' })).status).toBe(200)
    expect((await send('')).status).toBeLessThan(300)
  })

  it('an undo publishes none so again', async () => {
    expect((await put(bare, PATH, hosted)).status).toBe(200)
    await patch(bare, '/environments/qa', { publish: 'pull-request' })
    const { headers } = await patch(bare, '/environments/qa', { publish: 'direct' })
    expect((await bare.call(PATH, { method: 'DELETE', headers: ANY })).status).toBeLessThan(300)
    const undo = `/changes/${headers.get('berth-change')}/revert`
    expect((await bare.call(undo, { method: 'POST' })).json.code).toBe('no_git_host')
  })
})

const warningsOf = ({ json }: Answer) =>
  json.warnings.filter(({ code }: { code: string }) => code.startsWith('published_'))

describe('the preview of how an environment is published', () => {
  it('says on which branches, and for how many clusters', async () => {
    const api = await createFleet(
      { GITOPS_BRANCH: '{environment}/{ring}' },
      ...['blue', 'green', 'green'].map((ring, n) =>
        documentOf('cluster', inRing(`p${n}`, 'prod', ring)),
      ),
    )
    const turned = await api.call('/environments?dryRun=true', { body: proposed('prod') })
    expect(warningsOf(turned)).toEqual([
      {
        code: 'published_by_pull_request',
        message:
          'Each change of 2 branches with 3 clusters of prod (prod/blue, prod/green) waits in a pull request from now on, until somebody merges it at the Git host.',
      },
    ])
    expect((await api.call('/environments', { body: proposed('prod') })).status).toBe(201)
    const back = await patch(api, '/environments/prod?dryRun=true', { publish: 'direct' })
    const gone = await api.call('/environments/prod?dryRun=true', {
      method: 'DELETE',
      headers: ANY,
    })
    for (const answer of [back, gone]) {
      expect(warningsOf(answer)).toMatchObject([{ code: 'published_directly' }])
    }
    const kept = await patch(api, '/environments/prod?dryRun=true', { description: 'x' })
    expect(warningsOf(kept)).toEqual([])
  })
})

describe('branches that begin with berth/', () => {
  it('are no cluster’s, whatever its labels', async () => {
    const api = await createFleet(
      { GITOPS_BRANCH: '{ring}/{environment}' },
      documentOf('cluster', inRing('a', 'prod', 'blue')),
    )
    const reserved = { status: 422, code: 'branch_reserved', errors: [{ pointer: '/metadata' }] }
    const made = await api.call('/clusters', { body: inRing('b', 'prod', 'berth') })
    expect(made.json).toMatchObject(reserved)
    const moved = await patch(api, '/clusters/a', { metadata: { ring: 'berth' } })
    expect(moved.json).toMatchObject(reserved)
  })

  it('can be the environment’s setting from before: Berth starts and reads, but no cluster comes there', async () => {
    const api = await createTestApi({ ...HOSTED, GITOPS_BRANCH: 'berth/{environment}' })
    expect((await api.call('/repository-settings')).json.branch_pattern).toBe('berth/{environment}')
    const { json } = await api.call('/clusters', { body: inRing('a', 'prod', 'blue') })
    expect(json.code).toBe('branch_reserved')
  })

  it('can’t be proposed beside a branch berth, which Git can’t hold beside them', async () => {
    const api = await createFleet(
      { GITOPS_BRANCH: '{ring}' },
      documentOf('cluster', inRing('a', 'dev', 'berth')),
      documentOf('cluster', inRing('b', 'prod', 'blue')),
    )
    const { json } = await api.call('/environments', { body: proposed('prod') })
    expect(json).toMatchObject({ status: 422, code: 'branch_reserved' })
  })
})
