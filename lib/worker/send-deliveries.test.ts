// Deliveries on the real database, to a web server of this machine.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { queueEvents } from '#db/queries/deliveries.ts'
import { claimDeliveries } from '#db/queries/sending.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'
import { DeliverySender } from './send-deliveries.ts'

type Heard = { path: string; headers: IncomingHttpHeaders; body: string }
type Reply = { status: number; headers?: Record<string, string>; text?: string }

const KEY = Buffer.alloc(32, 'k').toString('base64')
let publisher: TestPublisher
let server: Server
let origin: string
let heard: Heard[]
/** By path. Null: it never answers. */
let replies: Record<string, Reply | null>
/** At the same time. */
let open = { now: 0, most: 0 }

beforeAll(async () => {
  server = createServer((request, response) => {
    open = { now: open.now + 1, most: Math.max(open.most, open.now + 1) }
    response.on('close', () => (open.now -= 1))
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const path = request.url!
      heard.push({ path, headers: request.headers, body })
      const reply = path in replies ? replies[path] : { status: 204 }
      if (reply) response.writeHead(reply.status, reply.headers).end(reply.text)
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
  publisher = await createTestPublisher({ BERTH_DEMO: '1' })
  heard = []
  replies = {}
  open = { now: 0, most: 0 }
  return () => publisher.close()
})

const subscribe = (name: string, over: object = {}) =>
  publisher.call('/subscriptions', {
    body: { name, kind: 'webhook', url: `${origin}/${name}`, secret: `whsec_${KEY}`, ...over },
  })

const queue = (name: string, dedupe = 'one', subject = 'Payments is degraded') =>
  publisher.inScope((scope) =>
    queueEvents(scope, [
      {
        subscription: { name, team: null },
        type: 'alert.fired',
        subject,
        data: { rule: 'payments', count: 3 },
        dedupe,
      },
    ]),
  )

/** Sends what is due until nothing more is. */
async function send(world = publisher.world): Promise<void> {
  const sender = new DeliverySender(world, new AbortController().signal)
  await sender.look()
  await sender.ended()
}

const rows = () =>
  publisher.inScope(({ tx, tenant }) =>
    tx.execute<{
      id: string
      state: string
      attempts: number
      status: number
      answer: string
      wait: number
    }>(
      sql`select id, state, attempts, last_status as status, last_answer as answer,
        extract(epoch from due_at - now())::float as wait
        from deliveries where tenant = ${tenant} order by created_at, id`,
    ),
  )

/** As if so much time had passed. */
const pass = (interval: string) =>
  publisher.inScope(async ({ tx, tenant }) => {
    await tx.execute(sql`update deliveries set due_at = due_at - ${interval}::interval
      where tenant = ${tenant}`)
    await tx.execute(sql`update receivers set rests_until = rests_until - ${interval}::interval
      where tenant = ${tenant}`)
  })

describe('an event', () => {
  it('reaches a webhook once, as a CloudEvent with a signature that verifies', async () => {
    await subscribe('pager')
    await queue('pager')
    await send()
    await send()
    expect(heard).toHaveLength(1)
    const [{ headers, body }] = heard as [Heard]
    const [row] = await rows()
    expect(headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': row!.id,
    })
    expect(verifies(headers, body)).toBe(true)
    expect(verifies(headers, body.replace('3', '4'))).toBe(false)
    expect(JSON.parse(body)).toMatchObject({
      specversion: '1.0',
      id: row!.id,
      type: 'dev.berth.alert.fired',
      subject: 'Payments is degraded',
      data: { rule: 'payments', count: 3 },
    })
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, status: 204 })
  })

  it('reaches Slack and Teams at the address that is their secret', async () => {
    for (const kind of ['slack', 'teams'] as const) {
      const made = await subscribe(kind, { kind, url: origin, secret: `${origin}/hidden/${kind}` })
      expect(made.status, made.text).toBe(201)
      await queue(kind)
    }
    await send()
    expect(heard.map(({ path }) => path).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      '/hidden/slack',
      '/hidden/teams',
    ])
    for (const { body, headers } of heard) {
      expect(body).toContain('Payments is degraded')
      expect(headers).not.toHaveProperty('webhook-signature')
    }
  })

  it('is not sent where a team has no leave to call any more', async () => {
    await publisher.call('/teams', { body: { name: 'ieb' } })
    const body = { name: 'pager', namespace: 'ieb', kind: 'webhook', url: `${origin}/pager` }
    const refused = await publisher.call('/subscriptions', {
      body: { ...body, secret: `whsec_${KEY}` },
    })
    expect(refused.json.errors).toMatchObject([{ pointer: '/url', code: 'host_not_listed' }])
  })
})

