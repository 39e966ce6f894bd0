// What a chart shows: the answer of /observed/series as lines over the same instants.

import type { Unit } from '#lib/domain/observed/series-metrics.ts'

/** `v` null: nothing is known of that time. */
type Point = readonly [t: string, v: number | null]

type AnsweredSeries = {
  /** The value of the group; null: what has no such label, or there are no groups. */
  readonly key: string | null
  /** A state, an outcome, a quantile, or what is counted. */
  readonly name: string
  readonly points: readonly Point[]
}

export type Marker = { readonly t: string; readonly change: number; readonly text: string }

/** As the API answers it. */
export type SeriesAnswer = {
  readonly unit: Unit
  readonly from: string
  readonly to: string
  readonly step: string
  readonly tz: string
  readonly as_of: string | null
  readonly series: readonly AnsweredSeries[]
  /** How many groups there are besides, with less. */
  readonly left_out: number
  readonly markers: readonly Marker[]
  readonly compare?: {
    readonly from: string
    readonly to: string
    readonly series: readonly AnsweredSeries[]
  }
}

export type Line = {
  readonly key: string | null
  readonly name: string
  /** One for each instant. */
  readonly values: readonly (number | null)[]
  /** The same of the period before, if that is compared. */
  readonly before: readonly (number | null)[] | null
}

export type Lines = { readonly times: readonly string[]; readonly lines: readonly Line[] }

/** All series over the instants that any of them has. */
export function linesOf({ series, compare }: Pick<SeriesAnswer, 'series' | 'compare'>): Lines {
  const times = instantsOf(series)
  const before = compare && {
    times: instantsOf(compare.series),
    series: new Map(compare.series.map((each) => [idOf(each), each])),
  }
  const lines = series.map((each): Line => {
    const earlier = before?.series.get(idOf(each))
    return {
      key: each.key,
      name: each.name,
      values: valuesAt(times, each),
      // The period before is as long, so its steps lie under those of this one from the end.
      before: before && earlier ? fromEnd(valuesAt(before.times, earlier), times.length) : null,
    }
  })
  return { times, lines }
}

function idOf({ key, name }: Pick<Line, 'key' | 'name'>): string {
  return JSON.stringify([key, name])
}

function instantsOf(series: readonly AnsweredSeries[]): readonly string[] {
  const all = new Set(series.flatMap(({ points }) => points.map(([t]) => t)))
  return [...all].toSorted((a, b) => Date.parse(a) - Date.parse(b))
}

function valuesAt(times: readonly string[], { points }: AnsweredSeries): (number | null)[] {
  const values = new Map(points)
  return times.map((t) => values.get(t) ?? null)
}

function fromEnd(values: readonly (number | null)[], length: number): (number | null)[] {
  return Array.from({ length }, (_, index) => values[values.length - length + index] ?? null)
}

/** Where nothing is known of any line: the first and the last instant of each such stretch. */
export function gapsOf({ times, lines }: Lines): readonly (readonly [number, number])[] {
  const gaps: (readonly [number, number])[] = []
  let began: number | null = null
  for (let index = 0; index <= times.length; index += 1) {
    const isGap = index < times.length && lines.every(({ values }) => values[index] === null)
    if (isGap) began ??= index
    else if (began !== null) {
      gaps.push([began, index - 1])
      began = null
    }
  }
  return gaps
}

/** The first instant of which anything is known; null: there is none. */
export function countedFrom({ times, lines }: Lines): number | null {
  const first = times.findIndex((_, index) => lines.some(({ values }) => values[index] !== null))
  return first === -1 ? null : first
}

/** The markers of each step, by the instant of the step: the last one at or before them. */
export function markersByStep(
  times: readonly string[],
  markers: readonly Marker[],
): ReadonlyMap<string, readonly Marker[]> {
  const instants = times.map((t) => Date.parse(t))
  const found = new Map<string, Marker[]>()
  for (const marker of markers) {
    const at = Date.parse(marker.t)
    const t = times[instants.findLastIndex((instant) => instant <= at)]
    if (t !== undefined) found.set(t, [...(found.get(t) ?? []), marker])
  }
  return found
}

/** The sum of what is known; null: nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** The newest value that is known; null: there is none. */
export function lastOf(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null
}
