// Clusters report what runs on them, each of itself alone.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { answer } from '#lib/http/api/answer.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { argoApplication, listOf, reportedItem, reportOf } from '#lib/http/testing/reports.ts'
import { installServices } from '#lib/usecases/services.ts'
import { operations } from './operations.ts'

const NAMES = ['kit-01', 'kit-02', 'kit-03', 'kit-04', 'kit-05', 'kit-06', 'kit-07', 'kit-08']
const [
  FIRST = '',
  SECOND = '',
  THIRD = '',
  FOURTH = '',
  FIFTH = '',
  SIXTH = '',
  SEVENTH = '',
  EIGHTH = '',
] = NAMES

const healthy = readFileSync(path.join(import.meta.dirname, 'testing', 'healthy.json'), 'utf8')

async function fleet(api: TestApi): Promise<void> {
  const documents = [
    documentOf('team', team),
    documentOf('application', application),
    documentOf('target-policy', policy),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
  ]
  expect((await api.call('/apply', { body: documents })).status).toBe(200)
}

let api: TestApi
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await createTestApi()
  await fleet(api)
  for (const name of NAMES) tokens[name] = await api.token('contributor', { cluster: name })
})

const reportPath = (name: string) => `/clusters/${name}/report`
const send = (name: string, call: Call) =>
  api.call(reportPath(name), { method: 'PUT', token: tokens[name], ...call })
const seen = async (name: string) => (await api.call(reportPath(name))).json

/** What is kept of a cluster's applications, without which cluster it is and when. */
async function kept(name: string): Promise<readonly object[]> {
  const rows = await inTenant(api.database, api.tenant.id, (tx) =>
    tx.execute(sql`
      select to_jsonb(o) - array['cluster_id', 'word_at', 'word_sequence', 'state_since', 'written_at'] as row
      from observations o join revisions r on r.kind = 'cluster' and r.object = o.cluster_id
      where r.name = ${name} and r.ended is null`),
  )
  return rows.map(({ row }) => row as object)
}

const countKept = async () => {
  const audit = await api.call('/audit?limit=1')
  const changes = await api.call('/changes?limit=1')
  return [audit.json.total, changes.json.total]
}

const reportAs = (name: string, token: string | null) =>
  send(name, { token, body: reportOf([reportedItem()]) })

const instant = (ms: number) => new Date(ms).toISOString()

const sayUnchanged = (digest: string, fields: object = {}) =>
  api.call(`${reportPath(SEVENTH)}/unchanged`, {
    token: tokens[SEVENTH],
    body: { digest, at: new Date().toISOString(), ...fields },
  })

/** A body that begins, and ends when it is told to. */
function heldBody(text: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
  let pulls = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (stream) => {
        pulls += 1
        if (pulls === 1) return stream.enqueue(new TextEncoder().encode(text))
        isRead()
        await released
        stream.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body, read, release, pulls: () => pulls }
}

function put(name: string, body: BodyInit, to = api, token = tokens[name]!): Promise<Response> {
  installServices(to.services)
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
  const request = new Request(`https://berth.example.com/api/v1${reportPath(name)}`, init)
  const operation = operations.find(({ id }) => id === 'reportCluster')!
  return answer(operation, request, { name })
}

describe('a report', () => {
  it('is a list as kubectl printed it of a real Argo CD', async () => {
    const { status, json, headers } = await send(FIRST, { text: healthy })
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { received: 2, foreign: 0, ignored: 0 },
    })
    expect(json.changed).toBeGreaterThan(0)
    expect(json.next_s).toBeGreaterThanOrEqual(54)
    expect(json.next_s).toBeLessThanOrEqual(66)
    expect(headers.get('berth-next-s')).toBe(String(json.next_s))
    expect(await seen(FIRST)).toMatchObject({
      freshness: 'fresh',
      interval_s: 60,
      pulled: { commit: 'cea3ab970482084d99798fe6a17ef3ff9f414ba8', change: null },
    })
  })

  it('says the same in the short form as in the long one, compressed or not', async () => {
    const long = JSON.stringify(listOf(argoApplication({ health: 'Degraded' })), null, 4)
    const short = reportOf([reportedItem({ health: 'Degraded' })])
    const zipped = new Uint8Array(gzipSync(long))
    const gzip = { 'content-encoding': 'gzip' }
    expect((await send(SECOND, { text: long })).status).toBe(200)
    expect((await send(THIRD, { body: short })).status).toBe(200)
    expect((await send(FOURTH, { text: zipped, headers: gzip })).status).toBe(200)
    const first = await kept(SECOND)
    expect(first).toMatchObject([{ state: 'degraded' }])
    expect(await kept(THIRD)).toEqual(first)
    expect(await kept(FOURTH)).toEqual(first)
  })

  it('counts what pretends by its name to be ours, and what isn’t, as foreign', async () => {
    const items = [
      argoApplication({ tracked: false }),
      argoApplication({ name: 'somebody-elses' }),
      argoApplication({ namespace: 'elsewhere' }),
    ]
    const { json } = await send(FIFTH, { body: listOf(...items) })
    expect(json).toMatchObject({ received: 3, changed: 0, foreign: 3 })
    expect(await kept(FIFTH)).toEqual([])
  })

  it('is in no audit and no change, whether it is taken or refused', async () => {
    const before = await countKept()
    expect((await send(FIRST, { body: reportOf([]) })).status).toBe(200)
    expect((await send(FIRST, { body: { kind: 'Nothing' } })).status).toBe(400)
    expect((await send(FIRST, { token: tokens[SECOND], body: reportOf([]) })).status).toBe(403)
    expect(await countKept()).toEqual(before)
  })
})

