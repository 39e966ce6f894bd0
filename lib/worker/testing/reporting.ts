// What clusters say of their root while a publisher is tested.
import { sql } from 'drizzle-orm'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { receiveReportUseCase } from '#lib/usecases/reports/receive.ts'
import { reportAt, rootAt } from '#lib/usecases/reports/testing/reports.ts'
import { ownSession } from '#lib/usecases/session.ts'
import type { TestPublisher } from './publisher.ts'

/** A cluster reports that its root synced a commit; each report is a second newer than the one before. */
export async function reportPulled(
  { services, tenant }: TestPublisher,
  cluster: string,
  commit: string,
): Promise<void> {
  const observedAt = new Date(Math.max(Date.now(), (last += 1000)))
  last = observedAt.getTime()
  const as = ownSession(tenant, actorOf({ cluster }))
  const report = reportAt(0, [rootAt(commit)], { observedAt })
  await receiveReportUseCase.invoke({ ...services, clock: () => observedAt }, as, {
    cluster,
    report,
  })
}

let last = 0

/** What is known of the commits that clusters pulled, the oldest first. */
export async function readPulls(publisher: TestPublisher) {
  const rows = await publisher.inScope(({ tx }) =>
    tx.execute(sql`select commit, change from observed_pulls order by at`),
  )
  return rows.map(({ commit, change }) => ({
    commit,
    change: change === null ? null : Number(change),
  }))
}
