// What a notification changes of what a report told of an application.
import { isCommit } from '#lib/domain/text/commit.ts'
import {
  commitIn,
  healthStatusIn,
  phaseIn,
  type ReportedItem,
  revisionIn,
  syncStatusIn,
} from './reported.ts'

/** What a notification says; null: it doesn't say. */
export type News = {
  /** Whether its deletion has begun. */
  readonly deleting: boolean
  readonly revision: string | null
  readonly sync: string | null
  readonly health: string | null
  readonly phase: string | null
  readonly message: string | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly images: readonly string[] | null
}

/**
 * The item of an application with the news of it. A notification names no conditions: those of the last report hold until the
 * application can be compared again, or for as long as it is being deleted.
 */
export function notified(last: ReportedItem, news: News): ReportedItem {
  const sync = news.sync === null ? last.sync : syncStatusIn(news.sync)
  const deleting = last.deleting || news.deleting
  return {
    ...last,
    revision: newRevision(last.revision, news.revision),
    sync,
    health: news.health === null ? last.health : healthStatusIn(news.health),
    phase: news.phase === null ? last.phase : phaseIn(news.phase),
    message: news.message,
    startedAt: news.startedAt ?? last.startedAt,
    finishedAt: news.finishedAt,
    deleting,
    images: news.images ?? last.images,
    conditions: sync === 'Unknown' || deleting ? last.conditions : [],
  }
}

/** What ran at a commit runs at no tag that looks like a version, which Argo CD says where it can't read the source. */
function newRevision(last: string | null, said: string | null): string | null {
  const revision = last !== null && isCommit(last) ? commitIn(said) : revisionIn(said)
  return revision ?? last
}

/**
 * The commit that a notification about the root says is applied; null: none, as only one that is in sync after its sync has
 * applied what it was compared with.
 */
export function appliedBy(news: News): string | null {
  const isApplied = news.sync === 'Synced' && news.phase === 'Succeeded'
  return isApplied ? commitIn(news.revision) : null
}