describe('who a cluster is', () => {
  it('is said by its token: another cluster’s speaks of no other, whether or not there is one', async () => {
    for (const name of [FIRST, 'nowhere']) {
      const answers = await Promise.all([
        reportAs(name, tokens[SECOND]!),
        api.call(`${reportPath(name)}/unchanged`, {
          token: tokens[SECOND],
          body: { digest: 'x' },
        }),
      ])
      expect((await api.call(reportPath(name), { token: tokens[SECOND] })).status).toBe(404)
      for (const { status, json } of answers) {
        expect([status, json.code]).toEqual([403, 'not_this_cluster'])
      }
    }
  })

  it('is nobody with a forged token, and of its own tenant alone', async () => {
    const other = await createTestApi()
    await fleet(other)
    const theirs = await other.token('contributor', { cluster: SIXTH })
    expect((await reportAs(SIXTH, `berth_${'a'.repeat(43)}`)).json.code).toBe('token_invalid')
    expect((await reportAs(SIXTH, null)).status).toBe(401)
    expect((await reportAs(SIXTH, theirs)).status).toBe(200)
    expect(await seen(SIXTH)).toMatchObject({ freshness: 'none', observed_at: null })
    expect((await other.call(reportPath(SIXTH))).json).toMatchObject({ freshness: 'fresh' })
  })

  it('is shown to readers and to itself; only itself and admins report', async () => {
    const reader = await api.token('reader')
    const ofTeam = await api.token('contributor', { team: 'ieb' })
    for (const token of [reader, ofTeam, tokens[FIRST]!]) {
      expect((await api.call(reportPath(FIRST), { token })).status).toBe(200)
    }
    expect((await reportAs(FIRST, reader)).json.code).toBe('forbidden')
    expect((await reportAs(FIRST, ofTeam)).json.code).toBe('forbidden')
    expect((await reportAs(FIRST, await api.token('admin'))).status).toBe(200)
    expect((await reportAs('nowhere', await api.token('admin'))).status).toBe(404)
  })
})

describe('what a cluster says of its clock', () => {
  const HOUR = 3_600_000

  it('never makes what it says newer than when it was received', async () => {
    const ahead = instant(Date.now() + 24 * HOUR)
    expect((await send(FIRST, { body: reportOf([], { at: ahead }) })).status).toBe(200)
    const { observed_at, received_at, freshness, clock_offset_s } = await seen(FIRST)
    expect(Date.parse(observed_at)).toBeLessThanOrEqual(Date.parse(received_at))
    expect(freshness).toBe('fresh')
    expect(clock_offset_s).toBeGreaterThan(80_000)
  })

  it('is corrected by when it sent the report, a clock of an hour off included', async () => {
    const sent = Date.now() - HOUR
    const { status } = await send(EIGHTH, {
      body: listOf(argoApplication()),
      headers: {
        date: new Date(sent).toUTCString(),
        'berth-observed-at': instant(sent),
      },
    })
    expect(status).toBe(200)
    const { freshness, clock_offset_s } = await seen(EIGHTH)
    expect(freshness).toBe('fresh')
    expect(Math.abs(clock_offset_s + 3600)).toBeLessThan(60)
  })

  it('lets a report of long ago change nothing that is known', async () => {
    const before = await kept(THIRD)
    const old = reportOf([reportedItem({ health: 'Healthy' })], { at: instant(Date.now() - HOUR) })
    const { status, json } = await send(THIRD, { body: old })
    expect([status, json.changed, json.ignored]).toEqual([200, 0, 1])
    expect(await kept(THIRD)).toEqual(before)
  })

  it.each([
    ['berth-observed-at', 'yesterday'],
    ['berth-observed-at', '2026-11-22'],
    ['berth-observed-at', '2026-02-30T00:00:00Z'],
    ['berth-report-digest', 'a b'],
    ['berth-report-digest', 'x'.repeat(200)],
  ])('is refused where it can’t be read: %s: %s', async (name, value) => {
    const { status, json } = await send(FIRST, {
      body: listOf(),
      headers: { [name]: value },
    })
    expect([status, json.code]).toEqual([400, `header_${name.replaceAll('-', '_')}`])
  })
})

