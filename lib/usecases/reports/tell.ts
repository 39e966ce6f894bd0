// Tells those who follow the tenant what a cluster's word changed, once it is kept.
import type { ClusterReport } from '#db/queries/cluster-reports.ts'
import { freshnessOf } from '#lib/domain/observed/freshness.ts'
import type { GatheredContext } from '../define.ts'
import { announce } from '../live/announce.ts'

type Word = {
  /** What was known of the cluster before it; null: it never reported. */
  readonly before: ClusterReport | null
  readonly known: ClusterReport
  /** When it was last seen, with the word. */
  readonly seenAt: Date
  readonly receivedAt: Date
  readonly saysNews: boolean
}

export function tellOfWord(
  context: Pick<GatheredContext, 'services' | 'tenant' | 'afterCommit'>,
  cluster: string,
  { before, known, seenAt, receivedAt, saysNews }: Word,
): void {
  const { services, tenant, afterCommit } = context
  // As the cluster is told now how often to report.
  const seen = { at: seenAt, intervalS: known.wantedIntervalS }
  const seenBefore = before && { at: before.seenAt, intervalS: before.intervalS }
  afterCommit(() => services.live.seen(tenant.id, cluster, seen))
  if (saysNews) announce(context, 'observed', cluster)
  if (freshnessOf(seenBefore, receivedAt) !== freshnessOf(seen, receivedAt)) {
    announce(context, 'freshness', cluster)
  }
}
