// What a source of metrics answers, as the API says it, and as a chart.
import type { Chart } from '#components/charts/chart.ts'
import { groupLook } from '#components/charts/looks.ts'
import { lastOf } from '#components/charts/series.ts'
import type { Unit } from '#lib/domain/observed/series-metrics.ts'
import { counted } from '#lib/domain/text/counted.ts'

export type SourceAnswer = {
  readonly source: string
  readonly metric: string
  readonly unit: Unit | null
  readonly step: string
  /** When the source said so; null: it never did. */
  readonly as_of: string | null
  /** Why it says nothing now. */
  readonly failure: string | null
  readonly series: readonly {
    readonly key: string
    readonly points: readonly (readonly [t: string, v: number | null])[]
  }[]
  readonly left_out: number
}

export function chartOf({ metric, unit, step, series }: SourceAnswer, zone: string): Chart {
  return {
    kind: 'lines',
    unit: unit ?? 'values',
    zone,
    step,
    times: series[0]?.points.map(([t]) => t) ?? [],
    lines: series.map(({ key, points }, place) => ({
      id: key,
      key,
      name: metric,
      values: points.map(([, v]) => v),
      before: null,
      look: groupLook(key === '' ? metric : key, place),
    })),
    before: null,
    markers: new Map(),
  }
}

/** What came back, in a sentence. */
export function answerWords({ failure, series, left_out: leftOut }: SourceAnswer): string {
  if (failure !== null) return failure
  const count = series.length + leftOut
  if (count === 0) return 'It answers, and knows nothing of this time.'
  const values = series.flatMap(({ points }) => lastOf(points.map(([, v]) => v)) ?? [])
  const newest = values.length === 0 ? '' : `, the newest value ${values[0]}`
  return `It answers with ${counted(count, 'line')}${newest}.`
}
