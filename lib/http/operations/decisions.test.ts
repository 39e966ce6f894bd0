// Decisions over the API, as a scheduler with its token asks what to decide and decides, and as people confirm it.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  documentOf,
  environment,
  freeze,
  policy,
  scheduler,
  team,
} from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const NAMES = Array.from({ length: 12 }, (_, nth) => `c${String(nth).padStart(2, '0')}`)
const PATH = `/target-policies/${policy.name}/decision`
const decidedBy = { ...policy, cluster_selector: '*', scheduler: scheduler.name }

let api: TestApi
let token: string

const decision = (clusters: readonly string[], over: object = {}) => ({
  namespace: 'ieb',
  application: application.name,
  clusters,
  ...over,
})

const read = () => api.call(PATH, { token })

const answer = (
  clusters: readonly string[],
  {
    query = '',
    ...over
  }: { query?: string; tag?: string; token?: string | null; more?: object } = {},
) =>
  api.call(PATH + query, {
    method: 'PUT',
    body: { decisions: [decision(clusters, over.more)] },
    token: over.token === undefined ? token : over.token,
    headers: { 'if-match': over.tag ?? '*' },
  })

const placed = async () => {
  const { json } = await api.call(`/placements?application=${application.name}&limit=100`)
  return json.items.map((item: { cluster: string }) => item.cluster).sort()
}

const choiceOf = async (name: string, at?: string) => {
  const moment = at === undefined ? '' : `?at=${at}`
  const { json } = await api.call(`/placements/ieb/${application.name}/${name}${moment}`)
  return json.policies[0].choice?.reason
}

