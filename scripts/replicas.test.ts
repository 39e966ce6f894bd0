import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { ensureTenant } from '#db/queries/tenants.ts'
import { freePort } from '#db/testing/free-port.ts'
import { temporaryServer } from '#db/testing/temporary-server.ts'
import { createToken } from '#lib/usecases/tokens/create.ts'
import { publishedHistory } from '#lib/worker/testing/published-history.ts'
import { type Replica, startPortalReplica, startReplica } from './testing/replica.ts'

/** In the long run there are more writes, and each of the two replicas dies at each point; else one of them does. */
const isLong = process.env['BERTH_TRIALS'] !== undefined
const WRITES = Number(process.env['BERTH_KILL_WRITES'] ?? (isLong ? 1000 : 400))
const CLIENTS = 6
const CLUSTERS = 40
const FAIL_POINTS = Array.from({ length: 16 }, (_, index) => `F${index + 1}`)
const DEATHS = [...FAIL_POINTS, 'random']
/** The longest lives of those that die at no point. Late ones have time to write, and their ends give another its turn. */
const LIVES_MS: Readonly<Record<string, number>> = { random: 5_000, late: 120_000 }
/** While writes are ahead of deaths, each client waits this long before its next, so that replicas start sooner. */
const AHEAD_PAUSE_MS = 500

/**
 * Where each replica dies, in order. They have one list, of which whoever starts takes the next, or one each, from either end.
 * lib/worker/publish-branch.test.ts also checks what the publisher leaves at a point, without the cost of starting a
 * portal.
 */
function planDeaths(): readonly string[][] {
  const points = [...DEATHS]
  return isLong ? [points, DEATHS.toReversed()] : [points, points]
}

/** Pseudo-random and repeatable: a failure reports its seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

type World = {
  readonly token: string
  readonly settings: Readonly<Record<string, string>>
  readonly repository: string
  readonly databaseUrl: string
  readonly tenant: number
  readonly close: () => Promise<void>
}

async function createWorld(): Promise<World> {
  const server = await temporaryServer()
  const folder = mkdtempSync(path.join(tmpdir(), 'berth-replicas-'))
  const repository = path.join(folder, 'fleet.git')
  const database = openDatabase(server.databaseUrl, { max: 2 })
  const { id } = await ensureTenant(database, 'default')
  const token = await createToken(database, id, {
    name: 'replicas test',
    role: 'admin',
    team: null,
    cluster: null,
    scheduler: null,
    days: 1,
    createdBy: 'test',
  })
  return {
    token,
    tenant: id,
    repository,
    databaseUrl: server.databaseUrl,
    settings: {
      // Nobody signs in here, so the provider is never contacted.
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'berth',
      OIDC_CLIENT_SECRET: 'x',
      LOG_LEVEL: 'error',
      BERTH_RATE_BURST: '1000000',
      DATABASE_URL: server.databaseUrl,
      BERTH_ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
      DATABASE_OWNER_URL: server.ownerUrl,
      GITOPS_REPO_URL: repository,
      GITOPS_PULL_URL: 'https://git.example.com/fleet.git',
      BERTH_DATA_DIR: folder,
    },
    close: async () => {
      await closeDatabase(database)
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Keeps one replica running: it dies at each point that it takes, then late, until it is told to stop. */
class Supervisor {
  readonly #settings: Readonly<Record<string, string>>
  readonly #points: string[]
  readonly #random: () => number
  readonly died: string[] = []
  replica: Replica | null = null
  #isStopping = false
  #running: Promise<void> = Promise.resolve()

  constructor(settings: Readonly<Record<string, string>>, points: string[], random: () => number) {
    this.#settings = settings
    this.#points = points
    this.#random = random
  }

  start() {
    this.#running = this.#live()
  }

