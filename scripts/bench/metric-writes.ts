// What the Prometheus of clusters write: how many samples a second are decoded and folded, and how many whole requests bring in.
import {
  type FoldedMetrics,
  foldMetrics,
  type KnownMetrics,
  type Members,
} from '#lib/domain/observed/metric-fold.ts'
import { readMetrics } from '#lib/http/bodies/metrics-body.ts'
import {
  CONTENT_TYPES,
  decoded1,
  message1,
  snappy,
  type WrittenSeries,
} from '#lib/http/testing/remote-write.ts'
import { ask } from './measure.ts'
import { count, type Report } from './report.ts'

/** As many as a Prometheus sends at once. */
const SAMPLES = 2000
const APPLICATIONS = SAMPLES / 4
const STEP_MS = 15_000
const REQUESTS = 25
const PER_SECOND = 100_000

/** Bodies of one request after the other, as the same series go on. */
function bodies(): Uint8Array<ArrayBuffer>[] {
  const begin = Date.now() - 2 * REQUESTS * STEP_MS
  return Array.from({ length: 2 * REQUESTS }, (_, index) =>
    snappy(message1(seriesAt(begin + index * STEP_MS, index))),
  )
}

/** Of which Berth keeps half. */
function seriesAt(at: number, value: number): WrittenSeries[] {
  const names = ['app_sync_total', 'app_info', 'app_labels', 'app_orphaned_resources_count']
  return Array.from({ length: SAMPLES }, (_, index) => ({
    labels: {
      __name__: `argocd_${names[index % names.length]}`,
      dest_server: 'https://kubernetes.default.svc',
      dry_run: 'false',
      health_status: 'Healthy',
      instance: '10.0.0.1:8082',
      job: 'argocd-metrics',
      name: `team-${index % 20}--app-${Math.floor(index / names.length)}`,
      namespace: 'argocd',
      phase: 'Succeeded',
      project: `team-${index % 20}`,
      sync_status: 'Synced',
    },
    samples: [[at, value + index]],
  }))
}

type Writers = {
  readonly url: string
  readonly bareUrl: string
  /** Of one cluster each, who write at the same time. */
  readonly tokens: readonly string[]
}

export async function benchMetricWrites(report: Report, writers: Writers): Promise<void> {
  const all = bodies()
  benchFolding(report, all)
  await benchRequests(report, all, writers)
}

function benchFolding(report: Report, all: readonly Uint8Array[]): void {
  const keys = new Map<string, Members>()
  let known: KnownMetrics = { targets: new Map(), keys, keyCount: 0 }
  let kept = 0
  const fold = (body: Uint8Array) => {
    const read = readMetrics(body, 'metrics 1')
    if (!read.ok) throw new Error(read.issues[0]?.code)
    kept += read.value.items.length
    const folded: FoldedMetrics = foldMetrics(known, read.value.items, Date.now())
    for (const [key, members] of folded.changed) keys.set(key, members)
    known = { ...folded, keys }
  }
  const own = perSecond(all, fold)
  if (kept !== (all.length * SAMPLES) / 2) throw new Error(`${kept} series were kept`)
  const reference = perSecond(all, decoded1)
  report.figure({
    what: `metrics of ${count(APPLICATIONS)} applications, decoded and folded`,
    reach: `at least ${samples(PER_SECOND)}`,
    figure: samples(own),
    reference: `protobufjs by its published definition, ${samples(reference)}`,
    ratio: ratio(own, reference),
    isReached: own >= PER_SECOND,
  })
}

/** How many samples in a second of a processor, once it is warm. */
function perSecond(all: readonly Uint8Array[], take: (body: Uint8Array) => unknown): number {
  for (const body of all.slice(0, REQUESTS)) take(body)
  const begin = process.cpuUsage()
  for (const body of all.slice(REQUESTS)) take(body)
  const { user, system } = process.cpuUsage(begin)
  return (REQUESTS * SAMPLES * 1e6) / (user + system)
}

async function benchRequests(
  report: Report,
  all: readonly Uint8Array<ArrayBuffer>[],
  { url, bareUrl, tokens }: Writers,
): Promise<void> {
  const write = async (to: string) => {
    const begin = performance.now()
    await Promise.all(tokens.map((token) => writeAll(to, token, all)))
    return (tokens.length * all.length * SAMPLES * 1000) / (performance.now() - begin)
  }
  const own = await write(`${url}/api/v1/metrics/write`)
  const reference = await write(`${bareUrl}/metrics/write`)
  report.figure({
    what: `metrics written by ${tokens.length} clusters, ${count(SAMPLES)} samples a request`,
    reach: `at least ${samples(PER_SECOND)}`,
    figure: samples(own),
    reference: `bare node:http server with a like upsert, ${samples(reference)}`,
    ratio: ratio(own, reference),
    isReached: own >= PER_SECOND,
  })
}

async function writeAll(
  url: string,
  token: string,
  all: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  for (const body of all) {
    const { status, text } = await ask(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': CONTENT_TYPES[1],
        'Content-Encoding': 'snappy',
      },
      body,
    })
    if (status >= 300) throw new Error(`metrics: ${status} ${text.slice(0, 300)}`)
  }
}

const samples = (many: number) => `${count(Math.round(many / 1000) * 1000)} samples/s`
const ratio = (own: number, reference: number) => `${(own / reference).toFixed(2)} x`
