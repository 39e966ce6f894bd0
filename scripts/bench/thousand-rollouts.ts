// A thousand rollouts under way at once: what a report costs meanwhile, and how long it takes to look at all of them.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, inTenant, openDatabase } from '#db/client.ts'
import type { Connection } from '#db/connection.ts'
import { tenantsWithDueRollouts } from '#db/queries/due-rollouts.ts'
import { findTenant } from '#db/queries/tenants.ts'
import { testSecrets } from '#lib/http/testing/secrets.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { createServices } from '#lib/start/boot.ts'
import type { Services } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { Conductor } from '#lib/worker/conductor.ts'
import { FleetHistory } from '#lib/worker/fleet-history.ts'
import { wakeReported } from '#lib/worker/watch-rollouts.ts'
import { ask, median, medianOf, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { reportOf } from './reporting-fleet.ts'
import { environment, ENVIRONMENTS, rolledOut, soakingWaves } from './rollout-fleet.ts'
import { inStand, published, type Stand, TENANT, tipOf, write } from './stand.ts'

const LOOK_MS = 500

/** Until the first wave of each is in Git and soaks; answers how many are under way. */
export async function startThousand(stand: Stand, version: string): Promise<number> {
  const documents = ENVIRONMENTS.map((name) => environment(name, soakingWaves()))
  await write(stand, 'POST', '/apply', documents)
  for (const { namespace, name: application } of rolledOut()) {
    for (const name of ENVIRONMENTS) {
      await start(stand, { namespace, application, environment: name, version })
    }
  }
  while ((await countWaves(stand, 'released')) > 0 || (await isAnyDue(stand))) await pause(LOOK_MS)
  await published(stand)
  return countWaves(stand, 'published')
}

async function isAnyDue({ database }: Stand): Promise<boolean> {
  return (await tenantsWithDueRollouts(database)).size > 0
}

async function start(stand: Stand, body: object): Promise<void> {
  const { text } = await write(stand, 'POST', '/rollouts?dryRun=true', body)
  const { confirmChanges }: { confirmChanges: number | null } = JSON.parse(text)
  const confirmed = confirmChanges === null ? '' : `?confirmChanges=${confirmChanges}`
  await write(stand, 'POST', `/rollouts${confirmed}`, body)
}

async function countWaves(stand: Stand, state: string): Promise<number> {
  const [row] = await inStand(stand, ({ tx, tenant }) =>
    tx.execute<{ waves: number }>(sql`
      select count(*)::int as waves from rollouts r
      join rollout_waves w on w.tenant = r.tenant and w.rollout = r.id
      where r.tenant = ${tenant} and r.state = 'running' and w.state = ${state}`),
  )
  return row!.waves
}

const INGEST_ROUNDS = 12
const REPORTS_IN_A_ROUND = 20
const INGEST_MORE_MAX = 1.05
const REPORTING = 'cluster-00011'

/** Reports in which one application is another one each time; rollouts are under way in every second round. */
export async function benchIngest(stand: Stand, report: Report, rollouts: number): Promise<void> {
  const send = await reporter(stand)
  const times = { running: [] as number[], paused: [] as number[] }
  const cpu = { running: [] as number[], paused: [] as number[] }
  for (let round = -2; round < INGEST_ROUNDS; round++) {
    const state = round % 2 === 0 ? 'running' : 'paused'
    await setStates(stand, state)
    const before = processorMs(stand)
    for (let nth = 0; nth < REPORTS_IN_A_ROUND; nth++) {
      const ms = await timeOf(() => send(nth))
      if (round >= 0) times[state].push(ms)
    }
    if (round >= 0) cpu[state].push((processorMs(stand) - before) / REPORTS_IN_A_ROUND)
  }
  await setStates(stand, 'running')
  const [ms, reference] = [median(times.running), median(times.paused)]
  report.figure({
    what: `a report while ${count(rollouts)} rollouts watch`,
    reach: `at most ${INGEST_MORE_MAX} x`,
    figure: milliseconds(ms),
    reference: `while none is under way, ${milliseconds(reference)}`,
    ratio: ratioOf(ms, reference),
    isReached: ms <= INGEST_MORE_MAX * reference,
  })
  report.note(
    `processor time of the portal meanwhile, with what looks at rollouts: ${milliseconds(median(cpu.running))} and ${milliseconds(median(cpu.paused))} a report`,
  )
}

async function reporter(stand: Stand): Promise<(nth: number) => Promise<void>> {
  const { portal, database } = stand
  const { token } = await inTenant(database, TENANT, (tx) =>
    keepOwnToken(
      { tx, tenant: TENANT },
      {
        name: REPORTING,
        role: 'reader',
        team: null,
        cluster: REPORTING,
        scheduler: null,
        days: 1,
        createdBy: 'bench',
      },
    ),
  )
  const { text } = await ask(`${portal.url}/api/v1/placements?cluster=${REPORTING}&limit=500`, {
    headers: { Authorization: `Bearer ${portal.token}` },
  })
  const { items }: { items: { namespace: string; application: string }[] } = JSON.parse(text)
  const names = items.map(({ namespace, application }) => `${namespace}--${application}`)
  const pulled = tipOf(stand, 'main')
  return async (nth) => {
    const said = { pulled, at: new Date(), isDegraded: (_: string, index: number) => index === nth }
    const { status, text } = await ask(`${portal.url}/api/v1/clusters/${REPORTING}/report`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body: await reportOf(names, said),
    })
    if (status !== 200) throw new Error(`a report: ${status} ${text.slice(0, 300)}`)
  }
}

