// What a source of metrics says, as the API answers it.
import { z } from 'zod'
import { METRICS, UNITS } from '#lib/domain/observed/series-metrics.ts'
import { SOURCE_STEPS } from '#lib/domain/observed/source-series.ts'
import type { SourceSeries } from '#lib/usecases/metric-sources/series.ts'

const instant = z.iso.datetime()

export const sourceSeriesSchema = z
  .strictObject({
    source: z.string(),
    metric: z.string(),
    unit: z
      .enum(UNITS)
      .nullable()
      .meta({ description: 'That of the dashboard’s metric of this name; null: there is none.' }),
    step: z.enum(SOURCE_STEPS),
    as_of: instant.nullable().meta({ description: 'When the source said so; null: it never did.' }),
    failure: z.string().nullable().meta({
      description: 'Why the source says nothing now; what it said last is in `series`.',
    }),
    series: z.array(
      z.strictObject({
        key: z.string().meta({ description: 'The labels of the line.' }),
        points: z
          .array(z.tuple([instant, z.number().nullable()]))
          .meta({ description: 'Null: the source knows nothing.' }),
      }),
    ),
    left_out: z
      .number()
      .int()
      .meta({ description: 'How many lines there are besides, with less.' }),
  })
  .meta({ id: 'SourceSeries' })

export type SourceSeriesJson = z.output<typeof sourceSeriesSchema>

export function sourceSeriesJson(answer: SourceSeries): SourceSeriesJson {
  const { source, metric, step, times, lines, leftOut, asOf, failure } = answer
  const instants = times.map((time) => new Date(time).toISOString())
  return {
    source,
    metric,
    unit: unitOf(metric),
    step,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    failure,
    series: lines.map(({ key, values }) => ({
      key,
      points: values.map((value, index) => [instants[index]!, value]),
    })),
    left_out: leftOut,
  }
}

function unitOf(metric: string): SourceSeriesJson['unit'] {
  return Object.entries(METRICS).find(([name]) => name === metric)?.[1].unit ?? null
}
