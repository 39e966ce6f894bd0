// Receives what a cluster says of itself. Most reports say what the last one said: these change the cluster's row and
// nothing else. The row is locked first, so that two reports of one cluster never interleave.
import { lockClusterReport, lockOrBeginReport } from '#db/queries/cluster-reports.ts'
import { heard } from '#lib/domain/observed/word.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { type Context, defineRecord, inOneTransaction, notFound } from '../define.ts'
import { reportDigests } from './digest.ts'
import { followsTheLast } from './heard.ts'
import { nextReportS } from './next-report.ts'
import { littleNews, receiveNews } from './news.ts'
import { loadOwnReport } from './own-report.ts'
import { type DigestedReport, type ReceiveReportInput, remember } from './received.ts'
import { hearAgain } from './repeat.ts'
import { type ReportAnswer, takeReport } from './take-report.ts'
import { tellOfWord } from './tell.ts'

export const receiveReportUseCase = defineRecord<ReceiveReportInput, ReportAnswer, DigestedReport>({
  name: 'reports.receive',
  oneIn: 10,
  // Before the transaction: nobody computes with a connection in hand.
  parse: (input) => accepted({ ...input, digests: reportDigests(input.report) }),
  load: loadOwnReport,
  isGathered: (services, { id }, input) => littleNews(services, id, input) !== null,
  together: (gathered, reports) =>
    inOneTransaction(gathered, (context) => receiveNews(context, reports)),
  run: receiveReport,
})

export async function receiveReport(
  context: Context,
  input: DigestedReport,
): Promise<ReportAnswer> {
  const { scope, services } = context
  const { cluster, report, digests } = input
  const receivedAt = services.clock()
  const first = { at: heard(report, receivedAt, null).at, receivedAt }
  const before = await lockClusterReport(scope, cluster)
  const known = before ?? (await lockOrBeginReport(scope, cluster, first))
  if (known === null) throw notFound()
  const word = heard(report, receivedAt, known.clockOffsetMs)
  const saysTheSame = known.itemsDigest === digests.whole && followsTheLast(known, word, report)
  const { counts, ...told } = saysTheSame
    ? await hearAgain(scope, known, word, report, receivedAt)
    : await takeReport(context, known, { word, report, digests, receivedAt })
  if (report.isComplete) remember(context, input)
  tellOfWord(context, cluster, { before, known, receivedAt, ...told })
  return { received: report.items.length, ...counts, next_s: await nextReportS(scope, known) }
}
