// How far a rollout is at this instant, and what it waits for.
import { readRolloutInstant } from '#db/queries/rollouts.ts'
import { advance } from '#lib/domain/rollouts/advance.ts'
import type { Advanced, Facts } from '#lib/domain/rollouts/rollout.ts'
import type { Source } from '#lib/domain/releases/release.ts'
import type { Context } from '../define.ts'
import { readFacts } from './facts.ts'
import { waveDigests } from './plan.ts'
import type { StoredRollout } from './stored.ts'

export type Standing = { readonly now: Date; readonly facts: Facts; readonly advanced: Advanced }

/** By the clock of the database, which all replicas share. */
export async function standingOf(
  context: Context,
  { row, rollout }: StoredRollout,
): Promise<Standing> {
  const fleet = await context.fleet()
  const now = await readRolloutInstant(context.scope, rollout.id)
  const of = { rollout, source: sourceOfRollout(row) }
  const known = await readFacts(context.scope, fleet, of, now)
  const facts = { ...known, digests: await waveDigests(context, fleet, of, known) }
  return { now, facts, advanced: advance(rollout, facts, now.getTime()) }
}

export function sourceOfRollout({ repoUrl, repoBranch, repoPath }: StoredRollout['row']): Source {
  return { repoUrl, repoBranch, repoPath }
}
