// What a cluster's Prometheus writes, by its remote write 1.0 and 2.0.
import { z } from 'zod'
import { METRICS_TYPE, readMetricsBody, type SentMetrics } from '#lib/http/api/metrics-body.ts'
import { noParameters, operation } from '#lib/http/api/operation.ts'
import { problemResponse } from '#lib/http/api/problem.ts'
import { type TakenMetrics, writeMetricsUseCase } from '#lib/usecases/metrics/write.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { ownCluster } from '#lib/usecases/reports/own-cluster.ts'

export const writeMetrics = operation({
  id: 'writeMetrics',
  method: 'POST',
  path: '/metrics/write',
  tag: 'clusters',
  summary:
    'Receive the metrics of a cluster’s Argo CD from a Prometheus, by its remote write 1.0 or 2.0',
  query: noParameters,
  headers: ['Content-Encoding'],
  body: {
    schema: z.string().meta({
      format: 'binary',
      description:
        'A `prometheus.WriteRequest` or an `io.prometheus.write.v2.Request`, compressed by Snappy.',
    }),
    types: [METRICS_TYPE],
    writes: ['report'],
  },
  responses: { 204: null },
  useCase: writeMetricsUseCase,
  handle: async (received) => {
    const { services, session } = received
    const cluster = ownCluster(session)
    const turn = services.metricWrites.begin(session.tenant.id, cluster)
    try {
      const sent = await readMetricsBody(received, turn)
      const { items } = sent
      const taken = await writeMetricsUseCase.invoke(services, session, { cluster, items })
      const headers = writtenHeaders(sent, taken)
      const refusal = refusalOfSome(taken)
      return refusal
        ? problemResponse(refusal, headers)
        : new Response(null, { status: 204, headers })
    } finally {
      turn.end()
    }
  },
})

/** What is dropped is accepted, too; a sender takes what isn't counted here for lost. */
function writtenHeaders(sent: SentMetrics, { older, ahead, beyond }: TakenMetrics) {
  const read = sent.items.reduce((sum, { samples }) => sum + samples.length / 2, 0)
  const kept = read - older - ahead - beyond
  return {
    'X-Prometheus-Remote-Write-Samples-Written': String(sent.samples - ahead - beyond),
    'X-Prometheus-Remote-Write-Histograms-Written': String(sent.histograms),
    'X-Prometheus-Remote-Write-Exemplars-Written': String(sent.exemplars),
    'Berth-Samples-Kept': String(kept),
    'Berth-Samples-Dropped': String(sent.samples - ahead - beyond - kept),
    ...(older > 0 && { 'Berth-Warning': 'out_of_order' }),
    'Cache-Control': 'private, no-store',
  }
}

/** Where a part wasn't taken, however often it is sent, the rest is. */
function refusalOfSome({ ahead, beyond }: TakenMetrics): Refusal | null {
  if (beyond > 0) {
    const message = `The cluster has too many series: ${beyond} samples of new ones were not taken.`
    return new Refusal('malformed', message, { code: 'series_limit' })
  }
  if (ahead === 0) return null
  const message = `${ahead} samples are more than ten minutes ahead of Berth’s clock, and were not taken.`
  return new Refusal('malformed', message, { code: 'metrics_invalid' })
}
