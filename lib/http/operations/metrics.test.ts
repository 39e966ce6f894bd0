// A cluster's own Prometheus writes its metrics. Which cluster it is comes from the token.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inTenant } from '#db/client.ts'
import { readRows } from '#db/rows.ts'
import { type Call, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { cluster } from '#lib/http/testing/bodies.ts'
import {
  CONTENT_TYPES,
  message1,
  message2,
  snappy,
  type WrittenSeries,
} from '#lib/http/testing/remote-write.ts'

const OTHER = 'kit-02'
const MINUTE_MS = 60_000
/** The middle of an hour that is over. */
const HALF_PAST = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 30 * MINUTE_MS

let api: TestApi
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await createTestApi()
  for (const name of [cluster.name, OTHER]) {
    expect((await api.call('/clusters', { body: { ...cluster, name } })).status).toBe(201)
    tokens[name] = await api.token('contributor', { cluster: name })
  }
})

const write = (text: Uint8Array<ArrayBuffer>, call: Call = {}) =>
  api.call('/metrics/write', {
    text,
    token: tokens[cluster.name],
    ...call,
    headers: {
      'content-type': CONTENT_TYPES[1],
      'content-encoding': 'snappy',
      'x-prometheus-remote-write-version': '0.1.0',
      ...call.headers,
    },
  })
const write1 = (...series: WrittenSeries[]) => write(snappy(message1(series)))
const write2 = (...series: WrittenSeries[]) =>
  write(snappy(message2(series)), { headers: { 'content-type': CONTENT_TYPES[2] } })

let targets = 0
const newTarget = () => `10.0.0.${(targets += 1)}:8082`

const syncs = (
  instance: string,
  samples: WrittenSeries['samples'],
  labels: Record<string, string> = {},
): WrittenSeries => ({
  labels: {
    __name__: 'argocd_app_sync_total',
    dest_server: 'https://kubernetes.default.svc',
    dry_run: 'false',
    instance,
    name: 'ieb--app1',
    namespace: 'argocd',
    phase: 'Succeeded',
    project: 'ieb',
    ...labels,
  },
  samples,
})

const hourRow = z.strictObject({ cluster: z.string(), counts: z.unknown() })

/** What was counted of the hour. */
async function counted(): Promise<Record<string, unknown>> {
  const end = new Date(HALF_PAST + 30 * MINUTE_MS).toISOString()
  const rows = await inTenant(
    api.database,
    api.tenant.id,
    (tx) =>
      readRows(tx, hourRow)`
      select r.name as cluster, m.counts from metric_hours m
      join revisions r on r.kind = 'cluster' and r.object = m.cluster and r.ended is null
      where m.at = ${end}::timestamptz`,
  )
  return Object.fromEntries(rows.map(({ cluster: name, counts }) => [name, counts]))
}

const succeededOf = async (name: string) =>
  (((await counted())[name] ?? {}) as { syncs_by_phase?: { Succeeded?: number } }).syncs_by_phase
    ?.Succeeded ?? 0

const at = (minutes: number) => HALF_PAST + minutes * MINUTE_MS

