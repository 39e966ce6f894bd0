// How far a rollout is at this instant, and what it waits for.
import { readRolloutInstant } from '#db/queries/rollout-instants.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { advance, nextToRelease } from '#lib/domain/rollouts/advance.ts'
import { membersOf } from '#lib/domain/rollouts/members.ts'
import type { Advanced, Facts, Rollout } from '#lib/domain/rollouts/rollout.ts'
import { readSourceOf } from '#lib/domain/objects/application/stored-source.ts'
import { type Bits, NO_BITS, subtract } from '#lib/domain/sets/bits.ts'
import type { WholeSource } from '#lib/domain/releases/release.ts'
import type { Context } from '../define.ts'
import { type Blocked, readBlocked } from './blocked.ts'
import { readFacts } from './facts.ts'
import { waveDigests } from './plan.ts'
import { evidenceSeen, type Seen } from './seen.ts'
import type { StoredRollout } from './stored.ts'

export type Standing = {
  readonly now: Date
  readonly facts: Facts
  readonly advanced: Advanced
  /** What decided on which clusters of the next wave something is missing. */
  readonly evidence: Blocked['evidence']
}

/** By the clock of the database, which all replicas share. */
export async function standingOf(context: Context, stored: StoredRollout): Promise<Standing> {
  const now = await readRolloutInstant(context.scope, stored.rollout.id)
  return standingAt(context, stored, { now, seen: null })
}

type At = {
  /** This instant, as it is read for the rollout. */
  readonly now: Date
  readonly seen: Seen | null
}

export async function standingAt(
  context: Context,
  stored: StoredRollout,
  at: At,
): Promise<Standing> {
  const fleet = await context.fleet()
  const { known, evidence } = await readStanding(context.scope, fleet, stored, at)
  const { now } = at
  const { row, rollout } = stored
  const of = { rollout, ...sourceOfRollout(row) }
  const facts = { ...known, digests: await waveDigests(context, fleet, of, known) }
  return { now, facts, advanced: advance(rollout, facts, now.getTime()), evidence }
}

/** All of it but what people approve of, which takes a plan of what the waves would do. */
export async function readStanding(
  scope: TenantScope,
  fleet: Fleet,
  { row, rollout }: StoredRollout,
  { now, seen }: At,
): Promise<Pick<Standing, 'evidence'> & { readonly known: Omit<Facts, 'digests'> }> {
  const facts = await readFacts(scope, fleet, { rollout, ...sourceOfRollout(row) }, now, seen)
  const asked = askedNext(rollout, facts.placed)
  const { clusters: blocked, evidence } = await readBlocked(
    scope,
    fleet,
    rollout.application,
    asked,
    evidenceSeen(seen, fleet, now),
  )
  return { known: { ...facts, blocked }, evidence }
}

/** The clusters of the wave that comes next that wait for other applications. */
function askedNext(rollout: Rollout, placed: Bits): Bits {
  const next = nextToRelease(rollout, placed)
  const wave = next === null ? null : rollout.waves[next]!
  if (next === null || wave === null || wave.overridden.includes('depends')) return NO_BITS
  return subtract(membersOf(rollout, next, placed), wave.freed)
}

export function sourceOfRollout(row: StoredRollout['row']): WholeSource {
  return { source: readSourceOf(row), targets: row.targets }
}
