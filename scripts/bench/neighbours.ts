// How long an admin's lists take while another tenant causes as much trouble as it can: its remote never answers, and its
// reader uploads a byte at a time, sends large bodies that it may not write, exports and searches.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { inTenant, openDatabase } from '#db/client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { createTenant, findTenant } from '#db/queries/tenants.ts'
import type { TenantRole } from '#lib/domain/access/actor.ts'
import { openSecrets } from '#lib/secrets/secrets.ts'
import { keepOwnToken } from '#lib/usecases/tokens/create.ts'
import { type Portal, startDemo, temporaryDataDirectory } from '../testing/portal.ts'
import { benchApplications, benchClusters, benchPolicies, benchTeams } from './fleet.ts'
import { ask } from './measure.ts'
import type { NoiseName, NoiseTarget } from './noise.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'

const NOISY = 'noisy'
const SIZE = { clusters: 2000, applications: 100, teams: 20, policies: 80 }
const LISTS = 300
const NOISES = [
  'uploads a byte at a time to git',
  'uploads a byte at a time to the API',
  'sends YAML that it may not write',
  'sends 30 MB of JSON that it may not',
  'exports',
  'searches',
] as const
const REACH_RATIO = 3
const REACH_MS = 100

export async function benchNeighbours(report: Report): Promise<void> {
  const remote = await startSilentRemote()
  const data = temporaryDataDirectory()
  const portal = await startDemo(data.directory, ['--empty'], {
    LOG_LEVEL: 'silent',
    BERTH_TENANT: NOISY,
    GITOPS_REPO_URL: `http://127.0.0.1:${remote.port}/fleet.git`,
  })
  const secrets = await openSecrets(data.directory)
  const server = await startEmbedded({ dataDir: data.directory, secrets })
  const database = openDatabase(server.databaseUrl, { max: 2 })
  try {
    const quiet = await createTenant(database, 'quiet')
    const noisy = (await findTenant(database, NOISY))!
    const tokenOf = (tenant: number, role: TenantRole) =>
      inTenant(database, tenant, async (tx) => {
        const request = {
          name: role,
          role,
          team: null,
          cluster: null,
          scheduler: null,
          days: 1,
          createdBy: 'bench',
        }
        return (await keepOwnToken({ tx, tenant }, request)).token
      })
    const admin = await tokenOf(quiet.id, 'admin')
    await load(portal, admin)
    await listTimes(portal, admin)
    const alone = await listTimes(portal, admin)
    await load(portal, portal.token)
    const reader = await tokenOf(noisy.id, 'reader')
    await measure(report, alone, 'its remote hangs', () => listTimes(portal, admin))
    const target = { url: portal.url, tenant: NOISY, token: reader }
    for (const name of NOISES) {
      await measure(report, alone, name, () => during([name], target, portal, admin))
    }
    await measure(report, alone, 'all of it at once', () => during(NOISES, target, portal, admin))
  } finally {
    await database.pool.close()
    await portal.stop()
    await server.stop()
    remote.close()
    data.remove()
  }
}

async function load({ url }: Portal, token: string): Promise<void> {
  const steps = [
    benchTeams(SIZE),
    benchClusters(SIZE),
    benchApplications(SIZE),
    benchPolicies(SIZE),
  ]
  for (const documents of steps) {
    const { status, text } = await post(url, token, JSON.stringify(documents), 'application/json')
    if (status !== 200) throw new Error(`POST /apply: ${status} ${text.slice(0, 300)}`)
  }
}

function post(url: string, token: string, body: string | Uint8Array, type: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
  return ask(`${url}/api/v1/apply`, { method: 'POST', body, headers })
}

/** The 99th percentile of so many lists, one after the other. */
async function listTimes({ url }: Portal, token: string): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < LISTS; index++) {
    const start = performance.now()
    const { status } = await ask(`${url}/api/v1/clusters?limit=100`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (status !== 200) throw new Error(`the admin's list is answered with ${status}`)
    times.push(performance.now() - start)
    await pause(20)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(LISTS * 0.99)]!
}

/** Runs while another process, which doesn't share the event loop that is measured, makes noise. */
async function during(
  names: readonly NoiseName[],
  target: NoiseTarget,
  portal: Portal,
  admin: string,
): Promise<number> {
  const noise = fork(new URL('./noise.ts', import.meta.url), [JSON.stringify(target), ...names])
  try {
    return await listTimes(portal, admin)
  } finally {
    const ended = once(noise, 'exit')
    noise.kill('SIGKILL')
    await ended
  }
}

async function measure(
  report: Report,
  alone: number,
  what: string,
  times: () => Promise<number>,
): Promise<void> {
  const p99 = await times()
  report.figure({
    what: `neighbours: an admin's list, p99, while another tenant: ${what}`,
    reach: `at most ${REACH_RATIO} x or ${REACH_MS} ms`,
    figure: milliseconds(p99),
    reference: `alone, ${milliseconds(alone)}`,
    ratio: ratioOf(p99, alone),
    isReached: p99 <= Math.max(REACH_RATIO * alone, REACH_MS),
  })
}

async function startSilentRemote(): Promise<{ readonly port: number; readonly close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: address.port, close }
}