function verifies(headers: IncomingHttpHeaders, body: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest()
  const given = Buffer.from(String(headers['webhook-signature']).replace(/^v1,/, ''), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

describe('a receiver that fails', () => {
  it('is tried again later, with the same id, until it takes it', async () => {
    await subscribe('pager')
    replies['/pager'] = { status: 500, text: 'down\n<b>' }
    await queue('pager')
    await send()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, status: 500 }])
    await send()
    expect(heard).toHaveLength(1)
    await pass('10 seconds')
    delete replies['/pager']
    await send()
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }])
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is left alone for as long as it asks', async () => {
    await subscribe('pager')
    replies['/pager'] = { status: 429, headers: { 'retry-after': '600' } }
    await queue('pager')
    await send()
    const [row] = await rows()
    expect(row!.wait).toBeGreaterThan(500)
  })

  it('for good is given up after twelve attempts, and follows no redirect', async () => {
    await subscribe('pager')
    replies['/pager'] = { status: 302, headers: { location: `${origin}/elsewhere` } }
    await queue('pager')
    for (let attempt = 0; attempt < 13; attempt++) {
      await send()
      await pass('1 day')
    }
    expect(heard.map(({ path }) => path)).toEqual(Array.from({ length: 12 }, () => '/pager'))
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 12 }])
  })

  it('and is gone is suspended, with a change and its audit', async () => {
    await subscribe('pager')
    replies['/pager'] = { status: 410 }
    await queue('pager')
    await send()
    expect(await rows()).toMatchObject([{ state: 'failed', status: 410 }])
    const { json } = await publisher.call('/subscriptions/pager')
    expect(json).toMatchObject({ suspended: true, secret: 'set' })
    const change = await publisher.call(`/changes/${json.status.change}`)
    expect(change.json).toMatchObject({
      action: 'subscriptions.suspend',
      actor: { kind: 'system' },
    })
    const audit = await publisher.call('/audit?limit=1')
    expect(audit.json.items[0]).toMatchObject({ object: 'subscription/pager' })
    await queue('pager', 'two')
    expect(await rows()).toHaveLength(1)
  })

  it('delays no other, and rests itself', async () => {
    for (const name of ['dead', 'pager']) await subscribe(name)
    replies['/dead'] = null
    for (const dedupe of ['one', 'two', 'three']) await queue('dead', dedupe)
    const sender = new DeliverySender(publisher.world, new AbortController().signal)
    await sender.look()
    await queue('pager')
    await sender.look()
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toContain('delivered')
    expect(heard.filter(({ path }) => path === '/dead')).toHaveLength(1)
    server.closeAllConnections()
    await sender.ended()
    expect(heard.filter(({ path }) => path === '/dead')).toHaveLength(1)
  })
})

describe('several processes', () => {
  it('send each once, and to one receiver one at a time', async () => {
    await subscribe('pager')
    await subscribe('chat')
    for (let index = 0; index < 10; index++) {
      await queue('pager', `${index}`)
      await queue('chat', `${index}`)
    }
    const worlds = [publisher.world, publisher.newWorld(), publisher.newWorld()]
    for (let round = 0; round < 3; round++) await Promise.all(worlds.map((world) => send(world)))
    const ids = heard.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
    expect(open.most).toBeLessThanOrEqual(2)
  })

  it('send again what one took that died, once its lease is over', async () => {
    await subscribe('pager')
    await queue('pager')
    const died = await publisher.inScope((scope) => claimDeliveries(scope, 10))
    expect(died).toHaveLength(1)
    await send()
    expect(heard).toEqual([])
    await pass('2 minutes')
    await send()
    expect(heard).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  it('leave what is given up at the end to the next', async () => {
    await subscribe('pager')
    replies['/pager'] = null
    await queue('pager')
    const stop = new AbortController()
    const sender = new DeliverySender(publisher.world, stop.signal)
    await sender.look()
    await expect.poll(() => heard.length).toBe(1)
    stop.abort()
    await sender.ended()
    expect(await rows()).toMatchObject([{ state: 'sending', attempts: 1 }])
    await pass('2 minutes')
    delete replies['/pager']
    await send()
    expect(await rows()).toMatchObject([{ state: 'delivered' }])
  })
})

it('no secret of a receiver is in its log of deliveries', async () => {
  const secret = `${origin}/hidden/slack`
  await subscribe('slack', { kind: 'slack', url: origin, secret })
  replies['/hidden/slack'] = null
  await queue('slack')
  const sender = new DeliverySender(publisher.world, new AbortController().signal)
  await sender.look()
  await expect.poll(() => heard.length).toBe(1)
  server.closeAllConnections()
  await sender.ended()
  const [row] = await rows()
  expect(row).toMatchObject({ state: 'waiting', status: null })
  expect(row!.answer).not.toContain('hidden')
  expect(
    JSON.stringify(
      await inTenant(publisher.database, publisher.tenant.id, (tx) =>
        tx.execute(sql`select * from deliveries`),
      ),
    ),
  ).not.toContain('hidden')
})
