// The benchmarks: figures with the ratio to a reference of the same run. `npm run bench` takes a few minutes.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { inTenant, openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { startEmbedded } from '#db/embedded.ts'
import { openSecrets } from '#lib/secrets.ts'
import {
  benchApplications,
  benchClusters,
  benchPolicies,
  type BenchSize,
  benchTeams,
  FULL_SIZE,
} from './bench/fleet.ts'
import { ask, medianTime, throughput } from './bench/measure.ts'
import { freePort, type Portal, startDemo, temporaryDataDirectory } from './testing/portal.ts'

const RUNS = 31
const SMALL_SIZE: BenchSize = { ...FULL_SIZE, clusters: 10 }
const SITES = Array.from({ length: 30 }, (_, index) => `site-${index + 1}`).join(',')

type Bench = {
  readonly portal: Portal
  readonly directory: string
  readonly database: ReturnType<typeof openDatabase>
  readonly end: () => Promise<void>
}

async function startBench(
  size: BenchSize,
  environment: Record<string, string> = {},
): Promise<Bench> {
  const data = temporaryDataDirectory()
  const portal = await startDemo(data.directory, ['--empty'], {
    LOG_LEVEL: 'error',
    ...environment,
  })
  for (const documents of [
    benchTeams(size),
    benchClusters(size),
    benchApplications(size),
    benchPolicies(size),
  ]) {
    await write({ portal }, 'POST', '/apply', documents)
  }
  const server = await startEmbedded({
    dataDir: data.directory,
    secrets: await openSecrets(data.directory),
  })
  const owner = await connect(server.ownerUrl)
  await owner.client.unsafe('analyze')
  await owner.close()
  const database = openDatabase(server.databaseUrl, { max: 2 })
  const bench = { portal, directory: data.directory, database }
  await published(bench)
  return {
    ...bench,
    end: async () => {
      await database.pool.close()
      await portal.stop()
      await server.stop()
      data.remove()
    },
  }
}

