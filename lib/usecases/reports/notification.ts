// Receives news of one Application, as a cluster's Argo CD notifies of it. They are a word about a part of the cluster; the
// reports go on, and tell whatever a notification lost.
import { lockClusterReport } from '#db/queries/cluster-reports.ts'
import { readItem } from '#db/queries/observations.ts'
import { findApplications } from '#db/queries/observed-wanted.ts'
import { appliedBy, notified } from '#lib/domain/observed/notified.ts'
import {
  NOTHING_KNOWN,
  type ReceivedReport,
  type ReportedItem,
} from '#lib/domain/observed/reported.ts'
import { heard } from '#lib/domain/observed/word.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { newsIn, type NotificationBody, notificationInput } from '#lib/schemas/notification.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { type Context, defineRecord } from '../define.ts'
import { reportDigests } from './digest.ts'
import { type ClusterName, loadOwnReport } from './own-report.ts'
import { restoredItem } from './sort-items.ts'
import { ownItems, takeReport } from './take-report.ts'
import { tellOfWord } from './tell.ts'

type NotificationInput = ClusterName & { readonly notification: NotificationBody }

/** As the API answers it. */
export type NotificationAnswer = { readonly changed: number; readonly ignored: number }

const IGNORED: NotificationAnswer = { changed: 0, ignored: 1 }

export const receiveNotificationUseCase = defineRecord<
  ClusterName & { readonly body: unknown },
  NotificationAnswer,
  NotificationInput
>({
  name: 'reports.notify',
  oneIn: 10,
  parse: ({ cluster, body }) => {
    const shape = readShape(notificationInput, body)
    return shape.ok ? accepted({ cluster, notification: shape.value }) : shape
  },
  load: loadOwnReport,
  run: receiveNotification,
})

async function receiveNotification(
  context: Context,
  { cluster, notification }: NotificationInput,
): Promise<NotificationAnswer> {
  const receivedAt = context.services.clock()
  const known = await lockClusterReport(context.scope, cluster)
  const item = known && (await newItem(context, known.cluster, notification))
  if (known === null || item === null) return IGNORED
  const report = partOf(item, notification)
  const word = heard(report, receivedAt, known.clockOffsetMs)
  const { counts, ...told } = await takeReport(context, known, {
    word,
    report,
    digests: reportDigests(report),
    receivedAt,
  })
  tellOfWord(context, cluster, { before: known, known, receivedAt, ...told })
  return { changed: counts.changed, ignored: counts.ignored }
}

/**
 * What is known of the Application with the news of it; null: nothing. A name alone doesn't show whose an Application is, so only
 * a report can tell of one for the first time.
 */
async function newItem(
  context: Context,
  cluster: number,
  notification: NotificationBody,
): Promise<ReportedItem | null> {
  const { namespace, application: name } = notification
  const { namespace: own, reports } = await ownItems(context, cluster)
  if (namespace !== own) return null
  const news = newsIn(notification)
  if (name === reports.root) {
    const revision = appliedBy(news)
    if (revision === null) return null
    return notified({ ...NOTHING_KNOWN, isTracked: true, namespace, name, revision }, news)
  }
  const pair = reports.pairOf(name)
  if (pair === null) return null
  const { scope } = context
  const [found] = await findApplications(scope, [{ team: pair.team, name: pair.application }])
  const last = found && (await readItem(scope, cluster, found.application))
  return last ? notified(restoredItem({ namespace, name }, last), news) : null
}

function partOf(item: ReportedItem, { at }: NotificationBody): ReceivedReport {
  return {
    observedAt: at ? new Date(at) : null,
    sentAt: null,
    sequence: null,
    isComplete: false,
    reportDigest: null,
    reconciler: null,
    items: [item],
  }
}
