// How much a cluster's last word is worth by now. Time alone changes it.

/** `none`: the cluster has never reported. */
export const FRESHNESSES = ['fresh', 'late', 'stale', 'none'] as const
export type Freshness = (typeof FRESHNESSES)[number]

/** How often a cluster reports that was told nothing else. */
export const REPORT_INTERVAL_S = 60

/** After so many intervals without a word a cluster is late, and after so many stale. */
export const LATE_AFTER = 3
export const STALE_AFTER = 10
/** However short its interval is, no cluster is late before. */
export const FRESH_FOR_S_MIN = 180

/** When a cluster was last heard of, and how often it reports. */
export type LastSeen = { readonly at: Date; readonly intervalS: number }

/** For how many seconds after a cluster's last word it is fresh. */
export function freshForS(intervalS: number): number {
  return Math.max(FRESH_FOR_S_MIN, LATE_AFTER * intervalS)
}

/** From how many seconds after a cluster's last word on it is stale: what it said then isn't true any more. */
export function staleAfterS(intervalS: number): number {
  return Math.max(freshForS(intervalS), STALE_AFTER * intervalS)
}

/** How fresh a cluster is; null: it never reported. */
export function freshnessOf(seen: LastSeen | null, now: Date): Freshness {
  if (seen === null) return 'none'
  const { at, intervalS } = seen
  const ageS = (now.getTime() - at.getTime()) / 1000
  if (ageS <= freshForS(intervalS)) return 'fresh'
  return ageS <= staleAfterS(intervalS) ? 'late' : 'stale'
}

/** From when on a cluster is stale that isn't heard of any more. */
export function silentFrom({ at, intervalS }: LastSeen): Date {
  return new Date(at.getTime() + staleAfterS(intervalS) * 1000)
}

/** Whether what a cluster said isn't true any more, or it never said anything. */
export function isSilentWhen(freshness: Freshness): boolean {
  return freshness === 'stale' || freshness === 'none'
}

/** For how many milliseconds from now on a cluster stays as fresh as it is, if it isn't heard of; null: for ever. */
export function freshnessLastsMs(seen: LastSeen | null, now: Date): number | null {
  const freshness = freshnessOf(seen, now)
  if (seen === null || (freshness !== 'fresh' && freshness !== 'late')) return null
  const { at, intervalS } = seen
  const endS = freshness === 'fresh' ? freshForS(intervalS) : staleAfterS(intervalS)
  return at.getTime() + endS * 1000 - now.getTime()
}
