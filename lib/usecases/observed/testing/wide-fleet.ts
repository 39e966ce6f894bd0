// A fleet that is wide enough to show what reads all of it, and what its clusters told.
import { sql } from 'drizzle-orm'
import type { TenantScope } from '#db/queries/scope.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import type { TestApi } from '#lib/http/testing/api.ts'

const CLUSTERS = 1500
export const APPLICATIONS = 20
export const PLACED = CLUSTERS * APPLICATIONS
export const DEGRADED = PLACED / 100

/** The applications `a0` and so on of the team blue on all clusters, `c0` and so on. */
export async function createWideFleet(api: TestApi): Promise<void> {
  const body = [
    documentOf('team', { name: 'blue' }),
    ...Array.from({ length: APPLICATIONS }, (_, index) =>
      documentOf('application', { ...application, namespace: 'blue', name: `a${index}` }),
    ),
    ...Array.from({ length: CLUSTERS }, (_, index) => documentOf('cluster', { name: `c${index}` })),
    documentOf('target-policy', { name: 'all', app_selector: '*', cluster_selector: '*' }),
  ]
  const answer = await api.call('/apply', { body })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** All clusters have everything and told of it: one placement in a hundred is degraded. */
export async function reportAll({ tx, tenant }: TenantScope, at: Date): Promise<void> {
  const told = sql`${at.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into cluster_reports (tenant, cluster, seen_at, received_at, complete_at,
      pulled_word_at, pulled_change)
    select tenant, object, ${told}, ${told}, ${told}, ${told}, 1 from revisions
    where tenant = ${tenant} and kind = 'cluster'`)
  await tx.execute(sql`
    insert into observations (tenant, application_id, cluster_id, state, state_since, word_at,
      written_at)
    select tenant, application_id, cluster_id, case
      when (application_id * 37 + cluster_id) % 100 = 0 then 'degraded' else 'healthy' end,
      ${told}, ${told}, ${told} from placements where tenant = ${tenant}`)
}
