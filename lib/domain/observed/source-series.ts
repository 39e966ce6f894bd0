// What is asked of another system's metrics, and what its answer shows: values at the instants of a grid.
import { DAY_MS, HOUR_MS } from './time-zone.ts'

const MINUTE_MS = 60_000

const LENGTHS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const
export type SourceStep = keyof typeof LENGTHS
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of known keys
export const SOURCE_STEPS = Object.keys(LENGTHS) as SourceStep[]

const SHOWN_MAX = 120
export const SOURCE_POINTS_MAX = 1000
export const SOURCE_LINES_MAX = 20

/** Instants one step after the other, of UTC; `stepMs` between each two. */
export type Grid = {
  readonly step: SourceStep
  readonly stepMs: number
  readonly times: readonly number[]
}

/** The instants of a range, of steps that suit it if none is asked for; null: they are too many, or none. */
export function gridOf(from: Date, to: Date, asked: SourceStep | null): Grid | null {
  const length = to.getTime() - from.getTime()
  const step = asked ?? SOURCE_STEPS.find((each) => length / LENGTHS[each] <= SHOWN_MAX) ?? '1w'
  const stepMs = LENGTHS[step]
  const first = Math.ceil(from.getTime() / stepMs) * stepMs
  const count = Math.floor((to.getTime() - first) / stepMs) + 1
  if (count > SOURCE_POINTS_MAX || count < 1) return null
  return {
    step,
    stepMs,
    times: Array.from({ length: count }, (_, index) => first + index * stepMs),
  }
}

export type Language = 'promql' | 'kql'

/** A query with its placeholders replaced. What stands for them is computed, so nobody's text gets into the query. */
export function filledQuery(query: string, { stepMs, times }: Grid, language: Language): string {
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0]
  const instant = (ms: number) =>
    language === 'kql' ? `datetime(${new Date(ms).toISOString()})` : String(ms / 1000)
  const values: Readonly<Record<string, string>> = {
    step: seconds(stepMs),
    range: seconds(Math.max(stepMs, to - from)),
    from: instant(from),
    to: instant(to),
  }
  return query.replace(/\$(step|range|from|to)\b/g, (_, name: string) => values[name] ?? '')
}

function seconds(ms: number): string {
  return `${ms / 1000}s`
}

/** A line as another system tells it: its values by the instant, in milliseconds. */
export type RawLine = { readonly key: string; readonly values: ReadonlyMap<number, number> }

/** `values`: one for each instant of the grid; null: nothing is known. */
export type SourceLine = { readonly key: string; readonly values: readonly (number | null)[] }
export type SourceLines = { readonly lines: readonly SourceLine[]; readonly leftOut: number }

/**
 * Lines on the grid, where each value stands at the last instant at or before its own. Of too many lines those with the largest
 * values are kept.
 */
export function linesOnGrid(raw: readonly RawLine[], { stepMs, times }: Grid): SourceLines {
  const first = times[0] ?? 0
  const lines = raw.map(({ key, values }): SourceLine => {
    const placed: (number | null)[] = times.map(() => null)
    for (const [at, value] of values) {
      const index = Math.floor((at - first) / stepMs)
      if (index >= 0 && index < placed.length && Number.isFinite(value)) placed[index] = value
    }
    return { key, values: placed }
  })
  const kept = lines
    .toSorted((a, b) => largest(b) - largest(a))
    .slice(0, SOURCE_LINES_MAX)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { lines: kept, leftOut: lines.length - kept.length }
}

function largest({ values }: SourceLine): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? -Infinity), -Infinity)
}
