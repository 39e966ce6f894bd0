// Three processes carry many rollouts at a time on, and publish them, of one environment by pull requests. Each is killed again and
// again: at every point at which it may have done one thing and not yet the next, and at any other moment. No wave is lost, and
// none comes twice. Meanwhile clusters hold their version, and nothing comes to them until that is over.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { startStandInHost, type StandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { TOKEN } from '#lib/adapters/host/testing/host-worlds.ts'
import { bitsIn } from '#lib/domain/sets/bit-bytes.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import { SETTINGS } from './testing/proposing.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'
import type { StandIn } from './testing/standing-process.ts'

const FILE = path.join(import.meta.dirname, 'testing', 'standing-process.ts')
/** Without it, a start takes more than twice as long. */
const FORMATS = ['--import', './lib/runtime/import-formats.ts']
const KILLS_MAX = 500
const isLong = process.env['BERTH_TRIALS'] !== undefined
const KILLS = isLong ? Math.min(KILLS_MAX, Number(process.env['BERTH_TRIALS'])) : 12
const PROCESSES = 3
/** Each with a rollout in each environment. */
const APPLICATIONS = isLong ? 25 : 4
/** The id of the first one, which clusters hold. */
const HELD = 1
/** `west` is published by pull requests. */
const ENVIRONMENTS = ['east', 'west'] as const
const CLUSTERS = 3
const WAVES = [{ name: 'canary', size: 1 }, { name: 'more', size: 1 }, { name: 'rest' }]
const MOMENT = 'any moment'
/** F1 to F5: an edit. F6 to F16: a publication. C1 to C4: a step of a rollout. P1 to P3: a proposal. */
const STEPS = Array.from({ length: 16 }, (_, index) => `F${index + 1}`)
const POINTS = ['C1', 'C2', 'C3', 'C4', 'P1', 'P2', 'P3', ...STEPS]
const DEATHS = [...POINTS, MOMENT, MOMENT, MOMENT]
/** Whoever isn't at its point by then, from its beginning, dies at any moment. */
const LIFE_MS = 6_000
const MERGE_EVERY_MS = 50
const LOOK_EVERY_MS = 50
const HOLD_MS = 1_000
const HOLD_EVERY_MS = 1_500

let publisher: TestPublisher
let host: StandInHost
beforeEach(async () => {
  publisher = await createTestPublisher(SETTINGS)
  host = await startStandInHost('github', publisher.directory, TOKEN)
  await save(publisher, 'POST', '/teams', team())
  for (const name of ENVIRONMENTS) {
    const publish = name === 'west' ? 'pull-request' : 'direct'
    const given = { name, publish, auto: 'newest', waves: WAVES, hold: '30d' }
    await save(publisher, 'POST', '/environments', given)
    for (let index = 0; index < CLUSTERS; index++) {
      await save(publisher, 'POST', '/clusters', cluster(`${name}-${index}`, 'east', name))
    }
  }
  await save(publisher, 'POST', '/target-policies', policy())
  for (let index = 0; index < APPLICATIONS; index++) {
    await save(
      publisher,
      'POST',
      '/applications',
      application(`app${index}`, { follow: 'versions' }),
    )
  }
})
afterEach(async () => {
  await host.close()
  await publisher.close()
})

/** Pseudo-random and repeatable. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Keeps a process running, which dies as is next in `deaths`, until there is none; the last one lives until it is stopped. */
class Place {
  readonly #start: (failPoint: string | null) => ChildProcess
  readonly #next: () => string | undefined
  readonly #random: () => number
  readonly died: string[] = []
  readonly living: Promise<void>
  #child: ChildProcess | null = null
  #isStopped = false

  constructor(
    start: (failPoint: string | null) => ChildProcess,
    next: () => string | undefined,
    random: () => number,
  ) {
    this.#start = start
    this.#next = next
    this.#random = random
    this.living = this.#live()
  }

  async #live(): Promise<void> {
    while (!this.#isStopped) {
      const death = this.#next()
      const isAtPoint = death !== undefined && death !== MOMENT
      const child = this.#start(isAtPoint ? `${death}:${1 + Math.floor(this.#random() * 2)}` : null)
      this.#child = child
      const lifeMs = death === MOMENT ? LIFE_MS * this.#random() : LIFE_MS
      let isLate = false
      child.stdout?.once('data', () => {
        if (death === undefined) return
        setTimeout(() => (isLate = child.kill('SIGKILL')), lifeMs).unref()
      })
      const [code, ended] = await once(child, 'exit')
      if (ended !== 'SIGKILL') throw new Error(`a process ended by itself, with ${code ?? ended}`)
      if (death !== undefined) this.died.push(isLate ? MOMENT : death)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#child?.kill('SIGKILL')
    await this.living
  }
}

