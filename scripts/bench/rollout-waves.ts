// What it takes to preview a rollout, and to bring a wave of it into Git.
import { sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import { timeByHand } from './by-hand.ts'
import { git } from './git.ts'
import { ask, median, medianOf, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { EVERYWHERE, WAVE_CLUSTERS } from './rollout-fleet.ts'
import { inStand, published, type Stand, write, writeHeaders } from './stand.ts'

const PREVIEW_RUNS = 31
const PREVIEW_MS = 30
const WAVE_RUNS = 5
const WAVE_MS = 1_000
const LOOK_MS = 50
const WIDE_WAVE = 3

const start = (version: string) => ({
  namespace: EVERYWHERE.namespace,
  application: EVERYWHERE.name,
  environment: 'prod',
  version,
})

export async function benchPlanPreview(stand: Stand, report: Report): Promise<void> {
  const path = '/rollouts?dryRun=true'
  const { text } = await write(stand, 'POST', path, start('v1'))
  const { waves, clusters }: { waves: { changed: number }[]; clusters: number } = JSON.parse(text)
  const changed = waves.reduce((sum, wave) => sum + wave.changed, 0)
  if (waves.length !== 5 || changed !== clusters) throw new Error(`The preview says ${text}`)
  const constant = await medianOf(PREVIEW_RUNS, () => timeOf(() => constantAnswer(stand, path)))
  const ms = await medianOf(PREVIEW_RUNS, () =>
    timeOf(() => write(stand, 'POST', path, start('v1'))),
  )
  report.figure({
    what: `preview of a rollout to ${count(clusters)} clusters in 5 waves`,
    reach: `under ${PREVIEW_MS} ms`,
    figure: milliseconds(ms),
    reference: `constant answer, ${milliseconds(constant)}`,
    ratio: ratioOf(ms, constant),
    isReached: ms < PREVIEW_MS,
  })
}

async function constantAnswer({ portal }: Stand, path: string): Promise<void> {
  const { status } = await ask(`${portal.url}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(start('v1')),
    headers: writeHeaders('none'),
  })
  if (status !== 401) throw new Error(`${path}: ${status} without a token`)
}

type Wave = { readonly change: number; readonly commit: string; readonly ms: number }

/** From the instant at which a wave was decided until it is noted that it is in Git: what people could have seen of it. */
export async function benchWaves(stand: Stand, report: Report): Promise<void> {
  const waves: Wave[] = []
  for (let run = 1; run <= WAVE_RUNS; run++) waves.push(await rollOut(stand, `v${run}`))
  const ms = median(waves.map((wave) => wave.ms))
  const { commit } = waves.at(-1)!
  const byHandMs = await timeByHand(stand.repository, {
    before: git(stand.repository, 'rev-parse', `${commit}^`),
    after: commit,
  })
  report.figure({
    what: `a wave of ${count(WAVE_CLUSTERS)} clusters, to commit`,
    reach: `under ${WAVE_MS / 1000} s`,
    figure: milliseconds(ms),
    reference: `files, git add -A, git commit, ${milliseconds(byHandMs)}`,
    ratio: ratioOf(ms, byHandMs),
    isReached: ms < WAVE_MS,
  })
}

/** Until it is completed; answers its wave of half of the fleet. */
async function rollOut(stand: Stand, version: string): Promise<Wave> {
  const path = '/rollouts'
  const { text: preview } = await write(stand, 'POST', `${path}?dryRun=true`, start(version))
  const { confirmChanges }: { confirmChanges: number } = JSON.parse(preview)
  const confirmed = `${path}?confirmChanges=${confirmChanges}`
  const { text } = await write(stand, 'POST', confirmed, start(version))
  const { id }: { id: number } = JSON.parse(text)
  for (;;) {
    const wave = await completedWave(stand, id)
    if (wave !== null) {
      await published(stand)
      return wave
    }
    await pause(LOOK_MS)
  }
}

async function completedWave(stand: Stand, id: number): Promise<Wave | null> {
  const [row] = await inStand(stand, ({ tx, tenant }) =>
    tx.execute<Wave & { clusters: number }>(sql`
      select w.change::int as change, p.commit, bit_count(w.released)::int as clusters,
        (extract(epoch from p.published_at - e.at) * 1000)::float8 as ms
      from rollouts r
      join rollout_waves w on w.tenant = r.tenant and w.rollout = r.id and w.wave = ${WIDE_WAVE}
      join rollout_events e on e.tenant = r.tenant and e.rollout = r.id and e.wave = w.wave
        and e.code = 'wave_released'
      join publications p on p.tenant = r.tenant and p.change = w.change
      where r.tenant = ${tenant} and r.id = ${id} and r.state = 'completed'`),
  )
  if (!row) return null
  if (row.clusters !== WAVE_CLUSTERS) throw new Error(`The wave has ${row.clusters} clusters`)
  return row
}
