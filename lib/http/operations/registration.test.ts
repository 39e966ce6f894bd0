// Clusters register themselves, with the secret of a registration token.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  documentOf,
  policy,
  registrationToken,
  team,
} from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const PATH = '/registration-tokens'
/** Of as many as are sent at once. */
const USES = 3
const AT_ONCE = 8

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const other = { ...application, name: 'app2', metadata: { site: 'shop' } }
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('application', other),
    documentOf('target-policy', policy),
    documentOf('target-policy', {
      name: 'of-shops',
      app_selector: { site: 'shop' },
      cluster_selector: { site: 'shop' },
    }),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
  await made('names')
})

/** A registration token of this name, and its secret. Its clusters are called as it is, with something after. */
async function made(name: string, fields: object = {}): Promise<string> {
  const body = { ...registrationToken, name, name_pattern: `${name}-*`, ...fields }
  const answer = await api.call(PATH, { body })
  expect(answer.status, answer.text).toBe(201)
  return secretOf(name)
}

async function secretOf(name: string): Promise<string> {
  const { status, json } = await api.call(`${PATH}/${name}/secret`, { method: 'POST' })
  expect(status).toBe(201)
  return json.secret
}

const register = (token: string, body: object, headers: Record<string, string> = {}) =>
  api.call('/clusters/register', { body, token, headers })

const edit = (name: string, fields: object) =>
  api.call(`${PATH}/${name}`, { method: 'PATCH', body: fields, headers: ANY })

const used = async (name: string) => (await api.call(`${PATH}/${name}/secret`)).json.used

const outcomes = (answers: readonly Answer[]) =>
  answers.map(({ status, json }) => `${status} ${json.code ?? ''}`.trim()).sort()

