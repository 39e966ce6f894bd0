// Completed rollouts that are watched and some of whose clusters are unwell, for alerts.
import { readExceptional } from '#db/queries/alert-conditions.ts'
import { readLatelyCompleted } from '#db/queries/rollouts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Exceptional, UnwellRollout } from '#lib/domain/alerts/finding.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { readRollout } from './stored.ts'
import { readWatched } from './watched.ts'

/** What a cluster that is failing says. */
const UNWELL = ['failed', 'degraded', 'missing'] as const
/** So many are looked at, the oldest first. */
const LOOKED_MAX = 200

/** Costs by what is unwell: a rollout is read only where a cluster of its environment says that of its application. */
export async function readUnwellRollouts(
  scope: TenantScope,
  fleet: Fleet,
  now: Date,
): Promise<readonly UnwellRollout[]> {
  const pairs = pairsOf(fleet, await readExceptional(scope, UNWELL, now))
  const unwell: UnwellRollout[] = []
  for (const id of await readLatelyCompleted(scope, pairs, DAY_MS, LOOKED_MAX)) {
    const stored = (await readRollout(scope, id))!
    const watched = await readWatched({ scope, fleet: async () => fleet }, stored)
    if (watched === null) continue
    const { application, environment } = stored.rollout
    const failing = [...watched.waves.values()].flatMap((wave) => wave.failing ?? [])
    const isSilent = pairs.some(
      (pair) =>
        pair.isSilent && pair.applicationId === application && pair.environment === environment,
    )
    if (failing.length === 0 && !isSilent) continue
    const why = failing.length === 0 ? null : failing.join(' ')
    unwell.push({ id, application, environment, failing: why })
  }
  return unwell
}

/** The environments in which applications are unwell; `isSilent`: also on a cluster that is silent by now. */
function pairsOf(fleet: Fleet, exceptional: readonly Exceptional[]) {
  const pairs = new Map<string, { applicationId: number; environment: string; isSilent: boolean }>()
  for (const { application: applicationId, isSilent, clusters } of exceptional) {
    for (const cluster of clusters) {
      const environment = fleet.clusters.slots[cluster]?.environment ?? ''
      if (environment === '') continue
      const key = `${applicationId} ${environment}`
      const known = pairs.get(key)
      if (known === undefined) pairs.set(key, { applicationId, environment, isSilent })
      else known.isSilent ||= isSilent
    }
  }
  return [...pairs.values()]
}
