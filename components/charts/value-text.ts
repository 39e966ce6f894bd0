// Values of a chart in words.
import type { Unit } from '#lib/domain/observed/series-metrics.ts'

const LENGTHS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** `42 s`, `3.5 min`, `2 h`: in the largest unit of which there is at least one and a half, or one exactly. */
function durationText(seconds: number): string {
  const [unit, length] = LENGTHS.find(
    ([, length]) => seconds >= 1.5 * length || seconds === length,
  ) ?? ['s', 1]
  const count = seconds / length
  const digits = count < 10 && !Number.isInteger(count) ? 1 : 0
  return `${trimmed(count, digits)} ${unit}`
}

function trimmed(value: number, digits: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

const ONE: Readonly<Record<Exclude<Unit, 'seconds'>, string>> = {
  placements: 'placement',
  deployments: 'deployment',
  clusters: 'cluster',
  syncs: 'sync',
  changes: 'change',
  requests: 'request',
}

/** `1,240 placements`, `3.5 min`. */
export function valueText(value: number, unit: Unit): string {
  if (unit === 'seconds') return durationText(value)
  return `${trimmed(value, 1)} ${value === 1 ? ONE[unit] : unit}`
}

/** Without the unit, where that stands beside it; lengths of time keep theirs. */
export function figureText(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  return unit === 'seconds' ? durationText(value) : trimmed(value, 1)
}

/** As short as an axis needs it. */
export function axisText(value: number, unit: Unit): string {
  if (unit === 'seconds') return durationText(value)
  return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
}

const ROUND_SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
]

/** From nought to above the largest value, in at most four parts of a round size. */
export function axisValues(largest: number, unit: Unit): readonly number[] {
  const part = unit === 'seconds' ? roundSeconds(largest / 4) : roundCount(largest / 4)
  const parts = Math.max(1, Math.ceil(largest / part))
  return Array.from({ length: parts + 1 }, (_, index) => index * part)
}

function roundSeconds(least: number): number {
  return ROUND_SECONDS.find((round) => round >= least) ?? Math.ceil(least / 86_400) * 86_400
}

/** One, two or five times a power of ten, and never less than one. */
function roundCount(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((at) => at >= least) ?? 1)
}