async function setUp(): Promise<void> {
  api = await createTestApi()
  const documents = [
    documentOf('team', team),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
    documentOf('application', application),
    documentOf('scheduler', scheduler),
    documentOf('target-policy', decidedBy),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  token = await api.token('scheduler', { scheduler: scheduler.name })
}

describe('a scheduler', () => {
  beforeEach(setUp)

  it('reads what it is asked, decides, and what it decides is placed by one change of its own', async () => {
    const asked = await read()
    expect(asked).toMatchObject({
      status: 200,
      json: {
        change: 1,
        policy: { name: policy.name, scheduler: scheduler.name },
        applications: [
          { namespace: 'ieb', name: application.name, metadata: application.metadata },
        ],
        clusters: NAMES.map((name) => ({
          name,
          environment: cluster.environment,
          metadata: cluster.metadata,
          scores: {},
          freshness: 'none',
        })),
        candidates: [],
        current: [],
        next: null,
        status: { failures: 0, error: null, waiting: null },
      },
    })
    const tag = asked.headers.get('etag')!
    expect(tag).toBe('"1"')
    const shown = await answer(['c01', 'c02'], { query: '?dryRun=true', tag })
    expect(shown.json).toMatchObject({ placements: { added: 2, removed: 0 } })
    expect(await placed()).toEqual([])
    const reasons = { c01: '37 free', c05: 'full' }
    const kept = await answer(['c01', 'c02'], { tag, more: { reasons } })
    expect([kept.status, kept.json, kept.headers.get('berth-change')]).toEqual([
      200,
      { change: 2 },
      '2',
    ])
    expect(await placed()).toEqual(['c01', 'c02'])
    expect((await read()).json.current).toEqual([decision(['c01', 'c02'])])
    expect((await api.call('/changes/2')).json).toMatchObject({
      actor: { kind: 'token', name: `scheduler:${scheduler.name}` },
      action: 'decisions.replace',
    })
    const { json: audit } = await api.call('/audit?limit=1')
    expect(audit.items[0]).toMatchObject({
      action: 'decisions.replace',
      object: `decision/${policy.name}`,
      change: 2,
    })
    // The same again, as after an answer that was lost.
    expect((await answer(['c02', 'c01'], { tag })).json).toEqual({ change: null })
  })

  it('is quoted where its choice is explained, in previews and of the past, while it decides', async () => {
    const more = { reasons: { c01: '37\u202e free', c05: 'full', c06: ' ' } }
    expect(await choiceOf('c05')).toBe('gpu-packer has not decided yet')
    const { json } = await answer(['c01', 'c02'], { query: '?dryRun=true', more })
    expect(json.items.map(({ reason }: { reason: string }) => reason)).toEqual([
      `policy ${policy.name} selects it now; chosen by gpu-packer (2 of 12): 37<U+202E> free`,
      `policy ${policy.name} selects it now; chosen by gpu-packer (2 of 12)`,
    ])
    await answer(['c01', 'c02'], { more })
    const then = (await api.call('/changes/2')).json.at
    const told = ['c01', 'c02', 'c05', 'c06']
    const first = [
      'chosen by gpu-packer (2 of 12): 37<U+202E> free',
      'chosen by gpu-packer (2 of 12)',
      'not chosen by gpu-packer (2 of 12): full',
      'not chosen by gpu-packer (2 of 12)',
    ]
    expect(await Promise.all(told.map((name) => choiceOf(name)))).toEqual(first)
    const moved = { more: { reasons: { c01: 'too hot' } }, query: '?dryRun=true' }
    expect((await answer(['c02'], moved)).json.items).toMatchObject([
      {
        effect: 'removed',
        reason: `policy ${policy.name} no longer places it: not chosen by gpu-packer (1 of 12): too hot`,
      },
    ])
    await answer(['c02'], { more: moved.more })
    expect(await choiceOf('c01')).toBe('not chosen by gpu-packer (1 of 12): too hot')
    expect(await Promise.all(told.map((name) => choiceOf(name, then)))).toEqual(first)
    // Another scheduler keeps what was chosen, and has not said why.
    await api.call('/schedulers', { body: { name: 'other' } })
    const turned = { method: 'PATCH', headers: ANY, body: { scheduler: 'other' } }
    await api.call(`/target-policies/${policy.name}`, turned)
    expect(await choiceOf('c01')).toBe('not chosen by other (1 of 12)')
  })

  it('is not quoted of a cluster that it had chosen and that may be chosen again after it left', async () => {
    await answer(['c01', 'c02'], { more: { reasons: { c01: '37 free', c02: '8 free' } } })
    const edit = (environment: string) =>
      api.call('/clusters/c01', { method: 'PATCH', headers: ANY, body: { environment } })
    const selector = { cluster_selector: `environment=${cluster.environment}` }
    const narrowed = { method: 'PATCH', headers: ANY, body: selector }
    await api.call(`/target-policies/${policy.name}`, narrowed)
    await edit('elsewhere')
    await edit(cluster.environment)
    expect(await choiceOf('c01')).toBe('not chosen by gpu-packer (1 of 12)')
    expect(await choiceOf('c02')).toBe('chosen by gpu-packer (1 of 12): 8 free')
  })

  it.each<[string, object[], string, string]>([
    [
      'a cluster that isn’t there',
      [decision(['c01', 'other'])],
      '/decisions/0/clusters/1',
      'not_a_candidate',
    ],
    [
      'an application that isn’t there',
      [decision(['c01'], { application: 'x' })],
      '/decisions/0',
      'not_a_candidate',
    ],
    [
      'an application twice',
      [decision(['c01']), decision(['c02'])],
      '/decisions/1',
      'decided_twice',
    ],
    [
      'a reason of a stranger',
      [decision(['c01'], { reasons: { x: 'y' } })],
      '/decisions/reasons',
      'not_a_candidate',
    ],
    [
      'a reason without end',
      [decision(['c01'], { reasons: { c01: 'y'.repeat(201) } })],
      '/decisions/0/reasons/c01',
      'too_long',
    ],
    ['what is no name', [decision([NaN as never])], '/decisions/0/clusters/0', 'type'],
  ])('is refused whole that names %s', async (_, decisions, pointer, code) => {
    const tag = (await read()).headers.get('etag')!
    const sent = { method: 'PUT', body: { decisions }, token, headers: { 'if-match': tag } }
    const { status, json } = await api.call(PATH, sent)
    expect([status, json.errors[0]]).toMatchObject([422, { pointer, code }])
    expect(await placed()).toEqual([])
  })

  it('leaves what it doesn’t name, and says so where all is to go', async () => {
    await answer(['c01'])
    const nothing = { method: 'PUT', body: { decisions: [] }, token, headers: ANY }
    expect((await api.call(PATH, nothing)).json).toEqual({ change: null })
    expect(await placed()).toEqual(['c01'])
    expect(await answer([])).toMatchObject({ status: 422, json: { code: 'empty_decision' } })
    expect(await answer([], { more: { empty: true } })).toMatchObject({ status: 200 })
    expect(await placed()).toEqual([])
  })

  it('is too late once what is asked has changed, and not by what else has', async () => {
    const asked = (await read()).headers.get('etag')!
    await api.call('/clusters/c03', { method: 'PATCH', headers: ANY, body: { description: 'x' } })
    expect((await answer(['c01'], { tag: asked })).json).toEqual({ change: 3 })
    await api.call('/clusters', { body: { ...cluster, name: 'fresh' } })
    expect(await answer(['c02'], { tag: asked })).toMatchObject({
      status: 412,
      json: { code: 'precondition_failed', etag: '"4"' },
    })
    expect(await answer(['c02'], { tag: '"99"' })).toMatchObject({ status: 412 })
    expect(await answer(['c02'], { tag: '"x"' })).toMatchObject({ status: 412 })
    expect(await placed()).toEqual(['c01'])
    expect((await answer(['fresh'], { tag: '"4"' })).status).toBe(200)
  })

  it('decides for no policy that another one decides, that picks, or that takes all', async () => {
    const other = await api.token('scheduler', {
      scheduler: (await api.call('/schedulers', { body: { name: 'other' } })).json.name,
    })
    for (const method of ['GET', 'PUT']) {
      const call = { method, headers: ANY, token: other, body: { decisions: [] } }
      expect((await api.call(PATH, method === 'GET' ? { token: other } : call)).status).toBe(404)
    }
    for (const turned of [{ scheduler: null, pick: { count: 2 } }, { pick: null }]) {
      const edit = { method: 'PATCH', headers: ANY, body: turned }
      expect((await api.call(`/target-policies/${policy.name}`, edit)).status).toBe(200)
      expect((await read()).status).toBe(404)
      const refused = await answer(['c01'], { token: await api.token('admin') })
      expect(refused).toMatchObject({ status: 409, json: { code: 'no_scheduler' } })
    }
  })

  it('is held by protections and freezes as whoever edits is, and nothing waits then', async () => {
    await answer(NAMES)
    const frozen = { ...freeze, environments: [cluster.environment], from: soon(-60_000) }
    const body = { ...frozen, to: soon(60_000), weekly: [] }
    expect((await api.call('/freezes', { body })).status).toBe(201)
    expect(await answer(['c00'])).toMatchObject({ status: 409, json: { code: 'frozen' } })
    await api.call(`/freezes/${freeze.name}`, { method: 'DELETE', headers: ANY })
    const guarded = { ...environment, name: cluster.environment, after: [] }
    expect((await api.call('/environments', { body: guarded })).status).toBe(201)
    expect(await answer(['c00'])).toMatchObject({
      status: 403,
      json: { code: 'environment_protected' },
    })
    expect(await placed()).toEqual(NAMES)
    expect((await read()).json.status.waiting).toBeNull()
  })

  it('ends with its object', async () => {
    const edit = { method: 'PATCH', headers: ANY, body: { scheduler: null } }
    await api.call(`/target-policies/${policy.name}`, edit)
    const gone = await api.call(`/schedulers/${scheduler.name}`, { method: 'DELETE', headers: ANY })
    expect(gone.status).toBe(204)
    expect((await read()).status).toBe(401)
    const { json } = await api.call('/tokens?q=test%20scheduler')
    expect(json.items).toMatchObject([{ scheduler: scheduler.name, state: 'void' }])
  })
})

const confirm = (tag: string, query: string, by?: string) =>
  api.call(PATH + query, {
    method: 'PUT',
    body: { confirm: true },
    headers: { 'if-match': tag },
    ...(by && { token: by }),
  })

describe('a decision that removes much', () => {
  beforeAll(async () => {
    await setUp()
    await answer(NAMES)
    expect(await placed()).toEqual(NAMES)
  })

  it('waits, and nobody but a person confirms it, by its number', async () => {
    for (const query of ['', '?confirmRemovals=11']) {
      expect(await answer(['c00'], { tag: '"2"', query })).toMatchObject({
        status: 409,
        json: { code: 'removals_wait', impact: { placements: { removed: 11 } } },
      })
    }
    expect(await placed()).toEqual(NAMES)
    expect((await read()).json.status.waiting).toMatchObject({ change: 2, removals: 11 })
    expect((await confirm('"2"', '?confirmRemovals=11', token)).status).toBe(403)
    expect(await confirm('"1"', '?confirmRemovals=11')).toMatchObject({
      status: 409,
      json: { code: 'nothing_waits' },
    })
    expect(await confirm('"2"', '?confirmRemovals=10')).toMatchObject({
      status: 409,
      json: { code: 'removals_need_confirmation' },
    })
    expect(await confirm('"2"', '?confirmRemovals=11')).toMatchObject({
      status: 200,
      json: { change: 3 },
    })
    expect(await placed()).toEqual(['c00'])
    expect((await read()).json.status.waiting).toBeNull()
  })

  it('waits, too, where a guard rule asks for a reason, which whoever confirms it gives', async () => {
    const lastTag = `"${await lastChange()}"`
    const rule = { name: 'reasons', cluster_selector: '*', reason_required: true }
    expect((await api.call('/guard-rules', { body: rule })).status).toBe(201)
    await answer(NAMES)
    expect(await answer(NAMES.slice(1), { tag: lastTag })).toMatchObject({
      status: 409,
      json: { code: 'removals_wait', impact: { reasonRequired: true } },
    })
    const { change, removals } = (await read()).json.status.waiting
    expect(removals).toBe(1)
    const tag = `"${change}"`
    expect(await confirm(tag, '')).toMatchObject({
      status: 422,
      json: { code: 'reason_required' },
    })
    const given = { 'if-match': tag, 'berth-reason': 'It%20is%20full' }
    const said = await api.call(PATH, { method: 'PUT', body: { confirm: true }, headers: given })
    expect(said.status, said.text).toBe(200)
    expect(await placed()).toEqual(NAMES.slice(1))
    expect((await read()).json.status.waiting).toBeNull()
    await api.call('/guard-rules/reasons', { method: 'DELETE', headers: ANY })
  })

  it('is replaced by the next decision, and waits no more once what was asked has changed', async () => {
    await answer(NAMES)
    await answer(['c00'])
    expect((await read()).json.status.waiting).toMatchObject({ removals: 11 })
    await answer(['c00', 'c01'])
    expect((await read()).json.status.waiting).toMatchObject({ removals: 10 })
    await answer(NAMES)
    expect((await read()).json.status.waiting).toBeNull()
    await answer(['c00'])
    await api.call('/clusters', { body: { ...cluster, name: 'fresh' } })
    expect((await read()).json.status.waiting).toBeNull()
    expect(await placed()).toEqual(NAMES)
  })
})

const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

const lastChange = async () => (await api.call('/changes?limit=1')).json.items[0].id

describe('scores', () => {
  beforeAll(setUp)

  const SCORES = '/clusters/c03/scores'
  const write = (body: unknown, by = token) => api.call(SCORES, { method: 'PUT', body, token: by })

  it('are replaced as a whole, are asked with the cluster, and end by themselves', async () => {
    const until = soon(60_000)
    const first = { load: { value: 1.5, until }, old: { value: 3, until: soon(-1000) } }
    expect(await write(first)).toMatchObject({ status: 200, json: { load: first.load } })
    expect((await write({ 'free-gpu': { value: -100, until } })).json).toEqual({
      'free-gpu': { value: -100, until },
    })
    expect((await api.call(SCORES)).json).toEqual({ 'free-gpu': { value: -100, until } })
    const asked = (await read()).json.clusters[3]
    expect(asked).toMatchObject({ name: 'c03', scores: { 'free-gpu': { value: -100, until } } })
    expect((await write({})).json).toEqual({})
  })

  it('are no change, and move nothing', async () => {
    const before = await lastChange()
    await write({ a: { value: 1, until: soon(60_000) } })
    expect(await lastChange()).toBe(before)
  })

  it.each([
    [{ a: { value: 101, until: '2026-01-01T00:00:00Z' } }, '/a/value', 'bad_score'],
    [{ a: { value: 1, until: '2999-01-01T00:00:00Z' } }, '/a/until', 'bad_score'],
    [{ a: { value: null, until: '2026-01-01T00:00:00Z' } }, '/a/value', 'type'],
    [{ a: { value: 1 } }, '/a/until', 'required'],
    [{ A: { value: 1, until: '2026-01-01T00:00:00Z' } }, '/A', 'name_format'],
    [
      Object.fromEntries(
        Array.from({ length: 21 }, (_, nth) => [
          `s${nth}`,
          { value: 1, until: '2026-01-01T00:00:00Z' },
        ]),
      ),
      '',
      'too_many',
    ],
  ])('are refused as %j', async (body, pointer, code) => {
    const { status, json } = await write(body)
    expect([status, json.errors[0]]).toMatchObject([422, { pointer, code }])
  })
})
