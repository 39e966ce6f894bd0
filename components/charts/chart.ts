// A chart, ready to be drawn, told as a table, or read out.
import type { Look } from './looks.ts'
import type { ChartUnit } from './value-text.ts'
import { type Line, type Lines, type Marker, sumOf } from './series.ts'

export type ChartLine = Line & {
  readonly id: string
  readonly look: Look
  /** It says what another system knows: it is a line of its own, adds up with nothing, and isn't what Berth has counted. */
  readonly isLaidOver?: true
}

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

/** Those of Berth. */
export function ownLines(lines: readonly ChartLine[]): readonly ChartLine[] {
  return lines.filter(({ isLaidOver }) => !isLaidOver)
}

/** How a line of a chart is drawn. */
export function kindOf({ kind }: Pick<Chart, 'kind'>, { isLaidOver }: ChartLine): Chart['kind'] {
  return isLaidOver ? 'lines' : kind
}

/** The largest value that is drawn. */
export function largestOf({ kind, times, lines, before }: Chart): number {
  const drawn = lines.flatMap(({ values, before }) => [...values, ...(before ?? [])])
  const [own, over] = [ownLines(lines), lines.filter(({ isLaidOver }) => isLaidOver)]
  const stacked = times.map((_, index) => sumOf(own.map(({ values }) => values[index] ?? null)))
  const beside = [...(before?.values ?? []), ...over.flatMap(({ values }) => values)]
  const all = kind === 'bars' ? [...stacked, ...beside] : drawn
  return all.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0)
}

export type Opened = {
  readonly index: number
  /** The line that was pointed at; null: the step as a whole. */
  readonly line: string | null
}
