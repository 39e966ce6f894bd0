// Durations and shares as people write them.

const MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const LONGEST_MS = 90 * MS.d

/** Of `10m`, `2h` or `1d`, in milliseconds; null: it is no duration, or one of more than 90 days. */
export function durationMs(text: string): number | null {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (amount === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) return null
  const ms = Number(amount) * MS[unit]
  return ms <= LONGEST_MS ? ms : null
}

/** Of `5%`, as 0.05; null: it is no share, or none between 0 and 1. */
export function shareOf(text: string): number | null {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)%$/.exec(text) ?? []
  const share = Number(percent) / 100
  return share > 0 && share <= 1 ? share : null
}
