// A real Prometheus scrapes what a real Argo CD showed, and writes it to a portal by the configuration of docs/observability.md.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { closeDatabase, inTenant, openDatabase } from '#db/client.ts'
import { ensureTenant } from '#db/queries/tenants.ts'
import { readRow } from '#db/rows.ts'
import { freePort } from '#db/testing/free-port.ts'
import { temporaryServer } from '#db/testing/temporary-server.ts'
import { openSource } from '#lib/adapters/metrics/open-source.ts'
import { openOutgoing } from '#lib/adapters/outgoing/call-out.ts'
import { reachOf } from '#lib/adapters/outgoing/reach.ts'
import { filledQuery, gridOf, linesOnGrid } from '#lib/domain/observed/source-series.ts'
import { createToken } from '#lib/usecases/tokens/create.ts'
import {
  faultsOfRules,
  hasPrometheus,
  hasPromtool,
  startExporter,
  startPrometheus,
} from './testing/prometheus.ts'
import { preparePortal } from './testing/started-portal.ts'

const CLUSTER = 'east-01'
const PATIENCE_MS = 60_000

const captured = (page: string) =>
  readFileSync(path.join(import.meta.dirname, 'testing', 'argocd-metrics', `${page}.txt`), 'utf8')
const PAGES: Readonly<Record<string, string>> = {
  '/controller': captured('application-controller'),
  '/repo-server': captured('repo-server'),
}

/** The block of the documentation that people put into their configuration. */
const documented = () =>
  /^```yaml\n(remote_write:\n.*?)^```$/ms.exec(readFileSync('docs/observability.md', 'utf8'))![1]!

/** The page as it was captured, but that more was reconciled since, each within a second, and more was fetched. */
function grown(page: string, scrapes: number): string {
  return page.replaceAll(
    /^((?:argocd_app_reconcile_(?:bucket\{.*le="(?:1|2|4|8|16|\+Inf)"\}|count\{.*\}))|argocd_git_request_total\{.*gitops.*"fetch"\}) (\d+)$/gm,
    (_, series: string, count: string) => `${series} ${Number(count) + 3 * scrapes}`,
  )
}

const rangeAnswer = z.object({
  data: z.object({
    result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])) })),
  }),
})

const countedRow = z.strictObject({ short: z.int(), all: z.int(), fetches: z.int() })

