// What it costs to watch alert rules at 10,000 clusters with 100 applications each, of which 2 % aren't as most are.
import { FleetHistory } from '#lib/worker/fleet-history.ts'
import { watchAlerts } from '#lib/worker/watch-alerts.ts'
import { median, medianOf, timeOf } from './measure.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { type Stand, TENANT, write } from './stand.ts'

const RULES = 10
const RUNS = 15
/** A twentieth of the five seconds after which it is looked again at the soonest. */
const REACH_MS = 250

export async function benchWatch(stand: Stand, report: Report): Promise<void> {
  await fillStates(stand)
  await write(stand, 'POST', '/apply', rules())
  const cpuTimes: number[] = []
  const fleets = new FleetHistory()
  const services = {
    database: stand.database,
    environment: { url: 'http://localhost' },
    announcer: { say: () => undefined },
  }
  const identity = { id: TENANT, name: 'default', installation: '' }
  let round = 0
  const ms = await medianOf(RUNS, async () => {
    await change(stand, ++round)
    const before = process.cpuUsage()
    const took = await timeOf(() =>
      watchAlerts({ services, fleets } as never, identity, new Date()),
    )
    const { user, system } = process.cpuUsage(before)
    cpuTimes.push((user + system) / 1000)
    return took
  })
  const byHand = await medianOf(RUNS, () => timeOf(async () => stand.owner.client.unsafe(BY_HAND)))
  report.figure({
    what: `a look at ${RULES} alert rules, after 2 % changed`,
    reach: `under ${REACH_MS} ms`,
    figure: milliseconds(ms),
    reference: `one count of the same states by hand, ${milliseconds(byHand)}`,
    ratio: ratioOf(ms, byHand),
    isReached: ms < REACH_MS,
  })
  report.note(`of it ${milliseconds(median(cpuTimes))} of Berth's own time; the rest is Postgres'`)
}

function rules() {
  return Array.from({ length: RULES }, (_, index) => ({
    apiVersion: 'berth.dev/v1',
    kind: 'AlertRule',
    metadata: { name: `rule-${index}` },
    spec: {
      state: index % 2 === 0 ? ['failed', 'degraded', 'missing'] : ['degraded', 'stale'],
      for: '0m',
      ...(index % 3 === 0 && { cluster_selector: 'zone=zone-3' }),
      ...(index % 3 === 1 && { share: '5%' }),
    },
  }))
}

/** What clusters would have reported: everything is healthy. */
async function fillStates({ owner }: Stand): Promise<void> {
  await owner.client.unsafe(`
    insert into cluster_reports (tenant, cluster, complete_at, seen_at, received_at, pulled_branch,
      pulled_commit, pulled_at, pulled_change, pulled_word_at)
    select tenant, object, now(), now(), now(), 'main', repeat('a', 40), now(), 1000000, now()
    from revisions where tenant = ${TENANT} and kind = 'cluster' and ended is null`)
  await owner.client.unsafe(`
    insert into observations (tenant, application_id, cluster_id, state, state_since, revision,
      word_at, written_state, written_at)
    select tenant, application_id, cluster_id, 'healthy', now(), repeat('a', 40), now(), 'healthy', now()
    from placements where tenant = ${TENANT}`)
  await owner.client.unsafe('analyze')
}

const isOf = (each: number) => `(application_id + cluster_id) % 50 = ${each % 50}`

/** Other placements are degraded from now on, 2 % of all. */
async function change({ owner }: Stand, round: number): Promise<void> {
  await owner.client.unsafe(`
    update observations set state = case when state = 'healthy' then 'degraded' else 'healthy' end
    where tenant = ${TENANT} and (state <> 'healthy' and ${isOf(round - 1)} or ${isOf(round)})`)
  await owner.client.unsafe(`update cluster_reports set seen_at = now() where tenant = ${TENANT}`)
}

const BY_HAND = `
  select o.state, count(*) from observations o
  join placements p using (tenant, application_id, cluster_id)
  join cluster_reports c on c.tenant = o.tenant and c.cluster = o.cluster_id
  where o.tenant = ${TENANT} and o.state <> 'healthy'
    and c.seen_at > now() - make_interval(secs => greatest(180, 10 * c.interval_s))
  group by 1`
