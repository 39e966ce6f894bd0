// The lines of a series, from what was counted at each of its points.
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { GroupedCounts } from './counted.ts'
import { quantileOf } from './durations.ts'
import type { Metric } from './series-metrics.ts'

/** By name. */
type NamedCounts = Readonly<Record<string, number>>

/** What was counted at a point; groups and names that had nothing may be left out. Null: nobody knows. */
export type Column = GroupedCounts | null

/** The values of a name of a group, one for each point; null: nobody knows. */
export type Line = {
  /** Null: the group of what has no such label, or everything, where nothing is grouped. */
  readonly key: string | null
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** More can't be told apart. */
const GROUPS_MAX = 100

const QUANTILES = { p50: 0.5, p95: 0.95 } as const

/** The groups that are shown, by key: where there are too many, those with the most. */
export function groupsIn(
  metric: Metric,
  columns: readonly Column[],
): { readonly keys: readonly (string | null)[]; readonly leftOut: number } {
  const sizes = new Map<string | null, number>()
  for (const [key, counts] of columns.flatMap((column) => [...(column ?? [])])) {
    sizes.set(key, (sizes.get(key) ?? 0) + sizeOf(metric, counts))
  }
  const largest = [...sizes]
    .sort(([a, sizeOfA], [b, sizeOfB]) => sizeOfB - sizeOfA || compareKeys(a, b))
    .map(([key]) => key)
  return {
    keys: largest.slice(0, GROUPS_MAX).sort(compareKeys),
    leftOut: Math.max(0, largest.length - GROUPS_MAX),
  }
}

function compareKeys(a: string | null, b: string | null): number {
  return compareText(a ?? '', b ?? '')
}

function sizeOf(metric: Metric, counts: NamedCounts): number {
  const names =
    metric.counted === 'durations' ? Object.keys(counts) : Object.values(metric.lines).flat()
  return sumOf(counts, names)
}

function sumOf(counts: NamedCounts, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
}

/** The lines of some groups; of each one, and those that are ever more than nothing. */
export function linesOf(
  metric: Metric,
  columns: readonly Column[],
  keys: readonly (string | null)[],
): Line[] {
  // What clusters count themselves isn't 0 where none sent it.
  const absent: NamedCounts | null = metric.isOf === 'clusters' ? null : {}
  return keys.flatMap((key) => {
    const valuesOf = (valueOf: (counts: NamedCounts) => number | null) =>
      columns.map((column) => {
        const counts = column?.get(key) ?? (column && absent)
        return counts && valueOf(counts)
      })
    const line = (name: string, valueOf: (counts: NamedCounts) => number | null): Line => ({
      key,
      name,
      values: valuesOf(valueOf),
    })
    if (metric.counted === 'durations') {
      return Object.entries(QUANTILES).map(([name, q]) =>
        line(name, (counts) => quantileOf(counts, q, metric.bounds)),
      )
    }
    const lines = Object.entries(metric.lines).map(([name, counted]) =>
      line(name, (counts) => sumOf(counts, counted)),
    )
    return lines.filter(({ name, values }) => name === metric.always || values.some(isSome))
  })
}

function isSome(value: number | null): boolean {
  return value !== null && value > 0
}
