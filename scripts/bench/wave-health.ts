// How the clusters of a wave are that all clusters are in, by what they reported.
import { sql } from 'drizzle-orm'
import { readModel } from './model.ts'
import { medianOf, timeOf } from './measure.ts'
import { count, milliseconds, ratioOf, type Report } from './report.ts'
import { CLUSTERS, EVERYWHERE } from './rollout-fleet.ts'
import { inStand, type Stand, TENANT } from './stand.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { type HealthRule, NOTHING_AFTER, REST } from '#lib/domain/objects/environment/wave-rule.ts'
import { measure } from '#lib/domain/rollouts/health.ts'
import { aRollout, aWave } from '#lib/domain/testing/rollouts.ts'
import { readReports } from '#lib/usecases/rollouts/reports.ts'

const RUNS = 31
const REACH_MS = 30
const COMMIT = (5).toString(16).padStart(40, '0')

export async function benchWaveHealth(stand: Stand, report: Report): Promise<void> {
  const fleet = await readModel(stand)
  const { namespace: team, name } = EVERYWHERE
  const { id: application } = findObject(fleet, { kind: 'application', team, name })!
  const placed = placementsOf(fleet, application)
  await fillStates(stand, application)
  const rule = { ...REST, after: { ...NOTHING_AFTER, health: HEALTH } }
  const publishedAt = Date.now() - 3_600_000
  const wave = { ...aWave(rule, null), state: 'published', change: 1, released: placed } as const
  const rollout = aRollout({ application, version: 5, waves: [{ ...wave, publishedAt }] })
  const source = { repoUrl: '', repoBranch: COMMIT, repoPath: '', packaging: null }
  const look = () =>
    inStand(stand, async (scope) => {
      const known = { placed, publishedAt: null, now: new Date() }
      const reports = await readReports(scope, { rollout, source }, known)
      return measure(rollout.waves[0]!, placed, reports!).health
    })
  const { ok, failing, silent, progressing } = await look()
  if (ok + failing + silent + progressing !== CLUSTERS || ok === 0 || failing === 0) {
    throw new Error(`A wave of all clusters has ${JSON.stringify(await look())}`)
  }
  const ms = await medianOf(RUNS, () => timeOf(look))
  const byHand = await medianOf(RUNS, () => timeOf(() => countByHand(stand, application)))
  report.figure({
    what: `health of a wave of ${count(CLUSTERS)} clusters`,
    reach: `under ${REACH_MS} ms`,
    figure: milliseconds(ms),
    reference: `one count of the same states by hand, ${milliseconds(byHand)}`,
    ratio: ratioOf(ms, byHand),
    isReached: ms < REACH_MS,
  })
}

const HEALTH: HealthRule = {
  healthyPercent: 100,
  failing: { percent: 100 },
  silentPercent: 100,
  unobserved: 'time',
}

/** What clusters would have reported: one in a hundred is degraded, and one progresses. */
async function fillStates({ owner }: Stand, application: number): Promise<void> {
  await owner.client.unsafe(`
    insert into cluster_reports (tenant, cluster, complete_at, seen_at, received_at, pulled_branch,
      pulled_commit, pulled_at, pulled_change, pulled_word_at, interval_s)
    select tenant, object, now(), now(), now(), 'main', repeat('a', 40), now(), 1000000, now(), 86400
    from revisions where tenant = ${TENANT} and kind = 'cluster' and ended is null`)
  await owner.client.unsafe(`
    insert into observations (tenant, application_id, cluster_id, state, state_since, revision,
      word_at, written_state, written_at, item)
    select tenant, application_id, cluster_id, state, now() - interval '10 minutes', '${COMMIT}', now(),
      state, now(), jsonb_build_object('health', initcap(state), 'phase', 'Succeeded')
    from placements p, lateral (select case cluster_id % 100 when 0 then 'degraded'
      when 1 then 'progressing' else 'healthy' end as state) s
    where tenant = ${TENANT} and application_id = ${application}`)
  await owner.client.unsafe('vacuum (analyze)')
}

function countByHand(stand: Stand, application: number) {
  return inStand(stand, ({ tx, tenant }) =>
    tx.execute(sql`
      select o.state, count(*) from observations o
      join cluster_reports c on c.tenant = o.tenant and c.cluster = o.cluster_id
      where o.tenant = ${tenant} and o.application_id = ${application}
        and o.revision = ${COMMIT} and c.seen_at > now() - interval '1 day'
      group by 1`),
  )
}
