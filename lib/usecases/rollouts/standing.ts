// How far a rollout is at this instant, and what it waits for.
import { readRolloutInstant } from '#db/queries/rollouts.ts'
import { advance, nextToRelease } from '#lib/domain/rollouts/advance.ts'
import { membersOf } from '#lib/domain/rollouts/members.ts'
import type { Advanced, Facts, Rollout } from '#lib/domain/rollouts/rollout.ts'
import { type Bits, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import type { Source } from '#lib/domain/releases/release.ts'
import type { Context } from '../define.ts'
import { type Blocked, readBlocked } from './blocked.ts'
import { readFacts } from './facts.ts'
import { waveDigests } from './plan.ts'
import type { StoredRollout } from './stored.ts'

export type Standing = {
  readonly now: Date
  readonly facts: Facts
  readonly advanced: Advanced
  /** What decided on which clusters of the next wave something is missing. */
  readonly evidence: Blocked['evidence']
}

/** By the clock of the database, which all replicas share. */
export async function standingOf(
  context: Context,
  { row, rollout }: StoredRollout,
): Promise<Standing> {
  const fleet = await context.fleet()
  const now = await readRolloutInstant(context.scope, rollout.id)
  const of = { rollout, source: sourceOfRollout(row) }
  const known = await readFacts(context.scope, fleet, of, now)
  const { clusters: blocked, evidence } = await readBlocked(
    context.scope,
    fleet,
    rollout.application,
    askedNext(rollout, known.placed),
  )
  const digests = await waveDigests(context, fleet, of, { ...known, blocked })
  const facts = { ...known, blocked, digests }
  return { now, facts, advanced: advance(rollout, facts, now.getTime()), evidence }
}

/** The clusters of the wave that comes next that wait for other applications. */
function askedNext(rollout: Rollout, placed: Bits): Bits {
  const next = nextToRelease(rollout, placed)
  const wave = next === null ? null : rollout.waves[next]!
  if (next === null || wave === null || wave.overridden.includes('depends')) return NO_BITS
  return subtract(membersOf(rollout, next, placed), wave.freed)
}

export function sourceOfRollout({ repoUrl, repoBranch, repoPath }: StoredRollout['row']): Source {
  return { repoUrl, repoBranch, repoPath }
}
