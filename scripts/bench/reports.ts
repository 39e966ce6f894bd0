// What clusters report, at 10,000 clusters with 100 applications each: how fast it comes in, what one report takes, what
// becomes of saves meanwhile, and how much is kept of it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inTenant } from '#db/client.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { startBare } from './bare.ts'
import { clusterName, FULL_SIZE } from './fleet.ts'
import { ask, median, medianOf, timeOf } from './measure.ts'
import { benchMetricWrites } from './metric-writes.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import type { Round, RoundTimes } from './reporters.ts'
import {
  COMMON_APPLICATIONS,
  compactReport,
  listReport,
  MANY_APPLICATIONS,
  type Said,
} from './reporting-fleet.ts'
import { preview, type Stand, TENANT, tipOf, writeHeaders } from './stand.ts'

const CLUSTERS = FULL_SIZE.clusters
const AT_ONCE = 8
const MINUTE_MS = 60_000
const ROUNDS_A_DAY = 1440
/** A cluster with one of so many sets of applications that change: 2 of 100 each. */
const SETS = COMMON_APPLICATIONS / 2
/** Argo CD's own lists come from so many clusters in a minute. */
const LIST_CLUSTERS = CLUSTERS / 5
const RUNS = 51
const P99_MS = 500
const PREVIEW_PAUSE_MS = 100

type Sender = {
  readonly send: (round: Omit<Round, 'url' | 'atOnce'>, bare?: boolean) => Promise<RoundTimes>
  readonly keep: (name: string, body: Buffer) => string
}

export async function benchReports(stand: Stand, report: Report): Promise<void> {
  const tokens = await clusterTokens(stand)
  const pulled = tipOf(stand, 'main')
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-reports-'))
  const bare = await startBare(new URL('./bare-receiver.ts', import.meta.url), stand.ownerUrl)
  const child = fork(new URL('./reporters.ts', import.meta.url))
  const sender: Sender = {
    keep: (name, body) => {
      const file = path.join(folder, name)
      writeFileSync(file, body)
      return file
    },
    send: (round, isBare = false) =>
      answerOf(child, { ...round, url: isBare ? bare.url : stand.portal.url, atOnce: AT_ONCE }),
  }
  try {
    await benchRounds(stand, report, sender, { tokens, pulled })
    await benchLists(report, sender, { tokens, pulled })
    // A server that runs has compiled by then what it does all the time.
    await settle(stand)
    await benchOne(stand, report, tokens[0]!, pulled)
    const writers = { url: stand.portal.url, bareUrl: bare.url, tokens: tokens.slice(0, AT_ONCE) }
    await benchMetricWrites(report, writers)
  } finally {
    child.kill()
    bare.child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function clusterTokens({ database }: Stand): Promise<string[]> {
  return inTenant(database, TENANT, async (tx) => {
    const tokens: string[] = []
    for (let index = 0; index < CLUSTERS; index++) {
      const cluster = clusterName(index)
      const request = {
        name: cluster,
        role: 'reader',
        team: null,
        cluster,
        scheduler: null,
        days: 1,
        createdBy: 'bench',
      } as const
      tokens.push((await keepOwnToken({ tx, tenant: TENANT }, request)).token)
    }
    return tokens
  })
}

async function answerOf(child: ChildProcess, round: Round): Promise<RoundTimes> {
  const answered = once(child, 'message')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('reports were refused')))
  child.send(round)
  const [times] = await Promise.race([answered, ended])
  return times
}

type Speakers = { readonly tokens: readonly string[]; readonly pulled: string }

