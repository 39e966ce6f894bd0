// Asks what speaks the HTTP API of Prometheus: Thanos, Mimir and Azure Monitor's managed Prometheus do.
// https://prometheus.io/docs/prometheus/3.5/querying/api/#range-queries
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import type { RawLine } from '#lib/domain/observed/source-series.ts'
import { askJson, type SourceAnswer, type SourceQuestion, UNREADABLE } from './source-call.ts'

const answerSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])).default([]),
      }),
    ),
  }),
})
const refusalSchema = z.object({ error: z.string() })

/** Seconds in the question, and in the answer. Native histograms are left out. */
export async function askPrometheus(
  callOut: CallOut,
  { url, query, grid }: SourceQuestion,
  headers: Readonly<Record<string, string>>,
): Promise<SourceAnswer> {
  const body = new URLSearchParams({
    query,
    start: String((grid.times[0] ?? 0) / 1000),
    end: String((grid.times.at(-1) ?? 0) / 1000),
    step: String(grid.stepMs / 1000),
  }).toString()
  const answer = await askJson(
    callOut,
    `${url.replace(/\/+$/, '')}/api/v1/query_range`,
    {
      method: 'POST',
      headers: {
        ...headers,
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body,
    },
    (json) => refusalSchema.safeParse(json).data?.error ?? null,
  )
  if (!('json' in answer)) return answer
  const read = answerSchema.safeParse(answer.json)
  if (!read.success) return UNREADABLE
  const lines = read.data.data.result.map(({ metric, values }): RawLine => ({
    key: keyOf(metric),
    values: new Map(values.map(([at, value]) => [at * 1000, Number(value)])),
  }))
  return { outcome: 'answered', lines }
}

/** The values of the labels, without the metric's own name; of one line without labels, nothing. */
function keyOf(labels: Readonly<Record<string, string>>): string {
  return Object.keys(labels)
    .filter((name) => name !== '__name__')
    .toSorted()
    .map((name) => `${name}=${labels[name]}`)
    .join(', ')
}
