import { clusterMetrics } from './count-metrics.ts'
import { changes, deployments, syncs } from './count-sums.ts'
import type { SumFamily } from './count-days.ts'

/** All that is counted of what happened in hours. */
export const SUM_FAMILIES: readonly SumFamily[] = [deployments, syncs, changes, clusterMetrics]