  async #live() {
    while (!this.#isStopping) {
      const point = this.#points.shift() ?? 'late'
      const lifeMs = LIVES_MS[point]
      const PORT = String(await freePort())
      const replica = await startReplica({
        ...this.#settings,
        PORT,
        ...(lifeMs === undefined && {
          BERTH_FAIL_POINT: `${point}:${1 + Math.floor(this.#random() * 3)}`,
        }),
      })
      this.replica = replica
      if (lifeMs !== undefined)
        setTimeout(() => replica.kill('SIGKILL'), lifeMs * (0.2 + 0.8 * this.#random()))
      await replica.ended
      this.died.push(point)
    }
  }

  async stop() {
    this.#isStopping = true
    this.replica?.kill('SIGKILL')
    await this.#running
  }
}

/** A client that sends each write to any replica that answers, until one acknowledges it. */
async function writeAll(
  world: World,
  supervisors: Supervisor[],
  next: () => Promise<number | null>,
) {
  const acknowledged: number[] = []
  for (let write = await next(); write !== null; write = await next()) {
    acknowledged.push(...(await writeOnce(world, supervisors, write)))
  }
  return acknowledged
}

async function writeOnce(
  world: World,
  supervisors: Supervisor[],
  write: number,
): Promise<number[]> {
  for (let attempt = 0; ; attempt++) {
    const replica = supervisors[(write + attempt) % supervisors.length]!.replica
    const answer = replica && (await send(world, replica, write).catch(() => null))
    if (answer?.status === 200) return answer.change === null ? [] : [Number(answer.change)]
    if (answer && answer.status < 500) throw new Error(`${answer.status}: ${answer.text}`)
    await pause(100)
  }
}

/** One attempt. An answer that breaks off acknowledges nothing. */
async function send(world: World, replica: Replica, write: number) {
  const region = ['east', 'west', 'north'][Math.floor(write / CLUSTERS) % 3]!
  const answer = await fetch(
    `${replica.url}/api/v1/clusters/cluster-${write % CLUSTERS}?confirmRemovals=1`,
    {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${world.token}`,
        'Content-Type': 'application/merge-patch+json',
        'If-Match': '*',
        'Idempotency-Key': `write-${write}`,
      },
      body: JSON.stringify({ metadata: { region, write: String(write) } }),
      signal: AbortSignal.timeout(10_000),
    },
  )
  const change = answer.headers.get('berth-change')
  return { status: answer.status, text: await answer.text(), change }
}

function document(kind: string, metadata: object, spec: object) {
  return { apiVersion: 'berth.dev/v1', kind, metadata, spec }
}

async function loadFleet(world: World, url: string) {
  const source = { repo_url: 'https://git.example.com/a.git', repo_branch: 'main', repo_path: '.' }
  const answer = await fetch(`${url}/api/v1/apply`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([
      document('Team', { name: 'ieb' }, {}),
      document('Application', { name: 'app1', namespace: 'ieb' }, source),
      document(
        'TargetPolicy',
        { name: 'east' },
        { app_selector: '*', cluster_selector: 'region=east' },
      ),
      ...Array.from({ length: CLUSTERS }, (_, index) =>
        document('Cluster', { name: `cluster-${index}`, labels: { region: 'none' } }, {}),
      ),
    ]),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

describe('two replicas on one database and one repository', () => {
  const seed = Number(process.env['BERTH_SEED'] ?? 20_261_120)
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it(`bring each acknowledged change into one commit, in order, while they are killed at every point (seed ${seed})`, async () => {
    const random = randomFrom(seed)
    const first = await startPortalReplica({ ...world.settings, PORT: String(await freePort()) })
    await loadFleet(world, first.url)
    first.kill('SIGKILL')
    await first.ended

    const supervisors = planDeaths().map((points) => new Supervisor(world.settings, points, random))
    for (const supervisor of supervisors) supervisor.start()
    let written = 0
    const deaths = () => supervisors.flatMap(({ died }) => died)
    const allPassed = () =>
      (isLong ? supervisors.map(({ died }) => died) : [deaths()]).every((died) =>
        DEATHS.every((point) => died.includes(point)),
      )
    // Writing continues until every fail point was passed, too.
    const next = async () => {
      if (written >= WRITES && allPassed()) return null
      if (written * DEATHS.length >= WRITES * (1 + deaths().length)) await pause(AHEAD_PAUSE_MS)
      return written++
    }
    const clients = Array.from({ length: CLIENTS }, () => writeAll(world, supervisors, next))
    const logs = await Promise.allSettled(clients)
    for (const supervisor of supervisors) await supervisor.stop()
    expect(logs.filter(({ status }) => status === 'rejected')).toEqual([])

    const last = await startPortalReplica({ ...world.settings, PORT: String(await freePort()) })
    const history = await publishedHistory(world)
    last.kill('SIGTERM')
    await last.ended

    const acknowledged = logs
      .flatMap((log) => (log.status === 'fulfilled' ? log.value : []))
      .sort((a, b) => a - b)
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    expect(history.problems).toEqual([])
    const published = new Set(history.changes)
    expect(
      acknowledged.filter((change) => history.touching.has(change) && !published.has(change)),
    ).toEqual([])
    expect(allPassed(), String(deaths())).toBe(true)
  }, 900_000)
})