function startProcess(failPoint: string | null): ChildProcess {
  const env = { ...process.env, ...(failPoint !== null && { BERTH_FAIL_POINT: failPoint }) }
  const child = spawn(process.execPath, [...FORMATS, FILE], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { tenant, directory } = publisher
  const told: StandIn = {
    databaseUrl: inject('databaseUrl'),
    tenant,
    settings: SETTINGS,
    directory,
    branches: ENVIRONMENTS,
    repository: host.repository,
  }
  // It may be dead before it read that.
  child.stdin?.on('error', () => undefined)
  child.stdin?.write(`${JSON.stringify(told)}\n`)
  return child
}

/** Merges what is proposed, as people would. */
async function mergeAll(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const open = (await host.pulls()).filter(({ state }) => state === 'open')
    // Its head may have been replaced since: then it is merged the next time.
    for (const { number } of open) await host.merge(number, 'merge').catch(() => undefined)
    await pause(MERGE_EVERY_MS)
  }
}

/** Has a cluster of each environment hold the first application for a moment, again and again. Answers how many holds began. */
async function holdAll(signal: AbortSignal): Promise<number> {
  let held = 0
  while (!signal.aborted) {
    for (const name of ENVIRONMENTS) {
      const until = new Date(Date.now() + HOLD_MS).toISOString()
      const answer = await publisher.call(`/clusters/${name}-${CLUSTERS - 1}/holds/ieb/app0`, {
        method: 'PUT',
        body: { until, reason: 'It is needed here.' },
        headers: { 'if-match': '*' },
      })
      if (answer.status === 201) held += 1
    }
    await pause(HOLD_EVERY_MS)
  }
  return held
}

async function announceAll(version: number): Promise<void> {
  const commit = version.toString(16).padStart(40, '0')
  for (let index = 0; index < APPLICATIONS; index++) {
    const body = { commit, name: `v${version}` }
    const answer = await publisher.call(`/applications/ieb/app${index}/versions`, { body })
    expect(answer.status, answer.text).toBe(201)
  }
}

/** Waits until so many rollouts are completed, which is what all of them come to. */
async function completed(rollouts: number): Promise<void> {
  for (;;) {
    const [row] = await publisher.inScope(({ tx, tenant }) =>
      tx.execute<{ done: number }>(sql`select count(*)::int as done from rollouts
        where tenant = ${tenant} and state = 'completed'`),
    )
    if (row!.done >= rollouts) return
    await pause(LOOK_EVERY_MS)
  }
}

/** Waits until nothing is held any more. */
async function overHolds(): Promise<void> {
  while ((await readReleases()).some(({ hold }) => hold)) await pause(LOOK_EVERY_MS)
}

type ReleaseRow = { readonly version: number; readonly base: boolean; readonly hold: boolean }

const readReleases = () =>
  publisher.inScope(({ tx, tenant }) =>
    tx.execute<ReleaseRow>(sql`select version, clusters is null as base, hold is not null as hold
      from releases where tenant = ${tenant} and ended is null`),
  )

type WaveRow = {
  readonly rollout: number
  readonly version: number
  readonly application_id: number
  readonly environment: string
  readonly wave: number
  readonly state: string
  readonly change: number | null
  readonly released: Buffer | null
  readonly told: number
}

const readWaves = () =>
  publisher.inScope(({ tx, tenant }) =>
    tx.execute<WaveRow>(sql`
      select r.id as rollout, r.version, r.application_id, r.environment, w.wave, w.state,
        w.change::int as change, w.released, (select count(*)::int from rollout_events e
          where e.tenant = r.tenant and e.rollout = r.id and e.wave = w.wave
            and e.code = 'wave_released') as told
      from rollouts r join rollout_waves w on w.tenant = r.tenant and w.rollout = r.id
      where r.tenant = ${tenant} order by r.id, w.wave`),
  )

const changesOf = (action: string) =>
  publisher.inScope(async ({ tx, tenant }) => {
    const rows = await tx.execute<{ id: number }>(sql`select id::int as id from changes
      where tenant = ${tenant} and action = ${action} order by id`)
    return rows.map(({ id }) => id)
  })

