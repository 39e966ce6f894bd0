import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { EventReader } from '#lib/http/testing/event-reader.ts'
import { reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { signedInCookie, signInSettings, signOut } from '#lib/http/testing/signed-in.ts'
import { startStreamingServer } from '#lib/http/testing/streaming-server.ts'
import { writeAnnouncement } from '#lib/usecases/live/announcement.ts'
import { type LiveProcess, startLiveProcess } from '#lib/usecases/live/testing/live-process.ts'
import { installServices } from '#lib/usecases/services.ts'
import { answerApi } from './routes.ts'

const CLUSTER = cluster.name
/** Silence for so long makes a cluster late, and stale. */
const [LATE_MS, STALE_MS] = [181_000, 601_000]

let api: TestApi
let other: TestApi
/** Two processes of one installation. */
let one: LiveProcess
let two: LiveProcess
beforeAll(async () => {
  api = await createTestApi(signInSettings)
  other = await createTestApi(signInSettings)
  const documents = [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('cluster', cluster),
    documentOf('application', application),
    documentOf('target-policy', policy),
  ]
  for (const { call } of [api, other]) {
    expect((await call('/apply', { body: documents })).status).toBe(200)
  }
  one = await startLiveProcess(api.services, { heartbeatMs: 20 })
  two = await startLiveProcess(api.services, { heartbeatMs: 20 })
})
afterAll(() => Promise.all([one.end(), two.end()]))

type Asking = {
  readonly method?: 'GET' | 'PUT' | 'PATCH'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What a process answers. */
async function ask(process: LiveProcess, path: string, { method = 'GET', body, headers }: Asking) {
  installServices(process.services)
  const request = new Request(`https://berth.example.com/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'if-match': '*', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return answerApi(request)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const readerOf = async (by: TestApi) => bearer(await by.token('reader'))

/** A stream that is open: whatever happens from now on comes over it. */
async function follow(
  process: LiveProcess,
  headers: Readonly<Record<string, string>>,
): Promise<EventReader> {
  const response = await ask(process, '/events', { headers })
  expect(response.status).toBe(200)
  const reader = new EventReader(response)
  while (reader.lastId === null) expect(await reader.block()).not.toBe(null)
  return reader
}

/** Goes on from where a browser would, and answers what was missed. */
async function goOn(
  process: LiveProcess,
  headers: Readonly<Record<string, string>>,
  after: string | null,
) {
  return new EventReader(
    await ask(process, '/events', { headers: { ...headers, 'last-event-id': after ?? '' } }),
  )
}

/** Sends a report by the clock of a process. */
async function report(process: LiveProcess, health: string, by = api): Promise<void> {
  const at = process.services.clock().toISOString()
  const token = await by.token('reader', { cluster: CLUSTER })
  const items = [reportedItem({ name: 'berth' }), reportedItem({ health })]
  const answer = await ask(process, `/clusters/${CLUSTER}/report`, {
    method: 'PUT',
    body: reportOf(items, { at }),
    headers: bearer(token),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

async function describeCluster(process: LiveProcess, description: string, by = api) {
  const answer = await ask(process, `/clusters/${CLUSTER}`, {
    method: 'PATCH',
    body: { description },
    headers: bearer(await by.token('admin')),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return Number(answer.headers.get('berth-change'))
}

const advance = (process: LiveProcess, ms: number) =>
  process.setClock(new Date(process.services.clock().getTime() + ms))

describe('the stream of events', () => {
  it('is one that nothing on its way keeps, holds back or compresses', async () => {
    const response = await ask(one, '/events', { headers: await readerOf(api) })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await response.body!.cancel()
  })

  it('tells of changes with their numbers, whichever process accepted them', async () => {
    const readers = [await follow(one, await readerOf(api)), await follow(two, await readerOf(api))]
    const first = await describeCluster(one, 'told by one')
    for (const reader of readers)
      expect(await reader.next()).toEqual({ topic: 'changes', ids: [first] })
    const second = await describeCluster(two, 'told by the other')
    for (const reader of readers)
      expect(await reader.next()).toEqual({ topic: 'changes', ids: [second] })
    for (const reader of readers) await reader.close()
  })

  it('tells that a cluster said something new, and nothing where it said the same again', async () => {
    const reader = await follow(two, await readerOf(api))
    await report(one, 'Degraded')
    const said = [await reader.next(), await reader.next()]
    expect(said).toContainEqual({ topic: 'freshness', ids: [CLUSTER] })
    advance(one, 1000)
    await report(one, 'Degraded')
    advance(one, 1000)
    await report(one, 'Healthy')
    expect(await reader.next()).toEqual({ topic: 'observed', ids: [CLUSTER] })
    const change = await describeCluster(one, 'nothing in between')
    expect(await reader.next()).toEqual({ topic: 'changes', ids: [change] })
    await reader.close()
  })

  it('tells of clusters that become late and stale with time alone, once, and that they are back', async () => {
    const process = await startLiveProcess(api.services)
    advance(process, 60_000)
    const reader = await follow(process, await readerOf(api))
    await report(process, 'Degraded')
    expect(await reader.next()).toEqual({ topic: 'observed', ids: [CLUSTER] })
    for (const ms of [LATE_MS, STALE_MS]) {
      advance(process, ms)
      await process.look()
      expect(await reader.next()).toEqual({ topic: 'freshness', ids: [CLUSTER] })
      await process.look()
    }
    await report(process, 'Degraded')
    expect(await reader.next()).toEqual({ topic: 'freshness', ids: [CLUSTER] })
    await process.look()
    const change = await describeCluster(process, 'all was told once')
    expect(await reader.next()).toEqual({ topic: 'changes', ids: [change] })
    await reader.close()
    await process.end()
  })

  it('tells a tenant nothing of another', async () => {
    const ours = await follow(one, await readerOf(api))
    const theirs = await follow(one, await readerOf(other))
    await describeCluster(one, 'of theirs', other)
    await report(two, 'Degraded', other)
    const change = await describeCluster(one, 'of ours')
    expect(await ours.next()).toEqual({ topic: 'changes', ids: [change] })
    expect((await theirs.next())?.topic).toBe('changes')
    await ours.close()
    await theirs.close()
  })

  it('tells members of a team that something changed, and not which change', async () => {
    const headers = bearer(await api.token('reader', { team: 'other' }))
    const reader = await follow(one, headers)
    await describeCluster(one, 'by somebody')
    expect(await reader.next()).toEqual({ topic: 'changes' })
    one.services.announcer.say(api.tenant.id, 'observed', CLUSTER)
    expect(await reader.next()).toEqual({ topic: 'observed', ids: [CLUSTER] })
    await reader.close()
  })

  it('goes on where it ended, in any process', async () => {
    const headers = await readerOf(api)
    const reader = await follow(one, headers)
    const heard = await describeCluster(two, 'heard')
    expect(await reader.next()).toEqual({ topic: 'changes', ids: [heard] })
    await reader.close()
    const missed = [await describeCluster(one, 'missed'), await describeCluster(two, 'missed, too')]
    for (const process of [one, two]) {
      const next = await describeCluster(process, `goes on in ${process === one}`)
      missed.push(next)
      const again = await goOn(process, headers, reader.lastId)
      expect(await idsUntil(again, next)).toEqual(missed)
    }
  })

  it('begins with a reset after a place that nobody knows', async () => {
    const reader = await goOn(one, await readerOf(api), 'of another life')
    expect(await reader.next()).toEqual({ topic: 'reset' })
    const place = reader.lastId
    const elsewhere = await follow(two, await readerOf(api))
    const change = await describeCluster(one, 'after the reset')
    expect(await reader.next()).toEqual({ topic: 'changes', ids: [change] })
    await reader.close()
    // What one process has told, the other may hear a moment later.
    await idsUntil(elsewhere, change)
    const again = await goOn(two, await readerOf(api), reader.lastId)
    expect(place).not.toBe(null)
    const next = await describeCluster(two, 'no reset again')
    expect(await again.next()).toEqual({ topic: 'changes', ids: [next] })
    await again.close()
  })

  it('says so when what happened could not be heard for a moment', async () => {
    const process = await startLiveProcess(api.services)
    const headers = await readerOf(api)
    const reader = await follow(process, headers)
    await describeCluster(one, 'heard')
    await reader.next()
    const before = reader.lastId
    await process.cut()
    await describeCluster(one, 'perhaps not heard')
    while ((await reader.next())?.topic !== 'reset') continue
    const change = await describeCluster(process, 'heard again')
    while ((await reader.next())?.ids?.includes(change) !== true) continue
    const later = await goOn(process, headers, before)
    expect(await later.next()).toEqual({ topic: 'reset' })
    await reader.close()
    await later.close()
    await process.end()
  })

  it('shows that it goes on while nothing happens', async () => {
    const reader = await follow(one, await readerOf(api))
    // What happened before is told a moment later.
    let block = await reader.block()
    while (block?.type === 'message') block = await reader.block()
    expect(block).toEqual({ id: null, type: 'heartbeat', data: '{}' })
    await reader.close()
  })

  it('ends when the token is revoked, or the person signs out or loses a right', async () => {
    const made = await api.call('/tokens', { body: { name: 'x', role: 'reader' } })
    const byToken = await follow(one, bearer(made.json.token))
    const grant = { source: 'group', value: 'auditors', role: 'reader' }
    const { id } = (await api.call('/role-grants', { body: grant })).json
    const cookieOf = (name: string) => signedInCookie(api.services, { name, groups: ['auditors'] })
    const byCookie = await follow(one, { cookie: await cookieOf('Rita') })
    const leaving = await cookieOf('Otto')
    const byLeaving = await follow(one, { cookie: leaving })
    await api.call(`/tokens/${made.json.id}`, { method: 'DELETE' })
    expect(await byToken.next()).toBe(null)
    await signOut(api.services, leaving)
    expect(await byLeaving.next()).toBe(null)
    await api.call(`/role-grants/${id}`, { method: 'DELETE' })
    expect(await byCookie.next()).toBe(null)
  })

  it('ends at once when the process stops, and none begins any more', async () => {
    const process = await startLiveProcess(api.services)
    const headers = await readerOf(api)
    const reader = await follow(process, headers)
    await process.end()
    expect(await reader.next()).toBe(null)
    const refused = await ask(process, '/events', { headers })
    expect(refused.status).toBe(503)
  })

  it('is open a few times for one principal, and for one tenant', async () => {
    const process = await startLiveProcess(api.services, { perPayer: 2, perTenant: 3 })
    const [mine, yours, elsewhere] = [
      await readerOf(api),
      await readerOf(api),
      await readerOf(other),
    ]
    const readers = [await follow(process, mine), await follow(process, mine)]
    const tooMany = await ask(process, '/events', { headers: mine })
    expect(tooMany.status).toBe(429)
    expect(await tooMany.json()).toMatchObject({ code: 'too_many_streams' })
    readers.push(await follow(process, yours))
    const full = await ask(process, '/events', { headers: yours })
    expect([full.status, full.headers.has('retry-after')]).toEqual([503, true])
    readers.push(await follow(process, elsewhere))
    await readers[0]!.close()
    readers.push(await follow(process, mine))
    for (const reader of readers) await reader.close()
    await process.end()
  })

  it('ends after a while, wherever its client is, and its place is free: who comes back misses nothing', async () => {
    const process = await startLiveProcess(api.services, { perPayer: 1, openMs: 200 })
    installServices(process.services)
    const headers = await readerOf(api)
    const server = await startStreamingServer((request) => answerApi(request))
    const lines = [
      'GET /api/v1/events HTTP/1.1',
      'Host: portal',
      ...Object.entries(headers).map((header) => header.join(': ')),
    ]
    const socket = await server.open(`${lines.join('\r\n')}\r\n\r\n`)
    await once(socket, 'data')
    // It vanishes without a word: it reads nothing any more, and closes nothing.
    socket.pause()
    const statusOfNext = async () => {
      const next = await ask(process, '/events', { headers })
      if (next.status === 200) await next.body?.cancel()
      return next.status
    }
    await expect.poll(statusOfNext).toBe(200)

    const reader = await follow(process, headers)
    while ((await reader.block()) !== null) continue
    const missed = await describeCluster(one, 'between two streams')
    const again = await goOn(process, headers, reader.lastId)
    expect((await again.next())?.ids).toContain(missed)
    await again.close()
    await server.close()
    await process.end()
  })

  it('holds no connection to the database while it is open', async () => {
    const headers = await readerOf(api)
    const readers = []
    // More than there are connections.
    for (let count = 0; count < 6; count++) readers.push(await follow(one, headers))
    expect((await api.call('/teams')).status).toBe(200)
    for (const reader of readers) await reader.close()
  })

  it('is cut off for whoever does not read it', async () => {
    const process = await startLiveProcess(api.services, { perPayer: 1 })
    installServices(process.services)
    const token = await api.token('reader')
    const server = await startStreamingServer((request) => answerApi(request))
    const socket = await server.open(
      `GET /api/v1/events HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    socket.pause()
    await server.untilTaken(1)
    const isOpen = async () => {
      const second = await ask(process, '/events', { headers: bearer(token) })
      await second.body?.cancel()
      return second.status === 429
    }
    await expect.poll(isOpen).toBe(true)
    const said = [{ tenant: api.tenant.id, topic: 'observed', ids: ['x'.repeat(7000)] }] as const
    // What the system's own buffers take, and somewhat more.
    for (let count = 0; (await isOpen()) && count < 10_000; count += 1) {
      for (let times = 0; times < 100; times += 1) {
        process.services.live.hear(writeAnnouncement({ id: `${count}-${times}`, said }).text)
      }
    }
    expect(await isOpen()).toBe(false)
    await server.close()
    await process.end()
  })
})

async function idsUntil(reader: EventReader, last: number) {
  const ids: unknown[] = []
  while (!ids.includes(last)) ids.push(...((await reader.next())?.ids ?? []))
  await reader.close()
  return ids
}
