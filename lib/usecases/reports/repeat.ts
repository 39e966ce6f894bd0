// Receives what clusters say again. Most words of clusters are such, so those that come at the same time are taken in together,
// by two statements. What is lost of them when the database is killed, clusters say again a minute later.
import { type ClusterReport, updateClusterReport } from '#db/queries/cluster-reports.ts'
import { type HeardRow, keepHeard } from '#db/queries/heard-again.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import { heard, type Heard } from '#lib/domain/observed/word.ts'
import { defineRecord, type GatheredContext } from '../define.ts'
import { followsTheLast, hear, lockFirst } from './heard.ts'
import type { LastText } from './last-texts.ts'
import { nextReportS } from './next-report.ts'
import { type ClusterName, loadOwnReport } from './own-report.ts'
import type { ReportAnswer, TakenReport } from './take-report.ts'
import { tellOfWord } from './tell.ts'

type RepeatedReport = ClusterName & {
  readonly report: Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence' | 'reportDigest'>
  readonly last: LastText
}

/**
 * Receives a report whose text says what that of the last one said, as far as this process knows. Null: that isn't what is known
 * of the cluster any more, so the report has to be read, and received as any other.
 */
export const repeatReportUseCase = defineRecord<RepeatedReport, ReportAnswer | null>({
  name: 'reports.repeat',
  oneIn: 10,
  load: loadOwnReport,
  mayBeLost: true,
  together: async (context, reports) => {
    const repetitions = await repeatTogether(
      context,
      reports.map(({ cluster, report, last }) => ({
        cluster,
        said: report,
        isLast: ({ itemsDigest }) => itemsDigest === last.whole,
        keeps: () => ({ completeSequence: report.sequence, reportDigest: report.reportDigest }),
      })),
    )
    return repetitions.map((repetition, index) => {
      if (repetition === null) return null
      const { foreign, nextS } = repetition
      const { received } = reports[index]!.last
      return { received, changed: 0, filled: 0, foreign, ignored: 0, next_s: nextS }
    })
  },
  run: async () => null,
})

export type RepeatedWord = ClusterName & {
  readonly said: Pick<ReceivedReport, 'observedAt' | 'sentAt' | 'sequence'>
  /** Whether it says what the last complete report said. */
  readonly isLast: (known: ClusterReport) => boolean
  /** What is known of that report from now on. */
  readonly keeps: (known: ClusterReport) => Pick<ClusterReport, 'completeSequence' | 'reportDigest'>
}

type Repetition = { readonly foreign: number; readonly nextS: number }

/** Takes in what says the same as the last report, and follows it; null: something else, or another word is being taken in. */
export async function repeatTogether(
  context: GatheredContext,
  words: readonly RepeatedWord[],
): Promise<readonly (Repetition | null)[]> {
  const { scope, services } = context
  const reports = await lockFirst(scope, words)
  const receivedAt = services.clock()
  const rows: HeardRow[] = []
  const repetitions = await Promise.all(
    words.map(async (word) => {
      const known = reports.get(word)
      const said = known && follow(known, word, receivedAt)
      if (!known || !said) return null
      const seen = await hear(scope, known, said, receivedAt)
      rows.push({
        cluster: known.cluster,
        ...seen,
        completeAt: said.order.at,
        itemsDigest: known.itemsDigest,
        reconciler: null,
        pulledWord: null,
        ...word.keeps(known),
      })
      const told = { before: known, known, seenAt: seen.seenAt, receivedAt, saysNews: false }
      tellOfWord(context, word.cluster, told)
      return { foreign: known.foreignCount, nextS: await nextReportS(scope, known) }
    }),
  )
  await keepHeard(scope, rows)
  return repetitions
}

/** The word in time; null: it says something else, or is older. */
function follow(known: ClusterReport, { said, isLast }: RepeatedWord, receivedAt: Date) {
  const word = heard(said, receivedAt, known.clockOffsetMs)
  return isLast(known) && followsTheLast(known, word, { isComplete: true }) ? word : null
}

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
