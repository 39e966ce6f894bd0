// What the dashboard asks for when there is a year of history: counts by the hour and by the day, ten million turns of states
// and five million syncs. They are written by SQL, as the counting job and the clusters would have left them.
import type { CountedMetric } from '#lib/domain/observed/counted.ts'
import { BOUNDS_S } from '#lib/domain/observed/durations.ts'
import { RECONCILE_BOUNDS_S } from '#lib/domain/observed/metric-series.ts'
import { signIn } from '../testing/session.ts'
import { type BenchDocument, FULL_SIZE } from './fleet.ts'
import { ask, medianOf, timeOf } from './measure.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { fleetOf, type Stand, TENANT } from './stand.ts'

const RUNS = 15
const TURNS = 10_000_000
const SYNCS = 5_000_000
const KEPT_DAYS = 90
const YEAR_DAYS = 365
const NAMED_REACH_MS = 200
const OTHER_REACH_MS = 2000
const CLUSTER_REACH_MS = 50
const FLEET_REACH_MS = 500

/** The labels that the tenant counts by; `site` is the one that it doesn't name. */
const NAMED = ['region', 'zone', 'ring', 'gpu', 'edge', 'tier', 'country', 'rack', 'model', 'owner']

/** The fleet of the other benchmarks, with so many labels that ten can be named. */
export function pastFleet(): BenchDocument[][] {
  const [teams, clusters, ...rest] = fleetOf(FULL_SIZE)
  return [teams!, clusters!.map((each, index) => withMoreLabels(each, index)), ...rest]
}

const DURATIONS = Object.fromEntries(BOUNDS_S.map((bound) => [bound, 7]))
const COUNTS: Readonly<Record<CountedMetric, Readonly<Record<string, number>>>> = {
  states: { healthy: 4711, degraded: 12, failed: 7, behind: 3, unknown: 40, progressing: 5 },
  freshness: { fresh: 960, late: 7, stale: 3, none: 0 },
  deployments: { succeeded: 540, failed: 12, in_progress: 3 },
  sync_outcomes: { succeeded: 540, failed: 12 },
  changes: { changes: 17 },
  save_to_commit: DURATIONS,
  commit_to_pulled: DURATIONS,
  pulled_to_healthy: DURATIONS,
  sync_duration: DURATIONS,
  reconcile_duration: Object.fromEntries(RECONCILE_BOUNDS_S.map((bound) => [bound, 7])),
  syncs_by_phase: { Succeeded: 540, Failed: 12, Error: 1 },
  git_requests: { fetch: 54, 'ls-remote': 1200 },
}

export async function benchPast(stand: Stand, report: Report): Promise<void> {
  await fillCounts(stand)
  await fillPairs(stand)
  await fillNow(stand)
  // The fleet is as old as what is told of it. Only now, as what wasn't counted is counted by the portal meanwhile.
  await stand.owner.client.unsafe(`update changes set at = at - interval '${YEAR_DAYS} days'`)
  await stand.owner.client.unsafe('analyze')
  await measureFirstPage(stand, report)
  const year = `from=${daysAgo(YEAR_DAYS - 5)}&to=${daysAgo(0)}`
  for (const metric of ['states', 'deployments', 'pulled_to_healthy']) {
    for (const by of ['', 'environment', 'team', 'label:zone']) {
      const grouped = by === '' ? '' : `&by=${encodeURIComponent(by)}`
      await measure(stand, report, {
        what: `a year of ${metric}${by === '' ? '' : ` by ${by}`}`,
        file: `/observed/series?metric=${metric}${grouped}&${year}`,
        reachMs: NAMED_REACH_MS,
        byHand: rowsOf(metric, by),
      })
    }
  }
  await measure(stand, report, {
    what: 'a year of states by a label that is not counted',
    file: `/observed/series?metric=states&by=label%3Asite&${year}&step=1w`,
    reachMs: OTHER_REACH_MS,
    byHand: rowsOf('states', 'cluster'),
  })
  const past = daysAgo(KEPT_DAYS - 10)
  await measure(stand, report, {
    what: `the placements of a cluster, ${KEPT_DAYS - 10} days ago`,
    file: `/placements?cluster=cluster-00011&at=${past}&limit=500`,
    reachMs: CLUSTER_REACH_MS,
    byHand: `select distinct on (application_id) application_id, state from observed_turns
      where tenant = ${TENANT} and cluster_id = 12 and at <= '${past}' order by application_id, at desc`,
  })
  await measure(stand, report, {
    what: `counts of the fleet, ${KEPT_DAYS - 10} days ago`,
    file: `/observed/summary?by=environment&at=${past}`,
    reachMs: FLEET_REACH_MS,
    byHand: `select counts from observed_hours where tenant = ${TENANT} and metric = 'states'
      and by = 'label:environment' and team = '' and at <= '${past}' order by at desc limit 1`,
  })
}

