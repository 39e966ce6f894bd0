// A series as the API answers it.
import { z } from 'zod'
import type { Line } from '#lib/domain/observed/series.ts'
import { UNITS } from '#lib/domain/observed/series-metrics.ts'
import { STEPS } from '#lib/domain/observed/series-steps.ts'
import type { Marker, ObservedSeries } from '#lib/usecases/observed/series.ts'

const instant = z.iso.datetime()
const count = z.number().int().min(0)

const lines = z.array(
  z.strictObject({
    key: z.string().nullable().meta({
      description:
        'The group: by an application, `TEAM/NAME`. Null: the clusters without such a label, or everything.',
    }),
    name: z
      .string()
      .meta({ description: 'A state, an outcome, `p50` or `p95`, or what is counted.' }),
    points: z
      .array(z.tuple([instant, z.number().nullable()]))
      .meta({ description: 'Null: nobody knows.' }),
  }),
)

export const seriesSchema = z
  .strictObject({
    unit: z.enum(UNITS),
    from: instant.meta({ description: 'When the first step begins.' }),
    to: instant,
    step: z.enum(STEPS),
    tz: z.string(),
    as_of: instant
      .nullable()
      .meta({ description: 'Up to when it was counted; null: never in this time.' }),
    series: lines,
    left_out: count.meta({ description: 'How many groups there are besides, with less.' }),
    markers: z
      .array(
        z.strictObject({
          t: instant,
          change: z.number().int(),
          text: z.string().meta({ description: 'Its reason or, without one, its action.' }),
          action: z.string(),
          actor: z.string(),
          reason: z.string().nullable(),
          added: count,
          removed: count,
          changed: count,
        }),
      )
      .meta({ description: 'Of the changes in this time those that moved the most placements.' }),
    compare: z
      .strictObject({ from: instant, to: instant, series: lines })
      .optional()
      .meta({ description: 'The same of the time before, point by point.' }),
  })
  .meta({ id: 'ObservedSeries' })

export type SeriesJson = z.output<typeof seriesSchema>

export function seriesJson(answer: ObservedSeries): SeriesJson {
  const { unit, from, to, step, timeZone, asOf, times, leftOut, markers, compared } = answer
  return {
    unit,
    from: from.toISOString(),
    to: to.toISOString(),
    step,
    tz: timeZone,
    as_of: asOf?.toISOString() ?? null,
    series: linesJson(answer.lines, times),
    left_out: leftOut,
    markers: markers.map(markerJson),
    ...(compared && {
      compare: {
        from: compared.from.toISOString(),
        to: compared.to.toISOString(),
        series: linesJson(compared.lines, compared.times),
      },
    }),
  }
}

function linesJson(lines: readonly Line[], times: readonly Date[]): SeriesJson['series'] {
  const instants = times.map((time) => time.toISOString())
  return lines.map(({ key, name, values }) => ({
    key,
    name,
    points: values.map((value, index) => [instants[index]!, value]),
  }))
}

function markerJson({ id, at, ...marker }: Marker): SeriesJson['markers'][number] {
  const { action, reason } = marker
  return { t: at.toISOString(), change: id, text: reason ?? action, ...marker }
}