describe('a cluster that registers', () => {
  it('gets the labels and the environment of the token, its own token, and where its bootstrap is', async () => {
    const secret = await made('edge')
    const { status, json, headers } = await register(secret, {
      name: 'edge-01',
      metadata: { site: 'shop' },
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      cluster: {
        name: 'edge-01',
        environment: 'prod',
        metadata: { region: 'east', site: 'shop' },
      },
      token: expect.stringMatching(/^berth_[\w-]{43}$/),
      bootstrap: { path: 'bootstrap/edge-01.yaml' },
    })
    expect(headers.get('location')).toBe('/api/v1/clusters/edge-01')
    const placed = await api.call('/placements?cluster=edge-01')
    expect(placed.json.total).toBe(2)
    const own = await api.call('/clusters/edge-01/report', { token: json.token })
    expect(own.status).toBe(200)
    expect((await api.call('/clusters', { token: json.token })).status).toBe(404)
  })

  it('is an ordinary change, with the token as its actor in history and audit', async () => {
    await register(await made('told'), { name: 'told-01' })
    const { items } = (await api.call('/changes?limit=1')).json
    expect(items).toMatchObject([
      {
        action: 'clusters.register',
        actor: { kind: 'token', name: 'told' },
        reason: 'Registered with told',
      },
    ])
    const audit = (await api.call('/audit?limit=1')).json.items[0]
    expect(audit).toMatchObject({
      action: 'clusters.register',
      result: 'accepted',
      actor: { kind: 'token', name: 'told' },
      change: items[0].id,
    })
  })

  it.each([
    ['another name', { name: 'shop-01' }, 'registration_name'],
    ['a name that only begins so', { name: 'names-' }, 'registration_name'],
    ['a name that is none', { name: 'names-A' }, 'registration_name'],
    [
      'a label that isn’t left to it',
      { name: 'names-1', metadata: { tier: 'x' } },
      'label_not_open',
    ],
    [
      'the environment as a label',
      { name: 'names-1', metadata: { environment: 'x' } },
      'label_not_open',
    ],
    [
      'a label over one of the token',
      { name: 'names-1', metadata: { region: 'x' } },
      'label_not_open',
    ],
    ['a value that is none', { name: 'names-1', metadata: { site: 'a b' } }, 'label_value'],
    ['anything else', { name: 'names-1', confinement: 'project' }, 'unknown_field'],
  ])('is refused with %s, and uses nothing up', async (_, body, code) => {
    const secret = await secretOf('names')
    const before = (await api.call('/clusters')).json.total
    expect(await register(secret, body)).toMatchObject({ status: 422, json: { code } })
    expect((await api.call('/clusters')).json.total).toBe(before)
    expect(await used('names')).toBe(0)
  })

  it('never takes over one that is there, whoever made it', async () => {
    const secret = await made('taken')
    await api.call('/clusters', { body: { name: 'taken-01', metadata: { mine: 'true' } } })
    const { json } = await register(secret, { name: 'taken-02' })
    for (const name of ['taken-01', 'taken-02']) {
      const answer = await register(secret, { name })
      expect(answer).toMatchObject({ status: 409, json: { code: 'name_taken' } })
      expect(answer.text).not.toContain('berth_')
    }
    expect(await used('taken')).toBe(1)
    const own = await api.call('/clusters/taken-02/report', { token: json.token })
    expect(own.status).toBe(200)
    expect((await api.call('/clusters/taken-01')).json.metadata).toEqual({ mine: 'true' })
  })

  it('is told of a retry that it was answered before, and never twice by one key', async () => {
    const secret = await made('again')
    const key = { 'idempotency-key': 'one' }
    expect((await register(secret, { name: 'again-01' }, key)).status).toBe(201)
    expect(await register(secret, { name: 'again-01' }, key)).toMatchObject({
      status: 409,
      json: { code: 'token_shown_once' },
    })
    expect(await register(secret, { name: 'again-02' }, key)).toMatchObject({
      json: { code: 'idempotency_key_reused' },
    })
    expect(await used('again')).toBe(1)
  })

  it('comes as often as its token says, however many come at once', async () => {
    const secret = await made('many', { uses: USES })
    const names = Array.from({ length: AT_ONCE }, (_, index) => `many-${index}`)
    const answers = await Promise.all(names.map((name) => register(secret, { name })))
    expect(outcomes(answers)).toEqual([
      ...Array.from({ length: USES }, () => '201'),
      ...Array.from({ length: AT_ONCE - USES }, () => '409 registration_spent'),
    ])
    expect(await used('many')).toBe(USES)
    const there = (await api.call('/clusters?q=many-')).json.total
    expect(there).toBe(USES)
    // Another secret isn't another allowance.
    expect(await register(await secretOf('many'), { name: 'many-new' })).toMatchObject({
      status: 409,
      json: { code: 'registration_spent' },
    })
  })

  it('of one name comes once, however often it comes at once', async () => {
    const secret = await made('twice', { uses: AT_ONCE })
    const sent = Array.from({ length: 4 }, () => register(secret, { name: 'twice-01' }))
    expect(outcomes(await Promise.all(sent))).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => '409 name_taken'),
    ])
    expect(await used('twice')).toBe(1)
  })

  it('gets no more placements than an admin allowed, whatever the policies say by then', async () => {
    const secret = await made('held', { placements_max: 1 })
    expect((await register(secret, { name: 'held-01' })).status).toBe(201)
    const refused = await register(secret, { name: 'held-02', metadata: { site: 'shop' } })
    expect(refused).toMatchObject({ status: 409, json: { code: 'registration_reach' } })
    expect((await api.call('/clusters/held-02')).status).toBe(404)
    expect(await used('held')).toBe(1)
  })
})