type Question = {
  readonly what: string
  readonly file: string
  readonly reachMs: number
  /** SQL that reads what the answer is made of. */
  readonly byHand: string
}

async function measure(
  { portal, owner }: Stand,
  report: Report,
  { what, file, reachMs, byHand }: Question,
): Promise<void> {
  const url = `${portal.url}/api/v1${file}`
  const ms = await medianOf(RUNS, () =>
    timeOf(async () => {
      const { status, text } = await ask(url, {
        headers: { Authorization: `Bearer ${portal.token}` },
      })
      if (status !== 200) throw new Error(`${file}: ${status} ${text.slice(0, 300)}`)
    }),
  )
  const reference = await medianOf(RUNS, () => timeOf(async () => owner.client.unsafe(byHand)))
  report.figure({
    what,
    reach: `under ${reachMs} ms`,
    figure: milliseconds(ms),
    reference: `its rows by hand, ${milliseconds(reference)}`,
    ratio: ratioOf(ms, reference),
    isReached: ms < reachMs,
  })
}

/** All that the first page asks before its charts, as the person who looks at it waits for it. */
async function measureFirstPage({ portal }: Stand, report: Report): Promise<void> {
  const cookie = await signIn(portal, 'ada')
  const page = (path: string) =>
    medianOf(RUNS, () =>
      timeOf(async () => {
        const { status, text } = await ask(`${portal.url}${path}`, { headers: { cookie } })
        if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
      }),
    )
  const ms = await page('/')
  const reference = await page('/settings/tokens')
  report.figure({
    what: 'the dashboard’s first answer',
    reach: `under ${NAMED_REACH_MS} ms`,
    figure: milliseconds(ms),
    reference: `a page of one short list, ${milliseconds(reference)}`,
    ratio: ratioOf(ms, reference),
    isReached: ms < NAMED_REACH_MS,
  })
}