async function setStates({ owner }: Stand, state: 'running' | 'paused'): Promise<void> {
  await owner.client.unsafe(`
    update rollouts set state = '${state}', cause = ${state === 'paused' ? `'person'` : 'null'}
    where tenant = ${TENANT} and state in ('running', 'paused')`)
}

/** Of the process and its threads; https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, in hundredths of a second. */
function processorMs({ portal }: Stand): number {
  const fields = readFileSync(`/proc/${portal.child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const IDLE_RUNS = 31
const IDLE_MS = 50
const ALL_MS = 10_000
const HELD_MS = 100
const TURN_MS = 1_000

/** In this process, after the portal is stopped, which would take steps, too. */
export async function benchConducting(
  stand: Stand,
  report: Report,
  rollouts: number,
): Promise<void> {
  await stand.portal.stop()
  const heldMs: number[] = []
  const database = openDatabase(stand.databaseUrl, { max: 10, perTenant: 8 })
  const services = createServices(
    readEnvironment({
      LOG_LEVEL: 'error',
      BERTH_URL: 'http://localhost',
      BERTH_DATA_DIR: stand.directory,
    }),
    timingLocks(database, heldMs),
    testSecrets,
  )
  const tenant = (await findTenant(stand.database, 'default'))!
  const conductor = new Conductor({ services, tenants: async () => [tenant] })
  const turn = async () => {
    await conductor.look()
    await conductor.ended()
  }
  /** As the loop does it, which looks again after a second. */
  const all = () =>
    timeOf(async () => {
      await turn()
      while ((await tenantsWithDueRollouts(database)).size > 0) {
        await pause(TURN_MS)
        await turn()
      }
    })
  try {
    await benchIdle(stand, report, { rollouts, turn })
    await reportHealthy(stand)
    const watching = await watchAll(stand, { services, tenant })
    report.note(
      `what clusters said of all of them, which is read beside: ${milliseconds(watching)}`,
    )
    heldMs.length = 0
    await wake(stand)
    reportAll(
      report,
      `${count(rollouts)} rollouts that are due at once, none of which releases a wave`,
      await all(),
      heldMs,
    )
    if ((await countWaves(stand, 'released')) > 0) throw new Error('Waves were released')
    heldMs.length = 0
    await passAnHour(stand)
    const ms = await all()
    const released = await countWaves(stand, 'released')
    reportAll(report, `the same, of which ${count(released)} release a wave`, ms, heldMs)
    if (released < rollouts / 2) throw new Error(`${released} waves were released`)
  } finally {
    await database.pool.close()
  }
}

async function benchIdle(
  stand: Stand,
  report: Report,
  { rollouts, turn }: { readonly rollouts: number; readonly turn: () => Promise<void> },
): Promise<void> {
  const empty = await medianOf(IDLE_RUNS, () => timeOf(() => inStand(stand, async () => null)))
  const ms = await medianOf(IDLE_RUNS, () => timeOf(turn))
  report.figure({
    what: `a look while ${count(rollouts)} rollouts wait`,
    reach: `under ${IDLE_MS} ms`,
    figure: milliseconds(ms),
    reference: `an empty transaction, ${milliseconds(empty)}`,
    ratio: ratioOf(ms, empty),
    isReached: ms < IDLE_MS,
  })
}

/** How long it takes to read what clusters said of all rollouts: beside all else, for a twentieth of the time at most. */
async function watchAll(
  { database }: Stand,
  { services, tenant }: TenantServices,
): Promise<number> {
  const world = { services: { ...services, database }, fleets: new FleetHistory() }
  await wakeReported(world, tenant, new Date())
  return timeOf(() => wakeReported(world, tenant, new Date()))
}

type TenantServices = { readonly services: Services; readonly tenant: TenantIdentity }

function reportAll(report: Report, what: string, ms: number, heldMs: readonly number[]): void {
  report.figure({
    what,
    reach: `under ${ALL_MS / 1000} s`,
    figure: milliseconds(ms),
    reference: `steps in which the tenant is locked, ${milliseconds(heldMs.reduce((sum, each) => sum + each, 0))}`,
    ratio: ratioOf(
      ms,
      heldMs.reduce((sum, each) => sum + each, 0),
    ),
    isReached: ms < ALL_MS,
  })
  const most = Math.max(...heldMs)
  report.figure({
    what: 'the longest of these for which others wait',
    reach: `under ${HELD_MS} ms`,
    figure: milliseconds(most),
    reference: `their median, ${milliseconds(median(heldMs))}`,
    ratio: ratioOf(most, median(heldMs)),
    isReached: most < HELD_MS,
  })
}

/** As if all clusters of the waves that are in Git had said that all is well. */
async function reportHealthy({ owner }: Stand): Promise<void> {
  await owner.client.unsafe(`
    update cluster_reports set seen_at = now(), received_at = now() where tenant = ${TENANT}`)
  await owner.client.unsafe(`
    insert into observations (tenant, application_id, cluster_id, state, state_since, revision,
      word_at, written_state, written_at)
    select p.tenant, p.application_id, p.cluster_id, 'healthy', now(), r.repo_branch, now(),
      'healthy', now()
    from rollouts r
    join rollout_waves w on w.tenant = r.tenant and w.rollout = r.id and w.state = 'published'
    join placements p on p.tenant = r.tenant and p.application_id = r.application_id
    where r.tenant = ${TENANT} and r.state = 'running'
      and p.cluster_id < 8 * length(w.released) and get_bit(w.released, p.cluster_id::bigint) = 1
    on conflict (tenant, cluster_id, application_id) do update
      set state = excluded.state, state_since = excluded.state_since, revision = excluded.revision,
        word_at = excluded.word_at, item = null`)
  await owner.client.unsafe('vacuum (analyze)')
}

async function wake({ owner }: Stand): Promise<void> {
  await owner.client.unsafe(
    `update rollouts set due_at = now() where tenant = ${TENANT} and state = 'running'`,
  )
}

/** As if the waves had been in Git for an hour. */
async function passAnHour(stand: Stand): Promise<void> {
  await stand.owner.client.unsafe(`
    update rollout_waves set published_at = published_at - interval '1 hour',
      quorum_at = quorum_at - interval '1 hour' where tenant = ${TENANT}`)
  await wake(stand)
}

/** The database, with a note of how long each transaction held the tenant’s row: from when it asked for it until it was over. */
function timingLocks({ pool, ...others }: Database, heldMs: number[]): Database {
  const lend: typeof pool.lend = (fn, lane) =>
    pool.lend((connection) => fn({ ...connection, client: timed(connection.client, heldMs) }), lane)
  return { ...others, pool: { ...pool, lend } }
}

function timed(client: Connection['client'], heldMs: number[]): Connection['client'] {
  let since: number | null = null
  function noted<Query extends PromiseLike<unknown>>(text: string, query: Query): Query {
    if (text.includes('for no key update')) since = performance.now()
    if (text === 'commit' && since !== null) {
      const begun = since
      since = null
      void query.then(() => heldMs.push(performance.now() - begun))
    }
    return query
  }
  const unsafe: typeof client.unsafe = (text, parameters, options) =>
    noted(text, client.unsafe(text, parameters, options))
  return new Proxy(client, {
    get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}
