// Receives a report whose text says what that of the last one said, as far as this process knows. If that is still what is
// known of the cluster, nothing of the report has to be read.
import {
  type ClusterReport,
  lockClusterReport,
  updateClusterReport,
} from '#db/queries/cluster-reports.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import { heard, type Heard } from '#lib/domain/observed/word.ts'
import { defineRecord } from '../define.ts'
import { followsTheLast, hear } from './heard.ts'
import type { LastText } from './last-texts.ts'
import { nextReportS } from './next-report.ts'
import { type ClusterName, loadOwnReport } from './own-report.ts'
import type { ReportAnswer, TakenReport } from './take-report.ts'
import { tellOfWord } from './tell.ts'

type RepeatedReport = ClusterName & {
  readonly report: Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence' | 'reportDigest'>
  readonly last: LastText
}

/** Null: the report has to be read, and received as any other. */
export const repeatReportUseCase = defineRecord<RepeatedReport, ReportAnswer | null>({
  name: 'reports.repeat',
  oneIn: 10,
  load: loadOwnReport,
  run: async (context, { cluster, report, last }) => {
    const { scope, services } = context
    const known = await lockClusterReport(scope, cluster)
    if (known === null || known.itemsDigest !== last.whole) return null
    const receivedAt = services.clock()
    const word = heard(report, receivedAt, known.clockOffsetMs)
    if (!followsTheLast(known, word, { isComplete: true })) return null
    const { counts, ...told } = await hearAgain(scope, known, word, report, receivedAt)
    tellOfWord(context, cluster, { before: known, known, receivedAt, ...told })
    return { received: last.received, ...counts, next_s: await nextReportS(scope, known) }
  },
})

/** Takes in a report that says the same as the last one, and follows it. */
export async function hearAgain(
  scope: TenantScope,
  known: ClusterReport,
  word: Heard,
  { reportDigest }: Pick<ReceivedReport, 'reportDigest'>,
  receivedAt: Date,
): Promise<TakenReport> {
  const seen = await hear(scope, known, word, receivedAt)
  await updateClusterReport(scope, known.cluster, {
    ...seen,
    completeAt: word.order.at,
    completeSequence: word.order.sequence,
    reportDigest,
  })
  const counts = { changed: 0, filled: 0, foreign: known.foreignCount, ignored: 0 }
  return { counts, seenAt: seen.seenAt, saysNews: false }
}
