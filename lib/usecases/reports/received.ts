// A report as it was received, and what this process remembers of it.
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import type { GatheredContext } from '../define.ts'
import type { ReportDigests } from './digest.ts'
import type { ClusterName } from './own-report.ts'

export type ReceiveReportInput = ClusterName & {
  readonly report: ReceivedReport
  /** What tells whether another text says the same; null: nothing does. */
  readonly text?: string | null
}
export type DigestedReport = ReceiveReportInput & { readonly digests: ReportDigests }

/** Remembers a report about the whole cluster as its last one. */
export function remember(
  { scope: { tenant }, services }: Pick<GatheredContext, 'scope' | 'services'>,
  { cluster, report, text = null, digests }: DigestedReport,
): void {
  services.lastReports.note(tenant, cluster, digests)
  if (text === null) return
  const last = { text, whole: digests.whole, received: report.items.length }
  services.lastTexts.note(tenant, cluster, last)
}
