// Schedulers asked on the real database, at a web server of this machine.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTenant, PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { claimAsks } from '#db/queries/scheduler-asks.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'
import { SchedulerAsker } from './ask-schedulers.ts'
import { holdTenant } from './testing/hold-tenant.ts'

type Question = { readonly change: number; readonly policy: { readonly name: string } }
type Heard = { readonly headers: IncomingHttpHeaders; readonly body: string }
type Reply = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly text?: string
  readonly bytes?: number
}

const KEY = Buffer.alloc(32, 'k').toString('base64')
const NAMES = ['c1', 'c2', 'c3']
const POLICY = `/target-policies/${policy.name}`

let api: TestApi
let server: Server
let origin: string
let heard: Heard[]
/** Null: it never answers. */
let reply: (asked: Question) => Reply | null | Promise<Reply | null>

async function answerTo(body: string, response: ServerResponse): Promise<void> {
  const said = await reply(JSON.parse(body))
  if (said === null) return
  response.writeHead(said.status, said.headers)
  response.end(said.bytes === undefined ? said.text : ' '.repeat(said.bytes))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      void answerTo(body, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(async () => {
  heard = []
  reply = () => decided(['c1'])
  api = await createTestApi({ BERTH_DEMO: '1' })
  await saveScheduled(api, { policies: [policy.name], timeout: '1s' })
})

/** Policies that a scheduler decides which is asked at the server. */
async function saveScheduled(
  { call }: TestApi,
  { policies, timeout }: { readonly policies: readonly string[]; readonly timeout: string },
): Promise<void> {
  const scheduler = { name: 'packer', url: `${origin}/ask`, secret: `whsec_${KEY}`, timeout }
  const scheduled = { ...policy, cluster_selector: '*', scheduler: 'packer' }
  const documents = [
    documentOf('team', team),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
    documentOf('application', application),
    documentOf('scheduler', scheduler),
    ...policies.map((name) => documentOf('target-policy', { ...scheduled, name })),
  ]
  expect(await call('/apply', { body: documents })).toMatchObject({ status: 200 })
}

const answered = (...decisions: readonly object[]): Reply => ({
  status: 200,
  text: JSON.stringify({ decisions }),
})
const decision = (clusters: readonly string[], over: object = {}) => ({
  namespace: 'ieb',
  application: application.name,
  clusters,
  ...over,
})
const decided = (clusters: readonly string[]) => answered(decision(clusters))

const inOurs = <T>(run: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(api.database, api.tenant.id, run)

const world = () => ({ services: api.services, tenants: async () => [api.tenant] })

/** As if the time had passed until a scheduler is due. */
const letTimePass = ({ database, tenant: { id: tenant } } = api) =>
  inTenant(database, tenant, (tx) =>
    tx.execute(sql`update scheduler_asks set due_at = now() - interval '1 second', asked_at = asked_at - interval '1 day'
      where tenant = ${tenant} and due_at is not null`),
  )

async function ask(signal = new AbortController().signal): Promise<void> {
  const asker = new SchedulerAsker(world(), signal)
  await asker.look()
  await asker.ended()
}

async function askNow(): Promise<void> {
  await letTimePass()
  await ask()
}

const status = async () => (await api.call(`${POLICY}/decision`)).json.status

/** In how many seconds it is asked again. */
const dueInSeconds = async () =>
  Math.round((Date.parse((await status()).due_at) - Date.now()) / 1000)

const placed = async () => {
  const { json } = await api.call(`/placements?application=${application.name}&limit=100`)
  return json.items.map((item: { cluster: string }) => item.cluster).sort()
}

const editPolicy = (body: object) =>
  api.call(POLICY, { method: 'PATCH', body, headers: { 'if-match': '*' } })

describe('a scheduler', () => {
  it('is asked soon after an edit, not at once, and what it answers is placed', async () => {
    await ask()
    expect(heard).toEqual([])
    expect(await dueInSeconds()).toBeLessThanOrEqual(5)
    await askNow()
    expect(await placed()).toEqual(['c1'])
    expect(JSON.parse(heard[0]!.body)).toMatchObject({
      change: 1,
      policy: { name: policy.name },
      applications: [{ namespace: 'ieb', name: application.name }],
      clusters: NAMES.map((name) => ({ name })),
      current: [],
      next: null,
    })
    const change = (await api.call('/changes?limit=1')).json.items[0]
    expect(change).toMatchObject({
      actor: { kind: 'system', name: 'scheduler:packer' },
      action: 'decisions.replace',
    })
    expect(await status()).toMatchObject({ failures: 0, error: null })
    expect(await dueInSeconds()).toBeGreaterThan(3500)
  })

  it('proves that the question is Berth’s', async () => {
    await askNow()
    const { headers, body } = heard[0]!
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const key = Buffer.from(KEY, 'base64')
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    expect(headers['webhook-id']).toBe(JSON.parse(body).id)
  })

  it('is asked again after an edit, once a minute at most, and not for what it decided itself', async () => {
    await askNow()
    expect(await dueInSeconds()).toBeGreaterThan(3500)
    await editPolicy({ description: 'x' })
    expect(await dueInSeconds()).toBeGreaterThan(50)
    expect(await dueInSeconds()).toBeLessThanOrEqual(60)
    await inOurs((tx) =>
      tx.execute(sql`update scheduler_asks set asked_at = now() - interval '1 hour'`),
    )
    await editPolicy({ description: 'y' })
    expect(await dueInSeconds()).toBeLessThanOrEqual(5)
  })

  it('may answer later, with its token', async () => {
    reply = () => ({ status: 202 })
    await askNow()
    expect(await placed()).toEqual([])
    expect(await status()).toMatchObject({ failures: 0, error: null })
    const later = await api.call(`${POLICY}/decision`, {
      method: 'PUT',
      body: { decisions: [decision(['c2'])] },
      headers: { 'if-match': `"${JSON.parse(heard[0]!.body).change}"` },
      token: await api.token('scheduler', { scheduler: 'packer' }),
    })
    expect(later.status).toBe(200)
    expect(await placed()).toEqual(['c2'])
  })

  it('is never asked without an address', async () => {
    await api.call('/schedulers', { body: { name: 'writes' } })
    await editPolicy({ scheduler: 'writes' })
    await askNow()
    expect(heard).toEqual([])
    expect(await status()).toMatchObject({
      asked_at: null,
      due_at: null,
      failures: 0,
      error: null,
    })
  })
})

describe('an answer', () => {
  const million = Array.from({ length: 1_000_000 }, (_, nth) => `x${nth}`)
  const many = Array.from({ length: 1000 }, () => decision(million.slice(0, 500)))
  const bad: readonly (readonly [string, Reply, string])[] = [
    ['of a million names', decided(million), 'more than 250000 values'],
    ['of many decisions of many names', answered(...many), 'is no cluster'],
    ['with NaN', { status: 200, text: '{"decisions": [NaN]}' }, 'not valid JSON'],
    ['that is cut off', { status: 200, text: '{"decisions": [' }, 'not valid JSON'],
    ['of another shape', { status: 200, text: '[]' }, 'object'],
    ['with a number for a name', answered(decision([7 as never])), 'string'],
    ['that decides twice', answered(decision(['c1']), decision(['c2'])), 'earlier decision'],
    ['that names what isn’t there', decided(['c1', 'theirs']), '"theirs"'],
    ['that names nobody’s application', answered(decision([], { application: 'x' })), 'ieb/x'],
    ['that confirms', { status: 200, text: '{"confirm": true}' }, 'Only people confirm'],
    [
      'that leads elsewhere',
      { status: 307, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
      'status 307',
    ],
    ['that is an error', { status: 500 }, 'status 500'],
    ['without end', { status: 200, bytes: 16 * 1024 * 1024 + 1 }, 'more than 16,777,216 bytes'],
  ]
  it.each(bad)('%s is refused whole, and the last decision stays', async (_, said, error) => {
    await askNow()
    reply = () => said
    await askNow()
    expect(heard).toHaveLength(2)
    expect(await placed()).toEqual(['c1'])
    expect((await status()).error).toContain(error)
  })

  it('that names a cluster of another tenant is refused', async () => {
    const elsewhere = await createTestApi()
    await elsewhere.call('/clusters', { body: { ...cluster, name: 'theirs' } })
    reply = () => decided(['theirs'])
    await askNow()
    expect(await placed()).toEqual([])
    expect(await status()).toMatchObject({ failures: 1 })
  })

  it('that doesn’t come in time is none', async () => {
    reply = () => null
    await askNow()
    expect(await status()).toMatchObject({ failures: 1, error: expect.stringContaining('in time') })
  })

  it('that empties an application has to say so', async () => {
    await askNow()
    reply = () => decided([])
    await askNow()
    expect(await placed()).toEqual(['c1'])
    expect((await status()).error).toContain('"empty": true')
  })

  it('about what has changed meanwhile is late, which is nobody’s failure, and it is asked again', async () => {
    reply = async () => {
      await api.call('/clusters', { body: { ...cluster, name: 'fresh' } })
      return decided(['c1'])
    }
    await askNow()
    expect(await placed()).toEqual([])
    expect(await status()).toMatchObject({ failures: 0, error: expect.stringContaining('changed') })
    expect(await dueInSeconds()).toBeLessThanOrEqual(60)
    const { json } = await api.call('/audit?limit=1')
    expect(json.items[0]).toMatchObject({
      action: 'decisions.replace',
      result: 'refused',
      code: 'precondition_failed',
      actor: { name: 'scheduler:packer' },
    })
  })
})

const claim = () => inOurs((tx) => claimAsks({ tx, tenant: api.tenant.id }, 2))

/** What is known of asking for policies. */
const asks = async () => (await countRows(api))['scheduler_asks']

/** The policies that were asked for, in this order. */
const asked = (): readonly string[] => heard.map(({ body }) => JSON.parse(body).policy.name)

it('a tenant with many policies and a slow scheduler delays no question of another tenant', async () => {
  const slow = await createTestApi({ BERTH_DEMO: '1' })
  const policies = Array.from({ length: 12 }, (_, nth) => `slow-${nth}`)
  await saveScheduled(slow, { policies, timeout: '60s' })
  const held = Promise.withResolvers<Reply>()
  reply = ({ policy: { name } }) => (name === policy.name ? decided(['c1']) : held.promise)
  const tenants = async () => [slow.tenant, api.tenant]
  const asker = new SchedulerAsker({ ...world(), tenants }, new AbortController().signal)

  await letTimePass(slow)
  await asker.look()
  await expect.poll(asked).toHaveLength(2)
  await letTimePass()
  for (let look = 0; look < 4; look++) await asker.look()
  await expect.poll(placed).toEqual(['c1'])
  // All that time the slow one answered nothing, and was asked nothing more.
  expect(asked().filter((name) => name !== policy.name)).toHaveLength(2)
  held.resolve(answered())
  await asker.ended()
  await asker.look()
  await asker.ended()
  expect(asked().filter((name) => name !== policy.name)).toHaveLength(4)
})

const PATIENT = { timeout: 30_000 }

describe('while somebody holds the rows of as many tenants as take all places', () => {
  const policies = ['first', 'second', 'third', 'fourth']
  const releasing = new AbortController()
  let held: readonly TestApi[]
  let asker: SchedulerAsker
  let ended: Promise<unknown>
  beforeEach(async () => {
    // Whoever rests does until the test lets time pass.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    held = await Promise.all(['a', 'b', 'c', 'd'].map(() => createTestApi({ BERTH_DEMO: '1' })))
    for (const each of held) await saveScheduled(each, { policies, timeout: '60s' })
    const holding = await Promise.all(held.map((each) => holdTenant(each, releasing.signal)))
    ended = Promise.all(holding.map((each) => each.ended))
    const services = {
      ...api.services,
      database: { ...api.database, timeouts: PUBLISHER_TIMEOUTS },
    }
    const tenants = async () => [...held.map(({ tenant }) => tenant), api.tenant]
    asker = new SchedulerAsker({ services, tenants }, new AbortController().signal)
    for (const each of held) await letTimePass(each)
    await asker.look()
    await expect.poll(asked, PATIENT).toHaveLength(8)
  })
  afterEach(async () => {
    releasing.abort()
    await ended
    vi.useRealTimers()
  })

  it('the question of another tenant is asked, and theirs once they may be answered', async () => {
    await letTimePass()
    while ((await placed()).length === 0) await asker.look()
    expect(asked().filter((name) => name === policy.name)).toHaveLength(1)
    // They rest, although more of them is due, and although places are free.
    await asker.ended()
    await asker.look()
    expect(asked()).toHaveLength(9)

    releasing.abort()
    await ended
    vi.setSystemTime(Date.now() + 60_000)
    for (const each of held) await letTimePass(each)
    await asker.look()
    await asker.ended()
    expect(asked()).toHaveLength(17)
    for (const each of held) {
      const { json } = await each.call(`/placements?application=${application.name}`)
      expect(json.total).toBeGreaterThan(0)
    }
  })
})

it('nothing is left of asking for a policy that is deleted, or that no scheduler decides any more', async () => {
  await askNow()
  expect(await asks()).toBe(1)
  await editPolicy({ scheduler: null })
  expect(await asks()).toBe(0)
  await editPolicy({ scheduler: 'packer' })
  expect(await asks()).toBe(1)
  const gone = await api.call(POLICY, { method: 'DELETE', headers: { 'if-match': '*' } })
  expect(gone.status, gone.text).toBe(204)
  expect(await asks()).toBe(0)
})

describe('of several processes', () => {
  it('one asks', async () => {
    await letTimePass()
    await Promise.all([ask(), ask(), ask()])
    expect(heard).toHaveLength(1)
  })

  it('another one asks after one that ended between the answer and the save', async () => {
    await letTimePass()
    const dying = new AbortController()
    reply = () => {
      dying.abort()
      return decided(['c2'])
    }
    await ask(dying.signal)
    expect(await placed()).toEqual([])
    await ask()
    expect(heard).toHaveLength(1)
    reply = () => decided(['c3'])
    await askNow()
    expect(await placed()).toEqual(['c3'])
  })

  it('each claims other policies, those first that have waited longest', async () => {
    for (const name of ['second', 'third']) {
      const body = { ...policy, name, cluster_selector: '*', scheduler: 'packer' }
      expect((await api.call('/target-policies', { body })).status).toBe(201)
    }
    await letTimePass()
    const claimed = [...(await claim()), ...(await claim()), ...(await claim())]
    expect(new Set(claimed.map((each) => each.policy)).size).toBe(3)
    expect(claimed).toHaveLength(3)
  })
})

it('three failures in a row are told of, and it is asked less often until it is well again', async () => {
  reply = () => ({ status: 503 })
  for (const failures of [1, 2, 3]) {
    await askNow()
    expect(await status()).toMatchObject({ failures })
    expect(await dueInSeconds()).toBeGreaterThan(failures < 3 ? 50 : 890)
    expect(await dueInSeconds()).toBeLessThanOrEqual(failures < 3 ? 60 : 900)
  }
  await inOurs((tx) => tx.execute(sql`update scheduler_asks set asked_at = now()`))
  await editPolicy({ description: 'x' })
  expect(await dueInSeconds()).toBeGreaterThan(880)
  reply = () => decided(['c1'])
  await askNow()
  expect(await status()).toMatchObject({ failures: 0, error: null })
  expect(await placed()).toEqual(['c1'])
})
