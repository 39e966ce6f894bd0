// Which edits are so large that the person must confirm them with the number, so that a typo in a selector never quietly
// empties a fleet.

const REMOVALS_MAX = 20
const SHARE_MAX = 1 / 10
/** Up to this many removals are never too large a share, so that small tenants can work. */
const SHARE_REMOVALS_MAX = 5
const CHANGES_MAX = 100

/** For how long a principal's unconfirmed removals add up. */
export const UNCONFIRMED_REMOVALS_WINDOW_MS = 10 * 60 * 1000

export type Removals = {
  /** Placements that this edit removes. */
  readonly removed: number
  /** The tenant's placements before this edit. */
  readonly total: number
  /** Placements that the same principal removed without confirming, within the window. */
  readonly recentUnconfirmed: number
}

/**
 * Whether removals must be confirmed with their number: together with the recent ones more than 20, or more than 5 that
 * are over a tenth of the tenant's placements. An edit that removes nothing never must.
 */
export function removalsNeedConfirmation({ removed, total, recentUnconfirmed }: Removals): boolean {
  if (removed === 0) return false
  const sum = removed + recentUnconfirmed
  return sum > REMOVALS_MAX || (sum > SHARE_REMOVALS_MAX && sum > total * SHARE_MAX)
}

/** Whether so many changes must be confirmed with their number: of placements’ manifests, and of clusters by their type. */
export function changesNeedConfirmation(changed: number): boolean {
  return changed > CHANGES_MAX
}
