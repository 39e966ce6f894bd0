// Values of a chart in words.
import type { Unit } from '#lib/domain/observed/series-metrics.ts'

/** `values`: what another system tells, of which nobody says what it is. */
export type ChartUnit = Unit | 'values'

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

/** What may be of any size. */
function significant(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 4 })
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
export function valueText(value: number, unit: ChartUnit): string {
  if (unit === 'seconds') return durationText(value)
  if (unit === 'values') return significant(value)
  return `${trimmed(value, 1)} ${value === 1 ? ONE[unit] : unit}`
}

/** Without the unit, where that stands beside it; lengths of time keep theirs. */
export function figureText(value: number | null, unit: ChartUnit): string {
  if (value === null) return '–'
  if (unit === 'values') return significant(value)
  return unit === 'seconds' ? durationText(value) : trimmed(value, 1)
}

/** As short as an axis needs it. */
export function axisText(value: number, unit: ChartUnit): string {
  if (unit === 'seconds') return durationText(value)
  if (unit === 'values' && Math.abs(value) < 10) return significant(value)
  return value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
}

const ROUND_SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
]

/** From nought to above the largest value, in at most four parts of a round size. */
export function axisValues(largest: number, unit: ChartUnit): readonly number[] {
  const least = unit === 'values' ? 1e-6 : 1
  const part = unit === 'seconds' ? roundSeconds(largest / 4) : roundCount(largest / 4, least)
  const parts = Math.max(1, Math.ceil(largest / part))
  return Array.from({ length: parts + 1 }, (_, index) => index * part)
}

function roundSeconds(least: number): number {
  return ROUND_SECONDS.find((round) => round >= least) ?? Math.ceil(least / 86_400) * 86_400
}

/** One, two or five times a power of ten, and never less than the smallest. */
function roundCount(least: number, smallest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(smallest, least)))
  const found = [1, 2, 5, 10].map((factor) => factor * power).find((at) => at >= least)
  return Math.max(smallest, found ?? smallest)
}
