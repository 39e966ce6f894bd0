// A chart, ready to be drawn, told as a table, or read out.
import type { Look } from './looks.ts'
import type { ChartUnit } from './value-text.ts'
import { type Line, type Lines, type Marker, sumOf } from './series.ts'

export type ChartLine = Line & { readonly id: string; readonly look: Look }

export type Chart = {
  /** `bars` are stacked. */
  readonly kind: 'bars' | 'lines'
  readonly unit: ChartUnit
  readonly zone: string
  readonly step: string
  readonly times: readonly string[]
  readonly lines: readonly ChartLine[]
  /** Of bars: how the period before is told, if that is compared. */
  readonly before: {
    readonly label: string
    readonly values: Lines['lines'][number]['values']
  } | null
  /** By the instant of their step. */
  readonly markers: ReadonlyMap<string, readonly Marker[]>
}

/** The largest value that is drawn. */
export function largestOf({ kind, times, lines, before }: Chart): number {
  const drawn = lines.flatMap(({ values, before }) => [...values, ...(before ?? [])])
  const stacked = times.map((_, index) => sumOf(lines.map(({ values }) => values[index] ?? null)))
  const all = kind === 'bars' ? [...stacked, ...(before?.values ?? [])] : drawn
  return all.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0)
}

export type Opened = {
  readonly index: number
  /** The line that was pointed at; null: the step as a whole. */
  readonly line: string | null
}