describe.each([
  ['1.0', write1],
  ['2.0', write2],
])('what a Prometheus writes by %s', (_, send) => {
  it('is counted once for the cluster of its token, however often it is sent, whatever its labels say', async () => {
    const before = [await succeededOf(cluster.name), await succeededOf(OTHER)]
    const instance = newTarget()
    const labels = { cluster: OTHER }
    const batches = [at(0), at(1), at(2)].map((time, index) =>
      syncs(instance, [[time, 10 + index * 4]], labels),
    )
    for (const batch of [...batches, batches[0]!, batches[1]!]) {
      const answer = await send(batch)
      expect(answer.status, answer.text).toBe(204)
      expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBe('1')
    }
    expect(await succeededOf(cluster.name)).toBe(before[0]! + 8)
    expect(await succeededOf(OTHER)).toBe(before[1])
  })

  it('is dropped and counted, where Berth keeps nothing of it', async () => {
    const instance = newTarget()
    const { status, headers } = await send(
      syncs(instance, [[at(0), 1]]),
      { labels: { __name__: 'go_goroutines', instance }, samples: [[at(0), 7]] },
      {
        labels: { __name__: 'argocd_app_sync_total', phase: 'Of the moon' },
        samples: [[at(0), 7]],
      },
    )
    expect(status).toBe(204)
    expect(headers.get('x-prometheus-remote-write-samples-written')).toBe('3')
    expect(headers.get('berth-samples-kept')).toBe('1')
    expect(headers.get('berth-samples-dropped')).toBe('2')
  })

  it('goes on counting after the process began anew, and after a series ended', async () => {
    const before = await succeededOf(cluster.name)
    const instance = newTarget()
    await send(syncs(instance, [[at(0), 100]]))
    await send(syncs(instance, [[at(1), 'stale']]))
    await send(syncs(instance, [[at(2), 102]]))
    await send(syncs(instance, [[at(3), 3]]))
    expect(await succeededOf(cluster.name)).toBe(before + 5)
  })

  it('warns of samples that come after newer ones', async () => {
    const instance = newTarget()
    await send(syncs(instance, [[at(5), 5]]))
    const late = await send(syncs(instance, [[at(1), 2]]))
    expect(late.status).toBe(204)
    expect(late.headers.get('berth-warning')).toBe('out_of_order')
  })

  it('is refused in part where samples are of the future', async () => {
    const instance = newTarget()
    const answer = await send(
      syncs(instance, [[at(0), 1]]),
      syncs(instance, [[Date.parse('2200-01-01T00:00:00Z'), 1]], { phase: 'Failed' }),
    )
    expect([answer.status, answer.json.code]).toEqual([400, 'metrics_invalid'])
    expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBe('1')
  })
})

describe('a histogram', () => {
  it('becomes reconciliations by how long each took, from either way to write a bucket', async () => {
    const instance = newTarget()
    const buckets = (time: number, counts: Readonly<Record<string, number>>) =>
      Object.entries(counts).map(([le, count]) => ({
        labels: { __name__: 'argocd_app_reconcile_bucket', instance, namespace: 'argocd', le },
        samples: [[time, count] as const],
      }))
    const none = { '0.25': 0, '0.5': 0, '1': 0, '2': 0, '4': 0, '8': 0, '16': 0, '+Inf': 0 }
    const [first, ...rest] = buckets(at(1), {
      '0.25': 5,
      '0.5': 6,
      '1.0': 6,
      '2.0': 6,
      '4.0': 9,
      '8.0': 9,
      '16.0': 9,
      '+Inf': 10,
    })
    await write1(...buckets(at(0), none))
    await write1(first!)
    await write1(...rest)
    const { reconcile_duration } = (await counted())[cluster.name] as Record<string, object>
    expect(reconcile_duration).toMatchObject({ '0.25': 5, '0.5': 1, '4': 3, inf: 1 })
    expect(Object.values(reconcile_duration!).reduce((sum, each) => sum + each, 0)).toBe(10)
  })

  it('of the native kind is taken and not kept', async () => {
    const histogram = {
      count_int: 3,
      sum: 2.5,
      schema: 3,
      timestamp: at(0),
      positive_spans: [{ offset: 0, length: 1 }],
      positive_deltas: [3],
    }
    const native = message2([{ labels: { __name__: 'argocd_app_reconcile' } }], (message) => ({
      ...message,
      timeseries: message.timeseries.map((series) => ({ ...series, histograms: [histogram] })),
    }))
    const { status, headers } = await write(snappy(native), {
      headers: { 'content-type': CONTENT_TYPES[2] },
    })
    expect(status).toBe(204)
    expect(headers.get('x-prometheus-remote-write-histograms-written')).toBe('1')
    expect(headers.get('berth-samples-kept')).toBe('0')
  })
})

const countKept = async () => [
  (await api.call('/changes?limit=1')).json.total,
  (await api.call('/audit?limit=1')).json.total,
]

