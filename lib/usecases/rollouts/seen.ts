// What was read of a rollout before its step, and whether that still holds when the step is taken.
import type { Evidence } from '#lib/domain/dependencies/met.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Facts, Reports } from '#lib/domain/rollouts/rollout.ts'
import { isSameSet } from '#lib/domain/sets/bits.ts'

export type Seen = Pick<Facts, 'placed' | 'publishedAt' | 'reports'> & {
  readonly at: Date
  readonly fleet: Fleet
  readonly evidence: readonly Evidence[]
}

/**
 * Clusters report all the time, and no report waits for a step: one that comes between the two looks is as one that comes right
 * after the step, as long as there isn't much time between them.
 */
const SEEN_FOR_MS = 5_000

/** What clusters reported of the wave under way of a rollout that nobody stored since; undefined: it has to be read. */
export function reportsSeen(
  seen: Seen | null,
  { placed, publishedAt }: Pick<Facts, 'placed' | 'publishedAt'>,
  now: Date,
): Reports | null | undefined {
  if (seen === null || !isFresh(seen, now)) return undefined
  const isAlike = publishedAt === seen.publishedAt && isSameSet(placed, seen.placed)
  return isAlike ? seen.reports : undefined
}

/** What they reported of what its application needs; undefined: it has to be read, as the fleet is another one. */
export function evidenceSeen(
  seen: Seen | null,
  fleet: Fleet,
  now: Date,
): readonly Evidence[] | undefined {
  return seen !== null && isFresh(seen, now) && seen.fleet === fleet ? seen.evidence : undefined
}

function isFresh({ at }: Seen, now: Date): boolean {
  return now.getTime() - at.getTime() < SEEN_FOR_MS
}
