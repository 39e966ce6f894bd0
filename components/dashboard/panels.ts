// The charts that an answer becomes: one, or of groups whose parts add up one each.
import type { Chart, ChartLine } from '#components/charts/chart.ts'
import {
  environmentPlace,
  groupLook,
  lookOfName,
  type Look,
  placeOfName,
} from '#components/charts/looks.ts'
import {
  type Line,
  linesOf,
  markersByStep,
  type SeriesAnswer,
  sumOf,
} from '#components/charts/series.ts'
import type { ChartSpec } from './charts.ts'

export type Panel = {
  /** The group; null: what has no such label, or everything. */
  readonly key: string | null
  /** Null: it is the only one. */
  readonly title: string | null
  readonly chart: Chart
}

/** More small charts, or lines in one, can't be told apart. */
export const GROUPS_SHOWN = 6

export type Panels = {
  readonly panels: readonly Panel[]
  /** How many groups aren't shown, which are the smallest. */
  readonly leftOut: number
}

export function panelsOf(spec: ChartSpec, by: string | null, answer: SeriesAnswer): Panels {
  const { times, lines } = linesOf(answer)
  const { unit, step, tz: zone } = answer
  const chartOf = (lines: readonly ChartLine[]): Chart => ({
    kind: spec.kind,
    unit,
    zone,
    step,
    times,
    lines,
    before: spec.kind === 'bars' ? beforeOf(spec, lines) : null,
    markers: markersByStep(times, answer.markers),
  })
  if (by === null) {
    return { panels: [{ key: null, title: null, chart: chartOf(named(lines)) }], leftOut: 0 }
  }
  const keys = largestKeys(lines)
  const shown = keys.slice(0, GROUPS_SHOWN)
  const leftOut = keys.length - shown.length + answer.left_out
  const ofKey = (key: string | null) => lines.filter((line) => line.key === key)
  if (spec.kind === 'bars') {
    const panels = shown.map((key) => ({
      key,
      title: groupLabel(by, key),
      chart: chartOf(named(ofKey(key))),
    }))
    return { panels, leftOut }
  }
  const { ofGroups } = spec
  const grouped = shown.flatMap((key, place) =>
    ofKey(key)
      .filter(({ name }) => ofGroups === undefined || name === ofGroups)
      .map((line) => ({ ...line, id: groupId(key), look: lookOfGroup(by, key, place) })),
  )
  return { panels: [{ key: null, title: null, chart: chartOf(grouped) }], leftOut }
}

/** The id of a group's line. */
function groupId(key: string | null): string {
  return JSON.stringify([key])
}

function named(lines: readonly Line[]): ChartLine[] {
  return lines
    .map((line) => ({ ...line, id: line.name, look: lookOfName(line.name) }))
    .toSorted((a, b) => placeOfName(a.name) - placeOfName(b.name))
}

function lookOfGroup(by: string, key: string | null, place: number): Look {
  const label = groupLabel(by, key)
  return groupLook(label, by === 'environment' && key !== null ? environmentPlace(key) : place)
}

function groupLabel(by: string, key: string | null): string {
  return key ?? `no ${by.replace(/^label:/, '')}`
}

/** The groups with the most first. */
function largestKeys(lines: readonly Line[]): readonly (string | null)[] {
  const sizes = new Map<string | null, number>()
  for (const { key, values } of lines) {
    sizes.set(key, (sizes.get(key) ?? 0) + (sumOf(values) ?? 0))
  }
  return [...sizes.keys()].toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
}

/** The period before, as one line: bars of two periods can't stand in one place. */
function beforeOf({ compared = null }: ChartSpec, lines: readonly ChartLine[]): Chart['before'] {
  const meant = lines.filter(({ name }) => compared === null || name === compared)
  const earlier = meant.flatMap(({ before }) => (before === null ? [] : [before]))
  const [first] = earlier
  if (!first) return null
  const what = compared === null ? 'All' : lookOfName(compared).label
  return {
    label: `${what}, the period before`,
    values: first.map((_, index) => sumOf(earlier.map((values) => values[index] ?? null))),
  }
}
