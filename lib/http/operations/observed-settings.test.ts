import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import { reportOf } from '#lib/http/testing/reports.ts'

const PATH = '/observed/settings'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const get = (call: Call = {}) => api.call(PATH, call)
const put = (body: unknown, call: Call = {}) =>
  api.call(PATH, { method: 'PUT', body, headers: { 'if-match': '*' }, ...call })

describe('the settings of what is observed', () => {
  it('are the region and a minute until an admin says otherwise', async () => {
    expect((await get()).json).toEqual({ label_keys: ['region'], report_interval_s: 60 })
  })

  it('are kept in one order, each label once, and answered so', async () => {
    const sent = { label_keys: ['zone', 'a/b', 'environment', 'zone'], report_interval_s: 300 }
    const { status, json } = await put(sent)
    expect(status).toBe(200)
    expect(json).toEqual({ label_keys: ['a/b', 'zone'], report_interval_s: 300 })
    expect((await get()).json).toEqual(json)
    expect((await put({ label_keys: [] })).json).toEqual({ label_keys: [], report_interval_s: 60 })
  })

  it('are set only by who has read them as they are', async () => {
    const etag = (await get()).headers.get('etag')!
    expect((await get({ headers: { 'if-none-match': etag } })).status).toBe(304)
    const headers = { 'if-match': etag }
    expect((await put({ label_keys: ['zone'] }, { headers })).status).toBe(200)
    expect(await put({ label_keys: [] }, { headers })).toMatchObject({
      status: 412,
      json: { code: 'precondition_failed', etag: (await get()).headers.get('etag') },
    })
    expect(await put({ label_keys: [] }, { headers: {} })).toMatchObject({ status: 428 })
    expect((await get({ headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('are no change of the fleet, and in the audit with what they were', async () => {
    const { headers } = await put({ label_keys: ['zone'], report_interval_s: 90 })
    expect(headers.get('berth-change')).toBeNull()
    const { json } = await api.call('/audit?action=observed-settings.replace&limit=1')
    expect(json.items[0]).toMatchObject({
      object: 'observed-settings',
      details: {
        edits: [
          {
            before: { label_keys: ['region'], report_interval_s: 60 },
            after: { label_keys: ['zone'], report_interval_s: 90 },
          },
        ],
      },
    })
  })

  it.each(['contributor', 'reader'] as const)('are read and not set by a %s', async (role) => {
    const token = await api.token(role)
    expect((await get({ token })).status).toBe(200)
    expect(await put({ label_keys: [] }, { token })).toMatchObject({ status: 403 })
  })

  it.each([
    // body | code | pointer
    [{}, 'required', '/label_keys'],
    [{ label_keys: ['a b'] }, 'label_key', '/label_keys/0'],
    [{ label_keys: [7] }, 'type', '/label_keys/0'],
    [{ label_keys: Array.from({ length: 11 }, (_, i) => `k${i}`) }, 'too_many', '/label_keys'],
    [{ label_keys: [], report_interval_s: 29 }, 'interval_range', '/report_interval_s'],
    [{ label_keys: [], report_interval_s: 3601 }, 'interval_range', '/report_interval_s'],
    [{ label_keys: [], report_interval_s: 60.5 }, 'type', '/report_interval_s'],
    [{ label_keys: [], more: 1 }, 'unknown_field', '/more'],
  ])('are not %j', async (body, code, pointer) => {
    const { status, json } = await put(body)
    expect(status).toBe(422)
    expect(json.errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })
})

describe('how often clusters report', () => {
  const report = `/clusters/${cluster.name}/report`
  let token: string
  beforeEach(async () => {
    expect((await api.call('/clusters', { body: cluster })).status).toBe(201)
    token = await api.token('reader', { cluster: cluster.name })
  })

  const send = (digest: string | null = null) =>
    api.call(report, {
      method: 'PUT',
      token,
      body: reportOf([]),
      headers: digest === null ? {} : { 'berth-report-digest': digest },
    })
  const known = async () => (await api.call(report)).json
  it('is what they are told, from their next report on', async () => {
    expect((await known()).interval_s).toBe(60)
    await put({ label_keys: [], report_interval_s: 600 })
    expect(await known()).toMatchObject({ interval_s: 600, freshness: 'none' })
    await put({ label_keys: [] })
    await send('first')
    await put({ label_keys: [], report_interval_s: 600 })
    expect((await known()).interval_s).toBe(60)
    const { json } = await send('second')
    expect(json.next_s).toBeGreaterThanOrEqual(540)
    expect(json.next_s).toBeLessThanOrEqual(660)
    expect((await known()).interval_s).toBe(600)
    await put({ label_keys: [], report_interval_s: 3600 })
    const body = { digest: 'second' }
    const { status, headers } = await api.call(`${report}/unchanged`, { token, body })
    expect(status).toBe(204)
    expect(Number(headers.get('berth-next-s'))).toBeGreaterThanOrEqual(3240)
    expect((await known()).interval_s).toBe(3600)
  })

  it.each([
    // told to report each | heard of so many seconds ago | freshness
    [60, 1000, 'stale'],
    [600, 1000, 'fresh'],
    [600, 1801, 'late'],
    [30, 200, 'late'],
    [30, 301, 'stale'],
  ])(
    'each %i s says after %i s that they are %s, wherever it is asked',
    async (seconds, ago, is) => {
      await put({ label_keys: [], report_interval_s: seconds })
      await send()
      await inTenant(api.database, api.tenant.id, (tx) =>
        tx.execute(sql`update cluster_reports set seen_at = now() - make_interval(secs => ${ago})
        where tenant = ${api.tenant.id}`),
      )
      expect(await known()).toMatchObject({ interval_s: seconds, freshness: is })
      const listed = await api.call(`/clusters?freshness=${is}`)
      expect(listed.json.items).toMatchObject([
        { name: cluster.name, status: { freshness: is, interval_s: seconds } },
      ])
      const { json } = await api.call('/observed/summary?by=cluster')
      expect(json.items).toMatchObject([{ key: cluster.name, freshness: { [is]: 1 } }])
    },
  )
})
