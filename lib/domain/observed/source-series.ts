// What is asked of another system's metrics, and what its answer shows: values at the instants of a grid.
import { STEPS, type Step, stepsOf } from './series-steps.ts'
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

/** Instants one step after the other; `stepMs` between each two, unless clocks are put forward or back there. */
export type Grid = {
  readonly step: SourceStep
  readonly stepMs: number
  readonly times: readonly number[]
}

/**
 * The instants of a range, of steps that suit it if none is asked for: those of UTC in it or, with a time zone and of an hour and
 * more, those at which its steps begin and the last one ends. Null: they are too many, or none.
 */
export function gridOf(
  from: Date,
  to: Date,
  asked: SourceStep | null,
  zone: string | null = null,
): Grid | null {
  const length = to.getTime() - from.getTime()
  const step = asked ?? SOURCE_STEPS.find((each) => length / LENGTHS[each] <= SHOWN_MAX) ?? '1w'
  const stepMs = LENGTHS[step]
  if (length / stepMs > SOURCE_POINTS_MAX) return null
  if (zone !== null && isStep(step)) {
    const { begins, end } = stepsOf({ from, to }, step, zone)
    return { step, stepMs, times: [...begins, end].map((at) => at.getTime()) }
  }
  const first = Math.ceil(from.getTime() / stepMs) * stepMs
  const count = Math.floor((to.getTime() - first) / stepMs) + 1
  if (count > SOURCE_POINTS_MAX || count < 1) return null
  return {
    step,
    stepMs,
    times: Array.from({ length: count }, (_, index) => first + index * stepMs),
  }
}

function isStep(step: SourceStep): step is Step & SourceStep {
  return (STEPS as readonly string[]).includes(step)
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
 * Lines on the grid, where each value stands at the last instant at or before its own, or at the next one where the clocks were put
 * back so that this begins an hour later. Of too many lines those with the largest values are kept.
 */
export function linesOnGrid(raw: readonly RawLine[], grid: Grid): SourceLines {
  const { times } = grid
  const placeOf = placesOn(grid)
  const lines = raw.map(({ key, values }): SourceLine => {
    const placed: (number | null)[] = times.map(() => null)
    for (const [at, value] of values) {
      const index = placeOf(at)
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

function placesOn({ stepMs, times }: Grid): (at: number) => number {
  const first = times[0] ?? 0
  const isEven = times.every((time, index) => time === first + index * stepMs)
  const place = (at: number) => Math.floor((at - first) / stepMs)
  if (isEven) return place
  // Sources know steps of one length only.
  return (at) => {
    const latest = at + HOUR_MS
    let index = place(latest)
    while ((times[index] ?? Infinity) > latest && index >= 0 && index < times.length) index -= 1
    while ((times[index + 1] ?? Infinity) <= latest) index += 1
    return index
  }
}

function largest({ values }: SourceLine): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? -Infinity), -Infinity)
}
