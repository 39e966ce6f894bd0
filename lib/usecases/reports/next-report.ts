import { type ClusterReport, updateClusterReport } from '#db/queries/cluster-reports.ts'
import type { TenantScope } from '#db/queries/scope.ts'

const JITTER = 0.1

/** Answers in how many seconds a cluster reports again, not all at once, and notes how often that is where that is new. */
export async function nextReportS(
  scope: TenantScope,
  { cluster, intervalS, wantedIntervalS }: ClusterReport,
): Promise<number> {
  if (intervalS !== wantedIntervalS) {
    await updateClusterReport(scope, cluster, { intervalS: wantedIntervalS })
  }
  return jittered(wantedIntervalS)
}

/** In how many seconds a cluster reports again that is to report so often. */
export function jittered(wantedIntervalS: number): number {
  return Math.round(wantedIntervalS * (1 - JITTER + 2 * JITTER * Math.random()))
}