/** Gives up after a while: the assertion that follows says what is wrong. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) return
    await pause(200)
  }
}

describe.skipIf(!hasPromtool)('the rules in deploy/monitoring', () => {
  it('are understood by Prometheus', () => {
    expect(faultsOfRules('deploy/monitoring/berth-rules.yaml')).toBe('')
  })
})

describe.skipIf(!hasPrometheus)('a Prometheus beside a cluster’s Argo CD', () => {
  let database: ReturnType<typeof openDatabase>
  let url: string
  let tenant: number
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>
  let scrapes = 0
  let isGrowing = true
  const tokens = { admin: '', cluster: '' }
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })

  beforeAll(async () => {
    const server = await temporaryServer()
    closing.push(() => server.stop())
    database = openDatabase(server.databaseUrl, { max: 2 })
    closing.push(() => closeDatabase(database))
    tenant = (await ensureTenant(database, 'default')).id
    tokens.admin = await tokenOf(null)
    const portal = preparePortal(await freePort(), {
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'berth',
      OIDC_CLIENT_SECRET: 'x',
      BERTH_ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
      DATABASE_URL: server.databaseUrl,
      DATABASE_OWNER_URL: server.ownerUrl,
    })
    closing.push(portal.remove)
    url = portal.url
    const running = await portal.start()
    closing.push(running.stop)
    expect((await ask('/clusters', { name: CLUSTER })).status).toBe(201)
    tokens.cluster = await tokenOf(CLUSTER)
    const exporter = await startExporter((page) => {
      if (isGrowing) scrapes += 1
      return PAGES[page] === undefined ? null : grown(PAGES[page], scrapes)
    })
    closing.push(exporter.stop)
    prometheus = await startPrometheus(
      ['controller', 'repo-server'].map((job) => ({
        job,
        path: `/${job}`,
        target: exporter.target,
      })),
      { yaml: documented(), berth: { url, token: tokens.cluster } },
    )
    closing.push(() => prometheus.stop())
  })

  const tokenOf = (cluster: string | null) =>
    createToken(database, tenant, {
      name: 'test',
      role: cluster === null ? 'admin' : 'contributor',
      team: null,
      cluster,
      scheduler: null,
      days: 1,
      createdBy: 'test',
    })

  const ask = async (place: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1${place}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  }

  const counted = () =>
    inTenant(database, tenant, async (tx) => {
      const row = await readRow(tx, countedRow)`
        select coalesce(sum((counts #>> '{reconcile_duration,1}')::int), 0)::int as short,
          coalesce(sum(n.value::int), 0)::int as all,
          coalesce(sum((counts #>> '{git_requests,fetch}')::int), 0)::int as fetches
        from metric_hours left join lateral (
          select sum(value::int) as value from jsonb_each_text(counts -> 'reconcile_duration')) n on true`
      return row!
    })

  /** By how much a counter grew, from the first sample that Prometheus has of it to the last. */
  const growth = async (series: string) => {
    const query = new URLSearchParams({ query: `${series}[10m]` })
    const answer = await fetch(`${prometheus.url}/api/v1/query?${query.toString()}`)
    const { data } = rangeAnswer.parse(await answer.json())
    const values = data.result[0]!.values.map(([, value]) => Number(value))
    return values.at(-1)! - values[0]!
  }

  it('has counted in Berth what Argo CD did meanwhile, each once', async () => {
    await until(async () => (await counted()).short > 10)
    isGrowing = false
    // What Prometheus scraped last is written shortly.
    await pause(3000)
    const reconciled = await growth('argocd_app_reconcile_bucket{le="1"}')
    const fetches = await growth(
      'argocd_git_request_total{repo=~".*gitops.*",request_type="fetch"}',
    )
    const grew = { short: reconciled, all: reconciled, fetches }
    expect(grew.fetches).toBeGreaterThan(0)
    await until(async () => isDeepStrictEqual(await counted(), grew))
    expect(await counted()).toEqual(grew)
  })

  it('says on the cluster how its applications are', async () => {
    const { json } = await ask(`/clusters/${CLUSTER}/report`)
    expect(json['metrics']).toMatchObject({
      connected: true,
      queues: { app_reconciliation_queue: 0, app_operation_processing_queue: 0 },
    })
    const { applications } = json['metrics'] as { applications: { health: Record<string, number> } }
    const lines = [...PAGES['/controller']!.matchAll(/^argocd_app_info\{.*health_status="(\w+)"/gm)]
    const told = Map.groupBy(lines, ([, health]) => health!)
    expect(applications.health).toEqual(
      Object.fromEntries([...told].map(([health, all]) => [health, all.length])),
    )
  })

  it('answers Berth what it is asked as a source of metrics, and says what is wrong with a query', async () => {
    const callOut = openOutgoing(reachOf({ privateNetworks: [], thisMachine: true }))
    const ask = openSource('prometheus', { by: 'none' }, callOut)
    const grid = gridOf(new Date(Date.now() - 600_000), new Date(Date.now() + 60_000), '1m')!
    const question = (query: string) => ({
      url: prometheus.url,
      workspace: null,
      grid,
      query: filledQuery(query, grid, 'promql'),
    })
    const answer = await ask(question('count by (job) (max_over_time(up[$step]))'))
    if (answer.outcome !== 'answered') throw new Error(answer.reason)
    expect(answer.lines.map(({ key }) => key).toSorted()).toEqual([
      'job=controller',
      'job=repo-server',
    ])
    const { lines } = linesOnGrid(answer.lines, grid)
    expect(lines.flatMap(({ values }) => values)).toContain(1)
    expect(await ask(question('count by ('))).toEqual({
      outcome: 'failed',
      reason: expect.stringContaining('parse error'),
    })
  })
})
