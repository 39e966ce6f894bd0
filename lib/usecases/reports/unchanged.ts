// A cluster says that nothing changed since its last report.
import {
  type ClusterReport,
  lockClusterReport,
  updateClusterReport,
} from '#db/queries/cluster-reports.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { heard, isNewer } from '#lib/domain/observed/word.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { type UnchangedBody, unchangedInput } from '#lib/schemas/report.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { type Context, defineRecord, notFound } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { completeWord, knowsCommit, hear } from './heard.ts'
import { nextReportS } from './next-report.ts'
import { type ClusterName, loadOwnReport } from './own-report.ts'
import { repeatTogether } from './repeat.ts'
import { tellOfWord } from './tell.ts'

export type UnchangedRequest = ClusterName & {
  readonly body: unknown
  /** When it was sent, by the cluster's clock; null: it isn't said. */
  readonly sentAt: Date | null
}
type UnchangedInput = ClusterName & UnchangedBody & Pick<UnchangedRequest, 'sentAt'>

export type UnchangedAnswer = { readonly next_s: number }

export const unchangedReportUseCase = defineRecord<
  UnchangedRequest,
  UnchangedAnswer,
  UnchangedInput
>({
  name: 'reports.unchanged',
  oneIn: 10,
  parse: ({ cluster, body, sentAt }) => {
    const shape = readShape(unchangedInput, body)
    return shape.ok ? accepted({ cluster, sentAt, ...shape.value }) : shape
  },
  load: loadOwnReport,
  together: async (gathered, inputs) => {
    const words = inputs.map(({ cluster, sentAt, digest, at }) => ({
      cluster,
      said: { observedAt: at ? new Date(at) : null, sentAt, sequence: null },
      isLast: (known: ClusterReport) => isLast(known, digest),
      keeps: ({ completeSequence, reportDigest }: ClusterReport) => ({
        completeSequence,
        reportDigest,
      }),
    }))
    const repetitions = await repeatTogether(gathered, words)
    return repetitions.map((repetition) => repetition && { next_s: repetition.nextS })
  },
  run: receiveUnchanged,
})

async function receiveUnchanged(
  context: Context,
  { cluster, sentAt, digest, at }: UnchangedInput,
): Promise<UnchangedAnswer> {
  const { scope, services } = context
  const known = await lockClusterReport(scope, cluster)
  if (known === null) await requireCluster(context, cluster)
  if (known === null || !isLast(known, digest)) {
    throw new Refusal(
      'conflict',
      'Send the whole report: this one is not the last that is known.',
      {
        code: 'report_unknown',
      },
    )
  }
  const receivedAt = services.clock()
  const observedAt = at ? new Date(at) : null
  const word = heard({ observedAt, sentAt, sequence: null }, receivedAt, known.clockOffsetMs)
  const complete = completeWord(known)
  if (complete === null || isNewer(word.order, complete)) {
    const seen = await hear(scope, known, word, receivedAt)
    await updateClusterReport(scope, known.cluster, { ...seen, completeAt: word.order.at })
    const { seenAt } = seen
    tellOfWord(context, cluster, { before: known, known, seenAt, receivedAt, saysNews: false })
  }
  return { next_s: await nextReportS(scope, known) }
}

async function requireCluster({ fleet }: Context, cluster: string): Promise<void> {
  if (!findByName((await fleet()).clusters, cluster)) throw notFound()
}

/** Whether it is the last report that is known, and a report that says the same as that wouldn't have to be looked at. */
function isLast(known: ClusterReport, digest: string): boolean {
  return known.itemsDigest !== null && known.reportDigest === digest && knowsCommit(known)
}
