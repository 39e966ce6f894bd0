// How much a cluster's last word is worth by now. Time alone changes it.

/** `none`: the cluster has never reported. */
export const FRESHNESSES = ['fresh', 'late', 'stale', 'none'] as const
export type Freshness = (typeof FRESHNESSES)[number]

export const REPORT_INTERVAL_S = 60

/** After so many intervals without a word a cluster is late, and after so many stale. */
const LATE_AFTER = 3
const STALE_AFTER = 10
/** However short its interval is, no cluster is late before. */
const FRESH_FOR_S_MIN = 180

/** For how many seconds after a cluster's last word it is fresh. */
export function freshForS(intervalS: number): number {
  return Math.max(FRESH_FOR_S_MIN, LATE_AFTER * intervalS)
}

/** From how many seconds after a cluster's last word on it is stale: what it said then isn't true any more. */
export function staleAfterS(intervalS: number): number {
  return Math.max(freshForS(intervalS), STALE_AFTER * intervalS)
}

/** How fresh a cluster is that was last seen at `seenAt` and reports each `intervalS` seconds; null: it never reported. */
export function freshnessOf(seenAt: Date | null, intervalS: number, now: Date): Freshness {
  if (seenAt === null) return 'none'
  const ageS = (now.getTime() - seenAt.getTime()) / 1000
  if (ageS <= freshForS(intervalS)) return 'fresh'
  return ageS <= staleAfterS(intervalS) ? 'late' : 'stale'
}

/** For how many milliseconds from now on a cluster stays as fresh as it is, if it isn't heard of; null: for ever. */
export function freshnessLastsMs(seenAt: Date | null, intervalS: number, now: Date): number | null {
  const freshness = freshnessOf(seenAt, intervalS, now)
  if (seenAt === null || (freshness !== 'fresh' && freshness !== 'late')) return null
  const endS = freshness === 'fresh' ? freshForS(intervalS) : staleAfterS(intervalS)
  return seenAt.getTime() + endS * 1000 - now.getTime()
}
