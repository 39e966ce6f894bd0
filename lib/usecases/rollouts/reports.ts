// What the clusters of the wave under way reported of it.
import type { TenantScope } from '#db/queries/scope.ts'
import { readHeardOfWave, readSaidOfWave } from '#db/queries/wave-reports.ts'
import { commitOf, type Source } from '#lib/domain/releases/release.ts'
import { reportersOf } from '#lib/domain/rollouts/health.ts'
import type { Facts, Reports, Rollout } from '#lib/domain/rollouts/rollout.ts'
import { bitsOf, idsIn, intersect, NO_BITS, subtract, unite } from '#lib/domain/sets/bits.ts'

/** However soon something may differ, no wave is looked at more often because of time alone. */
const LOOK_EVERY_MS = 5_000

const NOTHING: Reports = {
  ok: NO_BITS,
  failing: NO_BITS,
  silent: NO_BITS,
  reporting: NO_BITS,
  until: null,
}

type Known = Pick<Facts, 'placed' | 'publishedAt'> & { readonly now: Date }

/** Null: the wave `rollout.wave` isn’t in Git, or doesn’t ask for what clusters report. */
export async function readReports(
  scope: TenantScope,
  { rollout, source }: { readonly rollout: Rollout; readonly source: Source },
  { placed, publishedAt: foundAt, now }: Known,
): Promise<Reports | null> {
  const wave = rollout.waves[rollout.wave]!
  const publishedAt = wave.publishedAt ?? foundAt
  if (publishedAt === null || wave.change === null || wave.rule.after.health === null) {
    return null
  }
  const clusters = idsIn(reportersOf(wave, placed))
  if (clusters.length === 0) return NOTHING
  const asked = {
    application: rollout.application,
    commit: commitOf({ version: rollout.version, source }),
    change: wave.change,
    publishedAt: new Date(publishedAt),
    clusters,
  }
  const [heard, said] = await Promise.all([
    readHeardOfWave(scope, asked, now),
    readSaidOfWave(scope, asked, now),
  ])
  if (heard.reporting.length === 0) return NOTHING
  const reporting = bitsOf(heard.reporting)
  const silent = bitsOf(heard.silent)
  const there = subtract(reporting, bitsOf(heard.elsewhere))
  const fresh = subtract(there, silent)
  return {
    ok: unite(intersect(bitsOf(said.ok), fresh), intersect(bitsOf(said.wasOk), there)),
    failing: intersect(bitsOf(said.failing), fresh),
    silent,
    reporting,
    until: untilOf(heard.silentInS, said.failingAt, now),
  }
}

function untilOf(silentInS: number | null, failingAt: Date | null, now: Date): number | null {
  const silentAt = silentInS === null ? Infinity : now.getTime() + Math.floor(silentInS * 1000)
  const first = Math.min(silentAt, failingAt?.getTime() ?? Infinity)
  return first === Infinity ? null : Math.max(first, now.getTime() + LOOK_EVERY_MS)
}
