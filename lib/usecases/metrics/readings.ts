// How a cluster's reconciler is, as its own metrics say.
import { type MetricReading, readMetricReadings } from '#db/queries/metric-readings.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { ClusterReportBody } from '#lib/schemas/report.ts'

/** Null: it never sent any. */
export async function metricsOf(
  scope: TenantScope,
  cluster: number,
): Promise<ClusterReportBody['metrics']> {
  const read = await readMetricReadings(scope, cluster)
  if (read === null) return null
  const of = (kind: MetricReading['of']) => read.readings.filter((each) => each.of === kind)
  const applications = of('application')
  const connections = of('connection')
  return {
    received_at: read.at.toISOString(),
    applications: {
      health: sums(applications, ({ said, count }) => [said.split(' ')[0]!, count]),
      sync: sums(applications, ({ said, count }) => [said.split(' ')[1]!, count]),
    },
    connected: connections.length === 0 ? null : connections.every(({ said }) => said === '1'),
    queues: sums(of('queue'), ({ name, said, count }) => [name, Math.round(Number(said)) * count]),
  }
}

function sums(
  readings: readonly MetricReading[],
  partOf: (reading: MetricReading) => readonly [name: string, count: number],
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [name, count] of readings.map(partOf)) sums[name] = (sums[name] ?? 0) + count
  return sums
}