describe('a cluster on which nothing changed', () => {
  it('says so by the digest of its last report, and of no other', async () => {
    const headers = { 'berth-report-digest': 'one' }
    const body = listOf(argoApplication())
    expect((await send(SEVENTH, { body, headers })).status).toBe(200)
    const before = await seen(SEVENTH)
    const { status, headers: told, text } = await sayUnchanged('one')
    expect([status, text]).toEqual([204, ''])
    expect(Number(told.get('berth-next-s'))).toBeGreaterThanOrEqual(54)
    const after = await seen(SEVENTH)
    expect(Date.parse(after.observed_at)).toBeGreaterThan(Date.parse(before.observed_at))
    for (const digest of ['two', 'ONE']) {
      const { status, json } = await sayUnchanged(digest)
      expect([status, json.code]).toEqual([409, 'report_unknown'])
    }
    expect((await send(SEVENTH, { body })).status).toBe(200)
    expect((await sayUnchanged('one')).status).toBe(409)
  })

  it.each([
    [{ digest: '' }, 422],
    [{ at: 'yesterday' }, 422],
    [{ at: 1 }, 422],
    [{ more: 1 }, 422],
  ])('says it in this shape alone: %j', async (fields, status) => {
    expect((await sayUnchanged('one', fields)).status).toBe(status)
  })
})

describe('reports without end', () => {
  it('of one cluster are received one at a time, and the next is told when to come', async () => {
    const { body, read, release } = heldBody(JSON.stringify(listOf()))
    const first = put(FIRST, body)
    await read
    const second = await put(FIRST, JSON.stringify(listOf()))
    expect([second.status, await second.json()]).toMatchObject([
      429,
      { code: 'report_in_progress' },
    ])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
    expect((await put(SECOND, JSON.stringify(listOf()))).status).toBe(200)
    release()
    expect((await first).status).toBe(200)
    expect((await put(FIRST, JSON.stringify(listOf()))).status).toBe(200)
  })

  it('of one cluster are refused before any of them is read, and no one else is', async () => {
    const few = await createTestApi({ BERTH_RATE_BURST: '20', BERTH_RATE_PER_SECOND: '1' })
    await fleet(few)
    const token = await few.token('contributor', { cluster: FIRST })
    const answers: number[] = []
    for (let sent = 0; sent < 4; sent += 1) {
      answers.push((await put(FIRST, JSON.stringify(listOf()), few, token)).status)
    }
    expect(answers).toContain(200)
    const { body, pulls } = heldBody('{')
    const refused = await put(FIRST, body, few, token)
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: 'too_many_requests' },
    ])
    expect(pulls()).toBe(0)
    const other = await few.token('contributor', { cluster: SECOND })
    expect((await put(SECOND, JSON.stringify(listOf()), few, other)).status).toBe(200)
    expect((await few.call('/teams')).status).toBe(200)
  })

  it('let a cluster through that reports each five seconds', async () => {
    const { perSecond } = api.services.environment.rateLimit
    const { useCase } = operations.find(({ id }) => id === 'reportCluster')!
    expect(perSecond / useCase.oneIn!).toBeGreaterThan(1 / 5)
  })

  it('of a tenant take turns, and leave others theirs', async () => {
    const large = JSON.stringify(
      listOf(
        ...Array.from({ length: 500 }, (_, index) => argoApplication({ name: `a--${index}` })),
      ),
    )
    const flood = NAMES.map((name) => put(name, large))
    const saved = await api.call('/applications/ieb/app1', {
      method: 'PATCH',
      body: { description: 'while reports come' },
      headers: { 'if-match': '*' },
    })
    expect(saved.status).toBe(200)
    // On a busy machine some are told to come again.
    for (const { status } of await Promise.all(flood)) expect([200, 503]).toContain(status)
  })
})