describe('the secret of a registration token', () => {
  it('is answered once, and is in no answer, history or audit after', async () => {
    const secret = await made('shown')
    expect(secret).toMatch(/^berth_register_[\w-]{43}$/)
    for (const path of [
      `${PATH}/shown`,
      `${PATH}/shown/secret`,
      PATH,
      '/changes',
      '/audit?limit=20',
    ]) {
      expect((await api.call(path)).text).not.toContain(secret)
    }
  })

  it('registers, and does nothing else', async () => {
    const token = await made('narrow')
    for (const path of ['/clusters', '/teams', `${PATH}/narrow`, '/placements', '/audit']) {
      expect((await api.call(path, { token })).status, path).toBe(404)
    }
    const body = { name: 'narrow-01' }
    expect((await api.call('/clusters', { token, body })).status).toBe(404)
    const call = { method: 'POST', token }
    expect((await api.call(`${PATH}/narrow/secret`, call)).status).toBe(404)
    expect((await register(token, body)).status).toBe(201)
    const call2 = { method: 'DELETE', token, headers: ANY }
    expect((await api.call('/clusters/narrow-01', call2)).status).toBe(404)
  })

  it.each([
    ['is replaced', (name: string) => secretOf(name)],
    ['is suspended', (name: string) => edit(name, { suspended: true })],
    ['has ended', (name: string) => edit(name, { expires_at: '2020-01-01T00:00:00Z' })],
    [
      'is deleted',
      (name: string) => api.call(`${PATH}/${name}`, { method: 'DELETE', headers: ANY }),
    ],
    [
      'is deleted, and another made of the same name',
      async (name: string) => {
        await api.call(`${PATH}/${name}`, { method: 'DELETE', headers: ANY })
        await made(name)
      },
    ],
  ])('is refused with 401 once it or its token %s', async (what, end) => {
    const name = `ends-${what.length}`
    const secret = await made(name)
    await end(name)
    expect(await register(secret, { name: `${name}-01` })).toMatchObject({
      status: 401,
      json: { code: 'token_invalid' },
    })
  })

  it('is no text that only begins like one', async () => {
    for (const token of ['berth_register_', `berth_register_${'a'.repeat(43)}`]) {
      expect((await register(token, { name: 'x' })).status).toBe(401)
    }
  })

  it('isn’t what an admin or a cluster registers with', async () => {
    const cluster = await api.token('reader', { cluster: 'edge-01' })
    expect((await register(await api.token('admin'), { name: 'edge-09' })).status).toBe(403)
    expect((await register(cluster, { name: 'edge-09' })).status).toBe(404)
  })
})

const preview = async (fields: object) => {
  const body = { ...registrationToken, name: 'seen', name_pattern: 'seen-*', ...fields }
  const { json } = await api.call(`${PATH}?dryRun=true`, { body })
  return json.warnings.map(({ code, message }: Record<string, string>) => `${code}: ${message}`)
}

describe('the preview of a registration token', () => {
  it('says what a cluster gets that registers with it, of what is its own, and whether that is too much', async () => {
    expect(await preview({ open_labels: [] })).toEqual([
      'registration_reach: A cluster that registers with seen, such as seen-new, gets 1 placement: ieb/app1.',
    ])
    expect(await preview({ metadata: { region: 'west' }, open_labels: [] })).toEqual([
      'registration_reach: A cluster that registers with seen, such as seen-new, gets nothing.',
    ])
    expect(
      await preview({ metadata: { region: 'east', site: 'shop' }, placements_max: 1 }),
    ).toEqual([
      'registration_reach: A cluster that registers with seen, such as seen-new, gets 2 placements: ieb/app1, ieb/app2.',
      'registration_reach_exceeded: That is more than the 1 that it allows: such a cluster would be refused.',
      'registration_open_labels: It may be more, or less: a cluster says site itself, within that number.',
    ])
  })

  it('moves nothing itself', async () => {
    const { json } = await api.call(`${PATH}?dryRun=true`, {
      body: { ...registrationToken, name: 'still' },
    })
    expect(json).toMatchObject({ placements: { added: 0, removed: 0 }, clusters: 0 })
  })
})