async function benchRounds(
  stand: Stand,
  report: Report,
  sender: Sender,
  speakers: Speakers,
): Promise<void> {
  const rounds = [
    { what: 'all new', of: () => 0, saysOf: () => [] as number[], bodies: 1 },
    { what: '0.02 % changed', of: isFiftieth, saysOf: firstOf, bodies: 2 },
    { what: '2 % changed', of: setOf, saysOf: pairOfSet, bodies: SETS },
  ]
  for (const { what, of, saysOf, bodies } of rounds) {
    const make = () => roundOf(sender, speakers, { of, saysOf, bodies })
    await settle(stand)
    const before = await kept(stand)
    const berth = await sender.send({ ...(await make()), perSecond: null })
    const after = await kept(stand)
    const reference = await sender.send({ ...(await make()), perSecond: null }, true)
    report.figure({
      what: `reports of ${count(CLUSTERS)} clusters with ${COMMON_APPLICATIONS} applications, ${what}`,
      reach: 'inside a minute',
      figure: seconds(berth.wholeMs),
      reference: `bare node:http server with a like upsert, ${seconds(reference.wholeMs)}`,
      ratio: ratioOf(berth.wholeMs, reference.wholeMs),
      isReached: berth.wholeMs < MINUTE_MS,
    })
    const log = after.logBytes - before.logBytes
    const rows = after.historyBytes - before.historyBytes
    report.note(
      `history of states: ${megabytes(rows)} a round, ${megabytes(rows * ROUNDS_A_DAY)} a day; write-ahead log: ${megabytes(log)} a round, ${megabytes(log * ROUNDS_A_DAY)} a day`,
    )
  }
  await benchBeside(stand, report, sender, speakers)
}

/**
 * Does now what autovacuum would do in the middle of a round. The first look at rows that are new writes whole pages, as those
 * have checksums, which would count as written by whatever is measured then.
 */
async function settle({ owner }: Stand): Promise<void> {
  await owner.client.unsafe('vacuum (analyze)')
}

/** A minute in which all of them report at an even pace, and what a preview takes meanwhile. */
async function benchBeside(
  stand: Stand,
  report: Report,
  sender: Sender,
  speakers: Speakers,
): Promise<void> {
  await settle(stand)
  const alone = median(await previewTimes(stand, pause(RUNS * PREVIEW_PAUSE_MS)))
  // What was degraded is healthy again.
  const round = await roundOf(sender, speakers, { of: () => 0, saysOf: () => [], bodies: 1 })
  const sending = sender.send({ ...round, perSecond: (CLUSTERS * 1000) / MINUTE_MS })
  const meanwhile = median(await previewTimes(stand, sending))
  const { wholeMs, eachMs } = await sending
  const p99 = eachMs.toSorted((a, b) => a - b)[Math.floor(eachMs.length * 0.99)]!
  report.figure({
    what: 'p99 of a report while all report in a minute, 2 % changed',
    reach: `under ${P99_MS} ms`,
    figure: milliseconds(p99),
    reference: `their median, ${milliseconds(median(eachMs))}`,
    ratio: ratioOf(p99, median(eachMs)),
    isReached: p99 < P99_MS,
  })
  if (wholeMs > MINUTE_MS + P99_MS) {
    report.note(
      `the pace was not kept: these reports took ${seconds(wholeMs)}, so this is how long they waited for their turn, and grows with the round`,
    )
  }
  report.figure({
    what: "preview of a cluster's label meanwhile",
    reach: 'at most 2 x',
    figure: milliseconds(meanwhile),
    reference: `alone, ${milliseconds(alone)}`,
    ratio: ratioOf(meanwhile, alone),
    isReached: meanwhile <= 2 * alone,
  })
}

async function previewTimes(stand: Stand, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const over = until.then(() => 'over')
  do {
    times.push(await timeOf(() => preview(stand, 'PATCH', '/clusters/cluster-00011', LABEL)))
  } while ((await Promise.race([over, pause(PREVIEW_PAUSE_MS)])) !== 'over')
  return times
}

const LABEL = { metadata: { zone: 'zone-3' } }

