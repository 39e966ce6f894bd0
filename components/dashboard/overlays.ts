// What sources of metrics say of a metric of Berth's, laid over its chart.
import type { ChartLine } from '#components/charts/chart.ts'
import { overLook } from '#components/charts/looks.ts'
import type { SeriesAnswer } from '#components/charts/series.ts'
import type { SourceAnswer } from '#components/metric-sources/source-answer.ts'
import { METRICS, type MetricName } from '#lib/domain/observed/series-metrics.ts'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import type { ChartSpec } from './charts.ts'
import type { Panels } from './panels.ts'
import type { View } from './view.ts'

/** More can't be told apart in one chart. */
const LINES_SHOWN = 4

/** Whether there is one chart of the metric, on which something can lie: sources tell of no environment by itself. */
export function takesOverlays(
  { kind }: ChartSpec,
  { by, environment }: Pick<View, 'by' | 'environment'>,
): boolean {
  return environment === null && (kind === 'lines' || by === null)
}

/** Where a source is asked for the steps of an answer, and for the end of the last one. */
export function overlayPath(source: string, metric: MetricName, answer: SeriesAnswer): string {
  const { from, to, step, tz } = answer
  return withQuery(apiPaths.sourceSeries(source), { metric, from, to, step, tz })
}

/** `linesLeftOut`: how many lines of sources aren't shown. */
export type LaidOver = Panels & { readonly linesLeftOut: number }

/** The charts with what sources say. */
export function withOverlays(
  { panels, leftOut }: Panels,
  metric: MetricName,
  answers: readonly SourceAnswer[],
): LaidOver {
  const [panel, ...others] = panels
  if (panel === undefined || others.length > 0) return { panels, leftOut, linesLeftOut: 0 }
  const { chart } = panel
  const all = answers.flatMap((answer) => linesOver(chart.times, metric, answer))
  const shown = all.slice(0, LINES_SHOWN).map(({ source, key, values }, place): ChartLine => ({
    id: JSON.stringify([source, key]),
    key,
    name: metric,
    values,
    before: null,
    look: overLook(key === '' ? `from ${source}` : `${key}, from ${source}`, place),
    isLaidOver: true,
  }))
  const unseen = answers.reduce((sum, answer) => sum + answer.left_out, all.length - shown.length)
  const over = { ...panel, chart: { ...chart, lines: [...chart.lines, ...shown] } }
  return { panels: [over], leftOut, linesLeftOut: unseen }
}

/**
 * What happened in a step is told by Berth at its beginning, and by a query that looks back for so long at its end.
 */
function linesOver(times: readonly string[], metric: MetricName, answer: SourceAnswer) {
  const isBack = METRICS[metric].counted !== 'at'
  return answer.series.map(({ key, points }) => {
    const values = new Map(points.map(([t, v], index) => [isBack ? points[index - 1]?.[0] : t, v]))
    return { source: answer.source, key, values: times.map((t) => values.get(t) ?? null) }
  })
}
