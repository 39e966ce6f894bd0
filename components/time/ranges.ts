import { DAY_MS, HOUR_MS } from '#lib/domain/observed/time-zone.ts'

/** Ranges until now, by their names in addresses. */
export const RANGES = {
  '1h': { words: '1 h', ms: HOUR_MS },
  '24h': { words: '24 h', ms: DAY_MS },
  '7d': { words: '7 d', ms: 7 * DAY_MS },
  '30d': { words: '30 d', ms: 30 * DAY_MS },
  '90d': { words: '90 d', ms: 90 * DAY_MS },
  '1y': { words: '1 y', ms: 365 * DAY_MS },
} as const
export type Range = keyof typeof RANGES
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of known keys
export const RANGE_NAMES = Object.keys(RANGES) as Range[]
