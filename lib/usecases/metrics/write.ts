// Takes in what a cluster's own Prometheus writes. Who the cluster is comes from the token, whatever labels say.
import {
  addMetricHours,
  type ClusterMetrics,
  lockClusterMetrics,
  readMetricKeys,
  sweepMetricKeys,
  updateClusterMetrics,
  writeMetricKeys,
} from '#db/queries/cluster-metrics.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type FoldedMetrics, foldMetrics } from '#lib/domain/observed/metric-fold.ts'
import type { KeptSamples } from '#lib/domain/observed/metric-series.ts'
import { type Context, defineRecord, notFound } from '../define.ts'
import { type ClusterName, loadOwnReport } from '../reports/own-report.ts'

type WriteMetricsInput = ClusterName & {
  /** Of the series of which something is kept. */
  readonly items: readonly KeptSamples[]
}

/** How many samples nothing was made of, and why. */
export type TakenMetrics = Pick<FoldedMetrics, 'older' | 'ahead' | 'beyond'>

const HOUR_MS = 3_600_000
const SWEPT_EVERY_MS = 6 * HOUR_MS
const UNSAID_MAX_MS = 48 * HOUR_MS

export const writeMetricsUseCase = defineRecord<WriteMetricsInput, TakenMetrics>({
  name: 'metrics.write',
  oneIn: 10,
  load: loadOwnReport,
  run: writeMetrics,
})

async function writeMetrics(
  { scope, services }: Context,
  { cluster: name, items }: WriteMetricsInput,
): Promise<TakenMetrics> {
  const receivedAt = services.clock()
  const before = await lockClusterMetrics(scope, name, receivedAt)
  if (before === null) throw notFound()
  const { cluster } = before
  const known = await swept(scope, before, receivedAt)
  const keys = await readMetricKeys(scope, cluster, [...new Set(items.map(({ key }) => key))])
  const folded = foldMetrics({ ...known, keys }, items, receivedAt.getTime())
  await writeMetricKeys(scope, cluster, folded.changed)
  await addMetricHours(scope, cluster, folded.hours, receivedAt)
  await updateClusterMetrics(scope, { ...known, ...folded }, receivedAt)
  const { older, ahead, beyond } = folded
  return { older, ahead, beyond }
}

/** Now and then without what isn't told of any more. */
async function swept(
  scope: TenantScope,
  known: ClusterMetrics,
  now: Date,
): Promise<ClusterMetrics> {
  if (now.getTime() - known.sweptAt.getTime() < SWEPT_EVERY_MS) return known
  const since = now.getTime() - UNSAID_MAX_MS
  return {
    ...known,
    sweptAt: now,
    keyCount: await sweepMetricKeys(scope, known.cluster, since),
    targets: new Map([...known.targets].filter(([, [, last]]) => last >= since)),
  }
}
