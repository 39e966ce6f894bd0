// Durations as people write them: `10m`, `2h`, `1d`.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'

const MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const LONGEST_MS = 90 * MS.d

/** Of `10m`, `2h` or `1d`, in milliseconds; null: it is no duration, or one of more than 90 days. */
export function durationMs(text: string): number | null {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (amount === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) return null
  const ms = Number(amount) * MS[unit]
  return ms <= LONGEST_MS ? ms : null
}

/** Whole minutes in the largest unit that fits, as `90m`, `2h` and `1d`; nothing is `0m`. */
export function durationText(ms: number): string {
  const unit = (['d', 'h'] as const).find((each) => ms > 0 && ms % MS[each] === 0) ?? 'm'
  return `${ms / MS[unit]}${unit}`
}

/** In milliseconds; the issue of what is none: `duration_format`. */
export function readDuration(text: string, path: Issue['path']): Checked<number> {
  const ms = durationMs(text)
  if (ms !== null) return accepted(ms)
  const reason = 'A duration is written as 10m, 2h or 1d, up to 90d.'
  return refused([{ path, code: 'duration_format', reason }])
}
