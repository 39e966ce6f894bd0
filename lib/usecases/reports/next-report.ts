import { REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'

const JITTER = 0.1

/** In how many seconds a cluster reports again: not all at once. */
export function nextReportS(): number {
  return Math.round(REPORT_INTERVAL_S * (1 - JITTER + 2 * JITTER * Math.random()))
}