/** One report of 500 applications after the other, each as its cluster said before. */
async function benchOne(
  { portal }: Stand,
  report: Report,
  token: string,
  pulled: string,
): Promise<void> {
  const said = { pulled, applications: MANY_APPLICATIONS, degraded: [] }
  const list = await listReport(said)
  const digest = 'as-before'
  const url = `${portal.url}/api/v1/clusters/${clusterName(0)}/report`
  const send = async (method: string, file: string, body: Buffer | string, expected: number) => {
    const headers = { ...writeHeaders(token), 'Berth-Report-Digest': digest }
    const isCompressed = typeof body !== 'string'
    const answer = await ask(`${url}${file}`, {
      method,
      body,
      headers: isCompressed ? { ...headers, 'Content-Encoding': 'gzip' } : headers,
    })
    if (answer.status !== expected) throw new Error(`${method}: ${answer.status} ${answer.text}`)
  }
  const constant = await medianOf(RUNS, () => timeOf(() => ask(url, { method: 'PUT', body: '{}' })))
  const measure = async (what: string, reachMs: number, once: () => Promise<void>) => {
    const ms = await medianOf(RUNS, () => timeOf(once))
    report.figure({
      what: `report of ${MANY_APPLICATIONS} applications, unchanged: ${what}`,
      reach: `under ${reachMs} ms`,
      figure: milliseconds(ms),
      reference: `constant answer, ${milliseconds(constant)}`,
      ratio: ratioOf(ms, constant),
      isReached: ms < reachMs,
    })
  }
  const short = async () => compactReport({ ...said, at: new Date() })
  const sendShort = async (body: Buffer) => send('PUT', '', body, 200)
  const sendList = () => send('PUT', '', list.body, 200)
  await settled(async () => sendShort(await short()))
  const bodies: Buffer[] = []
  for (let run = 0; run < 2 * RUNS; run++) bodies.push(await short())
  await measure('the short form', 5, () => sendShort(bodies.shift()!))
  await measure('"nothing new"', 1, () => {
    const body = JSON.stringify({ digest, at: new Date() })
    return send('POST', '/unchanged', body, 204)
  })
  await settled(sendList)
  await measure("Argo CD's list", 25, sendList)
}

/** What changed is in the history a minute later at most; until then, all that a cluster says is looked at. */
async function settled(send: () => Promise<void>): Promise<void> {
  await send()
  await pause(MINUTE_MS + 1000)
  await send()
}

async function benchLists(
  report: Report,
  sender: Sender,
  { tokens, pulled }: Speakers,
): Promise<void> {
  const list = await listReport({ pulled, applications: COMMON_APPLICATIONS })
  const round = {
    bodies: [sender.keep('list', list.body)],
    reports: reportsOf(tokens.slice(0, LIST_CLUSTERS), () => 0),
    perSecond: null,
  }
  // Once before, so that nothing that they say is new.
  for (const isBare of [false, true]) await sender.send(round, isBare)
  const berth = await sender.send(round)
  const reference = await sender.send(round, true)
  report.figure({
    what: `Argo CD's lists of ${count(LIST_CLUSTERS)} clusters, ${(list.bytesEach / 1000).toFixed(1)} KB an Application`,
    reach: 'inside a minute',
    figure: seconds(berth.wholeMs),
    reference: `bare node:http server with a like upsert, ${seconds(reference.wholeMs)}`,
    ratio: ratioOf(berth.wholeMs, reference.wholeMs),
    isReached: berth.wholeMs < MINUTE_MS,
  })
}

type Saying = {
  /** Which of the bodies a cluster sends. */
  readonly of: (cluster: number) => number
  /** What is degraded in a body. */
  readonly saysOf: (body: number) => number[]
  readonly bodies: number
}

const setOf = (cluster: number) => cluster % SETS
const pairOfSet = (set: number) => [2 * set, 2 * set + 1]
const isFiftieth = (cluster: number) => (cluster % SETS === 0 ? 1 : 0)
const firstOf = (body: number) => (body === 1 ? [0] : [])

async function roundOf(
  sender: Sender,
  { tokens, pulled }: Speakers,
  { of, saysOf, bodies }: Saying,
): Promise<Omit<Round, 'url' | 'atOnce' | 'perSecond'>> {
  const files: string[] = []
  for (let body = 0; body < bodies; body++) {
    const said: Said = {
      pulled,
      applications: COMMON_APPLICATIONS,
      degraded: saysOf(body),
      at: new Date(),
    }
    files.push(sender.keep(`body-${body}`, await compactReport(said)))
  }
  return { bodies: files, reports: reportsOf(tokens, of) }
}

function reportsOf(tokens: readonly string[], of: Saying['of']): Round['reports'] {
  return tokens.map((token, cluster) => ({
    path: `/api/v1/clusters/${clusterName(cluster)}/report`,
    token,
    body: of(cluster),
  }))
}

/** How much the database has written, and how large the history of states is. */
async function kept({ owner }: Stand): Promise<{ logBytes: number; historyBytes: number }> {
  const [row] = await owner.client<{ log: number; history: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log,
      (select sum(pg_total_relation_size(relid))::float8 from pg_partition_tree('observed_turns')
        where isleaf) as history`
  return { logBytes: row!.log, historyBytes: row!.history }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