describe('whoever writes', () => {
  it('needs a cluster’s own token', async () => {
    const answer = await write(snappy(message1([])), { token: await api.token('admin') })
    expect([answer.status, answer.json.code]).toEqual([403, 'not_this_cluster'])
  })

  it('is put off, and told for how long, while what it sent before is being received', async () => {
    const turn = api.services.metricWrites.begin(api.tenant.id, cluster.name)
    const answer = await write(snappy(message1([]))).finally(turn.end)
    expect([answer.status, answer.json.code]).toEqual([503, 'busy'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is in no audit and makes no change', async () => {
    const before = await countKept()
    await write1(syncs(newTarget(), [[at(0), 1]]))
    await write(Uint8Array.of(0xff))
    expect(await countKept()).toEqual(before)
  })
})

const info = (name: string, health: string, value: number | 'stale', minutes: number) => ({
  labels: {
    __name__: 'argocd_app_info',
    health_status: health,
    instance: 'now',
    name,
    namespace: 'argocd',
    sync_status: 'Synced',
  },
  samples: [[at(minutes), value] as const],
})
const gauge = (__name__: string, labels: Record<string, string>, value: number) => ({
  labels: { __name__, instance: 'now', ...labels },
  samples: [[at(20), value] as const],
})
const said = async (token: string) =>
  (await api.call(`/clusters/${OTHER}/report`, { token })).json.metrics

describe('what a cluster’s metrics say of now', () => {
  it('is told with its report, to whoever reads all', async () => {
    const send = (...series: WrittenSeries[]) =>
      write(snappy(message1(series)), { token: tokens[OTHER] })
    await send(...['a', 'b', 'c'].map((each) => info(each, 'Healthy', 1, 10)))
    await send(
      info('a', 'Healthy', 1, 20),
      info('b', 'Healthy', 'stale', 20),
      info('b', 'Degraded', 1, 20),
      info('c', 'Healthy', 'stale', 20),
      gauge('argocd_cluster_connection_status', { server: 'https://x' }, 0),
      gauge('workqueue_depth', { name: 'app_reconciliation_queue' }, 7),
    )
    expect(await said(tokens[OTHER]!)).toMatchObject({
      applications: { health: { Healthy: 1, Degraded: 1 }, sync: { Synced: 2 } },
      connected: false,
      queues: { app_reconciliation_queue: 7 },
    })
    expect(await said(await api.token('reader'))).not.toBeNull()
    expect((await api.call('/teams', { body: { name: 'ieb' } })).status).toBe(201)
    expect(await said(await api.token('reader', { team: 'ieb' }))).toBeNull()
  })
})

describe('a cluster with more series than are kept', () => {
  it('goes on with those that it had, and is refused the others', async () => {
    const instance = newTarget()
    await write1(syncs(instance, [[at(0), 1]]))
    await inTenant(api.database, api.tenant.id, (tx) =>
      tx.execute(sql`
        update cluster_metrics set key_count = 60000 where cluster = (
          select object from revisions where kind = 'cluster' and name = ${cluster.name}
            and ended is null)`),
    )
    const before = await succeededOf(cluster.name)
    const answer = await write1(
      syncs(instance, [[at(1), 3]]),
      syncs(instance, [[at(1), 3]], { name: 'ieb--app2' }),
    )
    expect([answer.status, answer.json.code]).toEqual([400, 'series_limit'])
    expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBe('1')
    expect(await succeededOf(cluster.name)).toBe(before + 2)
  })
})

const name = { name: '__name__', value: 'argocd_app_sync_total' }
const labelled = (...labels: { name: string; value: string }[]) =>
  snappy(
    message1([{ labels: {}, samples: [[at(0), 1]] }], (message) => ({
      timeseries: message.timeseries.map((series) => ({ ...series, labels })),
    })),
  )
const whole = message1([syncs('x', [[at(0), 1]])])
const header = (...bytes: number[]) => Uint8Array.from([...bytes, 0, 0])

describe('what isn’t as it should be', () => {
  it.each<[string, Uint8Array<ArrayBuffer>, number, string, Record<string, string>?]>([
    ['what isn’t snappy', new TextEncoder().encode('{"a": 1}'), 400, 'snappy_invalid'],
    [
      'framed snappy',
      Uint8Array.from([0xff, 6, 0, 0, ...Buffer.from('sNaPpY')]),
      400,
      'snappy_invalid',
    ],
    ['a length of 4 GiB', header(0xff, 0xff, 0xff, 0xff, 0x0f), 413, 'too_large'],
    ['a length of 256 MiB', header(0x80, 0x80, 0x80, 0x80, 0x01), 413, 'too_large'],
    ['a length without an end', header(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), 400, 'snappy_invalid'],
    ['more than 2 MiB', new Uint8Array(2 * 1024 * 1024 + 1), 413, 'too_large'],
    ['nothing', new Uint8Array(0), 400, 'snappy_invalid'],
    ['half a message', snappy(whole.slice(0, -4)), 400, 'metrics_invalid'],
    ['a label without a name', labelled({ name: '', value: 'x' }, name), 400, 'metrics_invalid'],
    ['a label without a value', labelled(name, { name: 'a', value: '' }), 400, 'metrics_invalid'],
    ['a label twice', labelled(name, name), 400, 'metrics_invalid'],
    [
      'labels in disorder',
      labelled(name, { name: 'b', value: 'x' }, { name: 'a', value: 'x' }),
      400,
      'metrics_invalid',
    ],
    ...[
      ['b', 'a'],
      ['b', ''],
      ['', ''],
    ].map(([first, second]): [string, Uint8Array<ArrayBuffer>, number, string] => [
      `a long name that ends with “${first}” before the same with “${second}”`,
      labelled(
        name,
        { name: `${'long'.repeat(9)}${first}`, value: 'x' },
        { name: `${'long'.repeat(9)}${second}`, value: 'x' },
      ),
      400,
      'metrics_invalid',
    ]),
    [
      'a label that is too long',
      labelled(name, { name: 'a', value: 'x'.repeat(2049) }),
      400,
      'metrics_invalid',
    ],
    [
      'more than 64 labels',
      labelled(name, ...Array.from({ length: 64 }, (_, n) => ({ name: `a${n + 10}`, value: 'x' }))),
      400,
      'metrics_invalid',
    ],
    [
      'a label of 2.0 that is but half there',
      snappy(
        message2([syncs('x', [[at(0), 1]])], (message) => ({
          ...message,
          timeseries: message.timeseries.map((series) => ({ ...series, labels_refs: [1] })),
        })),
      ),
      400,
      'metrics_invalid',
      { 'content-type': CONTENT_TYPES[2] },
    ],
    ['a series without a name', labelled({ name: 'a', value: 'x' }), 400, 'metrics_invalid'],
    ['JSON', snappy(whole), 415, 'unsupported_media_type', { 'content-type': 'application/json' }],
    [
      'another message',
      snappy(whole),
      415,
      'unsupported_media_type',
      { 'content-type': 'application/x-protobuf;proto=io.prometheus.write.v3.Request' },
    ],
    [
      'another compression',
      snappy(whole),
      415,
      'unsupported_media_type',
      { 'content-encoding': 'gzip' },
    ],
    [
      'a message of 1.0 as one of 2.0 whose symbols lack',
      snappy(Uint8Array.from([0x2a, 2, 0x0a, 0])),
      400,
      'metrics_invalid',
      { 'content-type': CONTENT_TYPES[2] },
    ],
  ])('is refused: %s', async (_, text, status, code, headers = {}) => {
    const answer = await write(text, { headers })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect(answer.headers.get('x-prometheus-remote-write-samples-written')).toBeNull()
  })

  it('is not names in the order of their bytes, which UTF-16 orders otherwise', async () => {
    const labels = {
      __name__: 'up',
      [`${'long'.repeat(9)}a`]: 'x',
      [`${'long'.repeat(9)}b`]: 'x',
      '\uFFFD': 'x',
      '😀': 'x',
    }
    const message = labelled(
      ...Object.entries(labels).map(([key, value]) => ({ name: key, value })),
    )
    expect((await write(message)).status).toBe(204)
  })

  it('says nothing where it is a number that is none', async () => {
    const before = await succeededOf(OTHER)
    const text = snappy(
      message1([
        syncs('nan', [
          [at(0), 1],
          [at(1), Number.NaN],
          [at(2), 5],
        ]),
      ]),
    )
    const { status } = await write(text, { token: tokens[OTHER] })
    expect(status).toBe(204)
    expect(await succeededOf(OTHER)).toBe(before + 4)
  })
})