/** The commits of a branch in which changes are published, in the order of the changes. */
const commitsOf = (branch: string) =>
  publisher.inScope(async ({ tx, tenant }) => {
    const rows = await tx.execute<{ state: string; commit: string }>(sql`
      select state, commit from publications
      where tenant = ${tenant} and branch = ${branch} order by change`)
    expect(rows.filter(({ state }) => state !== 'published')).toEqual([])
    return rows.map(({ commit }) => commit)
  })

function isOfHeld({ application_id: id }: Pick<WaveRow, 'application_id'>): boolean {
  return id === HELD
}

/** A wave is skipped whose only cluster holds what it has. */
function isWhole({ state, told, ...wave }: WaveRow): boolean {
  return (state === 'passed' && told === 1) || (state === 'skipped' && told === 0 && isOfHeld(wave))
}

function givenBy(waves: readonly WaveRow[]): readonly string[] {
  return waves.flatMap(({ released, version, application_id: id, environment }) =>
    idsIn(released ? bitsIn(released) : []).map(
      (place) => `${version} ${id} ${environment} ${place}`,
    ),
  )
}

function countBy(died: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const point of died) counts.set(point, (counts.get(point) ?? 0) + 1)
  return counts
}

/** Of every point, also of those that no process died at. */
function textOf(deathsAt: ReadonlyMap<string, number>): string {
  const counts = [...POINTS, MOMENT].map((point) => `${point} ${deathsAt.get(point) ?? 0}`)
  return `Deaths: ${counts.join(', ')}.`
}

it(`rollouts come to their end, each wave once, through ${KILLS} deaths`, async () => {
  const seed = Number(process.env['BERTH_SEED'] ?? 20_261_127)
  const random = randomFrom(seed)
  let deaths = 0
  const next = () => (deaths < KILLS ? DEATHS[(deaths++ * 7) % DEATHS.length] : undefined)
  const merging = new AbortController()
  const merges = mergeAll(merging.signal)
  const holding = new AbortController()
  const holds = holdAll(holding.signal)
  const places = Array.from({ length: PROCESSES }, () => new Place(startProcess, next, random))
  const ended = Promise.all(places.map(({ living }) => living))
  let versions = 0
  try {
    const died = () => places.reduce((sum, place) => sum + place.died.length, 0)
    while (died() < KILLS) {
      versions += 1
      await announceAll(versions)
      const rollouts = versions * APPLICATIONS * ENVIRONMENTS.length
      await Promise.race([completed(rollouts), ended])
    }
    holding.abort()
    await holds
    await Promise.race([overHolds(), ended])
  } finally {
    holding.abort()
    await Promise.allSettled(places.map((place) => place.stop()))
    merging.abort()
    await merges
  }

  const waves = await readWaves()
  expect(waves).toHaveLength(versions * APPLICATIONS * ENVIRONMENTS.length * WAVES.length)
  expect(waves.filter((wave) => !isWhole(wave))).toEqual([])
  expect(waves.flatMap(({ change }) => change ?? []).toSorted((a, b) => a - b)).toEqual(
    await changesOf('rollouts.wave'),
  )
  const given = givenBy(waves)
  expect(givenBy(waves.filter((wave) => !isOfHeld(wave)))).toHaveLength(
    versions * (APPLICATIONS - 1) * ENVIRONMENTS.length * CLUSTERS,
  )
  expect(new Set(given).size).toBe(given.length)
  const begun = await holds
  expect(begun).toBeGreaterThan(0)
  expect(await changesOf('holds.end')).toHaveLength(begun)
  const last = { version: versions, base: true, hold: false }
  expect(await readReleases()).toEqual(
    Array.from({ length: APPLICATIONS * ENVIRONMENTS.length }, () => last),
  )
  for (const branch of ENVIRONMENTS) {
    expect(await filesOn(publisher.directory, branch)).toEqual(
      await expectedFiles(publisher, branch),
    )
    const order = (await publisher.commits(branch)).toReversed()
    const places = (await commitsOf(branch)).map((commit) => order.indexOf(commit))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  }
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  const deathsAt = countBy(places.flatMap((place) => place.died))
  // Without it, nobody sees of a long run which points it reached.
  if (isLong) process.stdout.write(`${textOf(deathsAt)}\n`)
  if (KILLS === KILLS_MAX) expect(POINTS.filter((point) => !deathsAt.has(point))).toEqual([])
})