async function write(
  { portal }: Pick<Bench, 'portal'>,
  method: string,
  file: string,
  body: unknown,
) {
  const answer = await ask(`${portal.url}/api/v1${file}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${portal.token}`,
      'Content-Type': 'application/json',
      'If-Match': '*',
    },
  })
  if (answer.status >= 300)
    throw new Error(`${method} ${file}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer
}

/** Waits until nothing waits for Git. */
async function published({ database }: Pick<Bench, 'database'>): Promise<void> {
  for (;;) {
    const [row] = await inTenant(database, 1, (tx) =>
      tx.execute<{ pending: number }>(
        sql`select count(*)::int as pending from publications where tenant = 1 and state <> 'published'`,
      ),
    )
    if (row?.pending === 0) return
  }
}

function report(what: string, ms: number, reference: string, referenceMs: number) {
  const ratio = (ms / referenceMs).toFixed(1)
  console.log(
    `${what.padEnd(58)} ${ms.toFixed(1).padStart(8)} ms   ${ratio.padStart(6)} x ${reference} (${referenceMs.toFixed(1)} ms)`,
  )
}

function benchPolicy(app: string, clusters: string) {
  return { name: 'bench', app_selector: app, cluster_selector: clusters }
}

function widePolicy(sites: string) {
  return { name: 'bench-wide', app_selector: '*', cluster_selector: `site in (${sites})` }
}

async function benchDryRuns(bench: Bench) {
  const constant = await medianTime(RUNS, () => ask(`${bench.portal.url}/healthz`))
  const counting = await medianTime(RUNS, () =>
    inTenant(bench.database, 1, (tx) =>
      tx.execute(
        sql`select count(*) from labels where tenant = 1 and kind = 'cluster' and key = 'zone' and value = 'zone-1' and ended is null`,
      ),
    ),
  )
  console.log(
    `reference: a constant answer ${constant.toFixed(1)} ms, a count by label rows ${counting.toFixed(1)} ms`,
  )
  const cases: readonly (readonly [string, string, string, unknown])[] = [
    [
      'dry run: a policy that moves nothing',
      'POST',
      '/target-policies',
      benchPolicy('family=none', 'zone=zone-1'),
    ],
    [
      'dry run: a policy that moves 1 pair',
      'POST',
      '/target-policies',
      benchPolicy('name=app-001', 'name=cluster-00011'),
    ],
    [
      'dry run: a policy that moves about 100,000 pairs',
      'POST',
      '/target-policies',
      benchPolicy('*', `site in (${SITES})`),
    ],
    [
      'dry run: a label of a cluster that all policies read',
      'PATCH',
      '/clusters/cluster-00011',
      { metadata: { zone: 'zone-3' } },
    ],
    [
      "dry run: an application's label",
      'PATCH',
      '/applications/team-01/app-001',
      { metadata: { family: 'family-3' } },
    ],
    [
      "dry run: a team's boundary",
      'PATCH',
      '/teams/team-01',
      { cluster_boundary: 'region=region-1' },
    ],
  ]
  for (const [what, method, file, body] of cases) {
    const ms = await medianTime(RUNS, () => write(bench, method, `${file}?dryRun=true`, body))
    report(what, ms, 'a constant answer', constant)
  }
}

/** A save that moves one placement, from the request to the commit. */
async function benchSave(bench: Bench, what: string): Promise<number> {
  await write(bench, 'POST', '/target-policies', {
    name: 'bench-toggle',
    app_selector: 'name=app-001',
    cluster_selector: 'toggle=on,name=cluster-00003',
  })
  await published(bench)
  const ms = await medianTime(RUNS, async (run) => {
    await write(bench, 'PATCH', '/clusters/cluster-00003?confirmRemovals=1', {
      metadata: { toggle: run % 2 === 0 ? 'on' : 'off' },
    })
    await published(bench)
  })
  const repository = path.join(bench.directory, 'gitops.git')
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8' }).trim()
  const branch = git('for-each-ref', '--count=1', '--format=%(refname)', 'refs/heads')
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com']
  const reference = await medianTime(RUNS, async () => {
    const commit = git(...identity, 'commit-tree', '-m', 'empty', '-p', branch, `${branch}^{tree}`)
    git('update-ref', 'refs/bench', commit)
  })
  report(what, ms, 'git commit-tree and update-ref', reference)
  return ms
}

async function benchWide(bench: Bench) {
  const start = performance.now()
  await write(bench, 'POST', '/target-policies', widePolicy(SITES))
  await published(bench)
  console.log(
    `${'save that adds about 100,000 placements, to commit'.padEnd(58)} ${(performance.now() - start).toFixed(0).padStart(8)} ms`,
  )
  const other = Array.from({ length: 30 }, (_, index) => `site-${index + 101}`).join(',')
  const preview = await write(
    bench,
    'PUT',
    '/target-policies/bench-wide?dryRun=true',
    widePolicy(other),
  )
  const { placements } = JSON.parse(preview.text) as {
    placements: { added: number; removed: number }
  }
  const begin = performance.now()
  await write(
    bench,
    'PUT',
    `/target-policies/bench-wide?confirmRemovals=${placements.removed}`,
    widePolicy(other),
  )
  const saved = performance.now()
  await published(bench)
  console.log(
    `${`save: -${placements.removed} +${placements.added} placements, to commit`.padEnd(58)} ${(performance.now() - begin).toFixed(0).padStart(8)} ms (${(saved - begin).toFixed(0)} ms to the answer)`,
  )
}

async function benchNewVersion(bench: Bench) {
  await write(bench, 'POST', '/target-policies', {
    name: 'bench-all',
    app_selector: 'name=app-002',
    cluster_selector: '*',
  })
  await published(bench)
  const begin = performance.now()
  await write(bench, 'PATCH', '/applications/team-02/app-002?confirmChanges=10000', {
    repo_branch: 'v2',
  })
  await published(bench)
  console.log(
    `${'new repo_branch on 10,000 clusters, to commit'.padEnd(58)} ${(performance.now() - begin).toFixed(0).padStart(8)} ms`,
  )
}

async function benchList(bench: Bench) {
  const rate = await throughput(5, 16, () =>
    ask(`${bench.portal.url}/api/v1/clusters?labelSelector=region%3Dregion-1&limit=100`, {
      headers: { Authorization: `Bearer ${bench.portal.token}` },
    }),
  )
  const server = createServer((_, response) => {
    void inTenant(bench.database, 1, (tx) =>
      tx.execute(sql`
        select r.name, r.body from revisions r where r.tenant = 1 and r.kind = 'cluster' and r.ended is null
          and exists (select 1 from labels l where l.tenant = 1 and l.kind = 'cluster' and l.object = r.object
            and l.key = 'region' and l.value = 'region-1' and l.ended is null)
        order by r.name limit 100`),
    ).then((rows) => response.end(JSON.stringify(rows)))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bare = await throughput(5, 16, () => ask(`http://127.0.0.1:${port}/`))
  server.close()
  server.closeAllConnections()
  console.log(
    `${'list of 100 clusters by label, JSON, authorized'.padEnd(58)} ${rate.toFixed(0).padStart(8)} /s   ${(rate / bare).toFixed(2).padStart(6)} x a bare server with the same SQL (${bare.toFixed(0)} /s)`,
  )
}

async function reportMemory({ portal }: Bench) {
  const { text } = await ask(`${portal.url}/metrics`)
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
  console.log(
    `${'memory of the server after all that'.padEnd(58)} ${(bytes / 1e6).toFixed(0).padStart(8)} MB`,
  )
}

const small = await startBench(SMALL_SIZE)
const atTen = await benchSave(small, 'save that moves 1 placement, to commit, 10 clusters')
await small.end()
const full = await startBench(FULL_SIZE)
await benchDryRuns(full)
const atTenThousand = await benchSave(
  full,
  'save that moves 1 placement, to commit, 10,000 clusters',
)
console.log(
  `${'10,000 clusters against 10'.padEnd(58)} ${(atTenThousand / atTen).toFixed(2).padStart(8)} x`,
)
await benchList(full)
await benchWide(full)
await benchNewVersion(full)
await reportMemory(full)
await full.end()
const sharded = await startBench(FULL_SIZE, {
  GITOPS_BRANCH: 'fleet/{shard}',
  GITOPS_SHARDS: '100',
})
await benchSave(sharded, 'save that moves 1 placement, to commit, 100 shards')
await sharded.end()
