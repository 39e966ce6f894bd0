// How the clusters of a rollout are after it was completed: shown for a day, and nothing moves because of it.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import { watchedWave } from '#lib/domain/rollouts/gates-after.ts'
import { reachedIn } from '#lib/domain/rollouts/members.ts'
import type { HealthCounts } from '#lib/domain/rollouts/rollout.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import type { Context } from '../define.ts'
import { readReports } from './reports.ts'
import { sourceOfRollout } from './standing.ts'
import type { StoredRollout } from './stored.ts'

export type Watched = {
  readonly until: Date
  /** By the index of each wave that asks for what clusters report. */
  readonly waves: ReadonlyMap<
    number,
    { readonly health: HealthCounts; readonly failing: string | null }
  >
}

/** Null: it isn't watched, because it wasn't completed, or that is longer ago. */
export async function readWatched(
  { scope, fleet }: Pick<Context, 'scope' | 'fleet'>,
  { row, rollout }: StoredRollout,
): Promise<Watched | null> {
  if (rollout.state !== 'completed' || rollout.endedAt === null) return null
  const now = await readRolloutInstant(scope, rollout.id)
  const until = new Date(rollout.endedAt + DAY_MS)
  if (until <= now) return null
  const placed = reachedIn(await fleet(), rollout.application, rollout.environment)
  const waves = new Map<number, { health: HealthCounts; failing: string | null }>()
  for (const [index, wave] of rollout.waves.entries()) {
    const of = { rollout: { ...rollout, wave: index }, ...sourceOfRollout(row) }
    const reports = await readReports(scope, of, { placed, publishedAt: null, now })
    if (reports !== null) waves.set(index, watchedWave(wave, placed, reports))
  }
  return { until, waves }
}