function rowsOf(metric: string, by: string): string {
  const stored = by === 'environment' ? 'label:environment' : by === 'team' ? '' : by
  const team = by === 'team' ? `team <> ''` : `team = ''`
  return ['observed_hours', 'observed_days']
    .map(
      (table) => `select at, team, counts from ${table}
        where tenant = ${TENANT} and metric = '${metric}' and by = '${stored}' and ${team}`,
    )
    .join(' union all ')
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

/** The same counts for each group and each time: how long it takes doesn't depend on the numbers. */
async function fillCounts({ owner }: Stand): Promise<void> {
  await owner.client.unsafe(
    `update tenants set observed_labels = $1::text[] where tenant = ${TENANT}`,
    [NAMED],
  )
  const groups = `
    select '' as by, '' as team, '{null}'::text[] as keys
    union all select '', name, '{null}' from revisions
      where tenant = ${TENANT} and kind = 'team' and ended is null
    union all select 'cluster', '', array_agg(name) from revisions
      where tenant = ${TENANT} and kind = 'cluster' and ended is null
    union all select 'application', '', array_agg(team || '/' || name) from revisions
      where tenant = ${TENANT} and kind = 'application' and ended is null
    union all select 'label:' || key, '', array_agg(distinct value) from labels
      where tenant = ${TENANT} and kind = 'cluster' and ended is null
        and key = any($1::text[]) group by key`
  for (const [metric, named] of Object.entries(COUNTS)) {
    const only = metric === 'changes' ? `where by = '' and team = ''` : ''
    for (const [table, times] of [
      [
        'observed_hours',
        `generate_series(date_trunc('hour', now()) - interval '${KEPT_DAYS} days', date_trunc('hour', now()), interval '1 hour')`,
      ],
      [
        'observed_days',
        `generate_series(date_trunc('day', now()) - interval '${YEAR_DAYS} days', date_trunc('day', now()), interval '1 day')`,
      ],
    ]) {
      await owner.client.unsafe(
        `insert into ${table} (tenant, metric, by, team, at, counts, counted_at)
         select ${TENANT}, $2, g.by, g.team, t.at, g.counts, now()
         from (select by, team, (select jsonb_agg(jsonb_build_array(key, $3::text::jsonb))
               from unnest(keys) key) as counts
             from (${groups}) g ${only}) g
           cross join ${times} t(at)
         on conflict do nothing`,
        [[...NAMED, 'environment'], metric, JSON.stringify(named)],
      )
    }
  }
}

/** Turns and syncs, spread evenly over the placements and the days that are kept. */
async function fillPairs({ owner }: Stand): Promise<void> {
  const pairs = `(select application_id, cluster_id, row_number() over () as place
    from placements where tenant = ${TENANT}) p`
  const [row] = await owner.client.unsafe<{ pairs: number }[]>(
    `select count(*)::int as pairs from ${pairs}`,
  )
  const each = (rows: number) => Math.ceil(rows / row!.pairs)
  const at = (rows: number) => `now() - interval '${KEPT_DAYS} days'
    * ((n + place % 1000 / 1000.0) / ${each(rows)}::float8)`
  await owner.client.unsafe(
    `insert into observed_turns (tenant, application_id, cluster_id, at, received_at, state,
       revision, known_before, state_before, revision_before)
     select ${TENANT}, application_id, cluster_id, at, at,
       case when n % 2 = 0 then 'healthy' else 'degraded' end, repeat('a', 40), true,
       case when n % 2 = 0 then 'degraded' else 'healthy' end, repeat('a', 40)
     from ${pairs} cross join generate_series(0, ${each(TURNS) - 1}) n
       cross join lateral (select ${at(TURNS)} as at) t on conflict do nothing`,
  )
  await owner.client.unsafe(
    `insert into observed_syncs (tenant, application_id, cluster_id, deployed_at, revision,
       started_at, initiated_by, received_at)
     select ${TENANT}, application_id, cluster_id, at, repeat('a', 40), at - interval '7 s', null, at
     from ${pairs} cross join generate_series(0, ${each(SYNCS) - 1}) n
       cross join lateral (select ${at(SYNCS)} as at) t on conflict do nothing`,
  )
}

/** What the clusters say now: nearly all is well, and they pulled everything. */
async function fillNow({ owner }: Stand): Promise<void> {
  const clusters = `select object from revisions
    where tenant = ${TENANT} and kind = 'cluster' and ended is null`
  const newest = `(select max(id) from changes where tenant = ${TENANT})`
  const begun = `now() - interval '${KEPT_DAYS} days'`
  await owner.client.unsafe(
    `insert into cluster_reports (tenant, cluster, seen_at, received_at, complete_at, interval_s,
       pulled_branch, pulled_commit, pulled_at, pulled_change, pulled_word_at)
     select ${TENANT}, object, now(), now(), now(), 86400,
       'main', repeat('b', 40), ${begun}, ${newest}, now() from (${clusters}) c`,
  )
  await owner.client.unsafe(
    `insert into observed_pulls (tenant, cluster, at, received_at, branch, commit, change)
     select ${TENANT}, object, ${begun}, ${begun}, 'main', repeat('b', 40), ${newest}
     from (${clusters}) c`,
  )
  await owner.client.unsafe(
    `insert into observed_silences (tenant, cluster, from_at, to_at, received_at)
     select ${TENANT}, object, '-infinity', ${begun}, ${begun} from (${clusters}) c`,
  )
  await owner.client.unsafe(
    `insert into observations (tenant, application_id, cluster_id, state, state_since, revision,
       word_at, written_state, written_revision, written_at)
     select ${TENANT}, application_id, cluster_id, state, now(), repeat('a', 40), now(),
       state, repeat('a', 40), now()
     from (select *, case (application_id * 7 + cluster_id) % 100 when 0 then 'degraded'
         when 1 then 'progressing' else 'healthy' end as state
       from placements where tenant = ${TENANT}) p`,
  )
}

function withMoreLabels(cluster: BenchDocument, index: number): BenchDocument {
  const metadata: { labels?: object } = cluster.metadata
  const labels = {
    ...metadata.labels,
    country: `country-${index % 20}`,
    rack: `rack-${index % 100}`,
    model: `model-${index % 6}`,
    owner: `owner-${index % 30}`,
  }
  return { ...cluster, metadata: { ...metadata, labels } }
}
