// A tenant with a cluster that reports, and a clock that tests set.
import { sql } from 'drizzle-orm'
import { inTenant, type Transaction } from '#db/client.ts'
import { shownState } from '#db/queries/observed-state.ts'
import { knownOf } from '#db/queries/pair-states.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { ReceivedReport } from '#lib/domain/observed/reported.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import type { Services } from '../../services.ts'
import { ownSession, type Session } from '../../session.ts'
import { receiveReportUseCase } from '../receive.ts'
import { unchangedReportUseCase } from '../unchanged.ts'
import { CLUSTER, minute } from './reports.ts'

export type Reporting = Awaited<ReturnType<typeof createReporting>>

/** A cluster on which some applications of the team are placed, app1 and so on. */
export async function createReporting(applications = 2) {
  const api = await createTestApi()
  const names = Array.from({ length: applications }, (_, index) => `app${index + 1}`)
  const documents = [
    documentOf('team', team),
    documentOf('cluster', cluster),
    ...names.map((name) => documentOf('application', { ...application, name })),
    documentOf('target-policy', policy),
  ]
  const applied = await api.call('/apply?confirmChanges=10000', { body: documents })
  if (applied.status !== 200) throw new Error(applied.text)

  let now = minute(0)
  const services: Services = { ...api.services, clock: () => now }
  const session = ownSession(api.tenant, actorOf({ cluster: CLUSTER }))
  const inScope = <T>(read: (scope: TenantScope) => Promise<T>) =>
    inTenant(api.database, api.tenant.id, (tx) => read({ tx, tenant: api.tenant.id }))
  const rows = async (read: (tx: Transaction) => Promise<Iterable<Record<string, unknown>>>) => [
    ...(await inScope(({ tx }) => read(tx))),
  ]

  return {
    api,
    services,
    session,
    inScope,
    setClock: (minutes: number) => (now = minute(minutes)),
    /** Sends a report, received in the minute that is set. */
    send: (report: ReceivedReport, as: Session = session, name = CLUSTER) =>
      receiveReportUseCase.invoke(services, as, { cluster: name, report }),
    /** As by another process. */
    sendBy: (by: Services, report: ReceivedReport, as: Session = session, name = CLUSTER) =>
      receiveReportUseCase.invoke(by, as, { cluster: name, report }),
    sendUnchanged: (digest: string, at: Date | null = null, name = CLUSTER) =>
      unchangedReportUseCase.invoke(services, session, {
        cluster: name,
        body: { digest, at: at?.toISOString() ?? null },
        sentAt: null,
      }),
    /** Records that all changes that wait are in a commit of the branch. */
    publish: (revision: string) =>
      inScope(({ tx }) =>
        tx.execute(sql`
          update publications set state = 'published', commit = ${revision}, published_at = now()
          where state in ('pending', 'proposed')`),
      ),
    /** The state of each application on the cluster as people see it, by name. */
    states: async () =>
      Object.fromEntries(
        (
          await rows((tx) =>
            tx.execute(sql`
              select r.name, ${shownState(now)} as state
              from (select application_id, cluster_id, p.began from placements p
                full join observations o using (application_id, cluster_id)) p
              ${knownOf(api.tenant.id, { change: null, observedAt: now, isPast: false })}`),
          )
        ).map(({ name, state }) => [name, state]),
      ),
    observations: () =>
      rows((tx) => tx.execute(sql`select * from observations order by application_id`)),
    turns: () =>
      rows((tx) =>
        tx.execute(sql`
          select application_id as application, at, state, state_before as before
          from observed_turns order by application_id, at`),
      ),
    syncs: () =>
      rows((tx) =>
        tx.execute(sql`
          select application_id as application, deployed_at as at, revision
          from observed_syncs order by application_id, deployed_at`),
      ),
    silences: () =>
      rows((tx) =>
        tx.execute(sql`
          select from_at as from, to_at as to, interval_s as interval from observed_silences
          order by from_at`),
      ),
    report: async () => (await rows((tx) => tx.execute(sql`select * from cluster_reports`)))[0],
  }
}
