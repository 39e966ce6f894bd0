// A year of history in the database: ten million turns of states, five million syncs, and counts by the hour and by the day. It
// is written by SQL, as the clusters and the counting job would have left it.
import { connect, type Connection } from '#db/connection.ts'
import type { CountedMetric } from '#lib/domain/observed/counted.ts'
import { BOUNDS_S } from '#lib/domain/observed/durations.ts'
import { RECONCILE_BOUNDS_S } from '#lib/domain/observed/metric-series.ts'
import { type Stand, TENANT } from './stand.ts'

const TURNS = 10_000_000
const SYNCS = 5_000_000
export const YEAR_DAYS = 365
/** In an hour something happens on one of so many clusters. */
const SELDOM = 20

const DURATIONS = Object.fromEntries(BOUNDS_S.map((bound) => [bound, 7]))
/** The same for each group and each time: how long it takes doesn't depend on the numbers. */
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

/** Counts by these labels of clusters, too. */
export async function fillPast(stand: Stand, labels: readonly string[]): Promise<void> {
  await stand.owner.client.unsafe(
    `update tenants set observed_labels = $1::text[] where tenant = ${TENANT}`,
    [[...labels]],
  )
  await Promise.all([
    onConnection(stand, fillTurns),
    onConnection(stand, async (connection) => {
      await fillSyncs(connection)
      await fillCounts(connection, labels)
    }),
  ])
  await fillNow(stand)
  // The fleet is as old as what is told of it. Only now, as what wasn't counted is counted by the portal meanwhile.
  await stand.owner.client.unsafe(`update changes set at = at - interval '${YEAR_DAYS} days'`)
  // As autovacuum would have left it, which would begin in the midst of what is measured.
  await stand.owner.client.unsafe('vacuum (analyze)')
}

async function onConnection(
  { ownerUrl }: Stand,
  run: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connection = await connect(ownerUrl)
  try {
    await connection.client.unsafe(`set maintenance_work_mem = '1GB'`)
    await run(connection)
  } finally {
    await connection.close()
  }
}

/**
 * Fills a table instead of what the portal wrote meanwhile, with rows in the order in which they would have come about. Its log
 * and its key would cost more than the rows: nothing is logged, and the key is made at the end.
 */
async function fill({ client }: Connection, table: string, rows: string): Promise<void> {
  const stored = await client.unsafe<{ name: string }[]>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^${table}(_[0-9]|$)'`,
  )
  const [key] = await client.unsafe<{ name: string; definition: string }[]>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = '${table}'::regclass and contype = 'p'`,
  )
  await client.unsafe(`
    begin;
    truncate ${table};
    ${stored.map(({ name }) => `alter table ${name} set unlogged;`).join('')}
    alter table ${table} drop constraint ${key!.name};
    insert into ${table} ${rows};
    alter table ${table} add constraint ${key!.name} ${key!.definition};
    commit`)
}

async function fillCounts(connection: Connection, labels: readonly string[]): Promise<void> {
  const kept = Object.fromEntries(
    Object.entries(COUNTS).map(([metric, named]) => [
      metric,
      [Object.keys(named), Object.values(named)],
    ]),
  )
  await connection.client.unsafe(
    `create temporary table counts_each as
     select metric, by, team, json_build_array(json_build_array(min(m.kept ->> 0)::json,
       json_agg(json_build_array(key, m.kept -> 1)))) as counts
     from json_each($1::text::json) as m(metric, kept) cross join (${GROUPS}) g
     where (metric <> 'changes' or (by = '' and team = ''))
       and (by <> 'cluster' or metric in ('states', 'freshness') or place % ${SELDOM} = 0)
     group by 1, 2, 3`,
    [JSON.stringify(kept), [...labels, 'environment']],
  )
  for (const [table, step] of [
    ['observed_hours', 'hour'],
    ['observed_days', 'day'],
  ] as const) {
    await fill(
      connection,
      table,
      `(tenant, metric, by, team, at, counts, counted_at)
       select ${TENANT}, metric, by, team, at, counts, now()
       from generate_series(date_trunc('day', now() - interval '${YEAR_DAYS} days'),
         date_trunc('${step}', now()), interval '1 ${step}') at
       ${forEach('counts_each', 'at')}`,
    )
  }
}

/** By what is counted, as rows of `by`, `team`, `key` and the `place` of a cluster. The labels are a parameter. */
const GROUPS = `
  select '' as by, '' as team, null as key, null::int as place
  union all select '', name, null, null::int from revisions
    where tenant = ${TENANT} and kind = 'team' and ended is null
  union all select 'cluster', '', name, object from revisions
    where tenant = ${TENANT} and kind = 'cluster' and ended is null
  union all select 'application', '', team || '/' || name, null::int from revisions
    where tenant = ${TENANT} and kind = 'application' and ended is null
  union all select distinct 'label:' || key, '', value, null::int from labels
    where tenant = ${TENANT} and kind = 'cluster' and ended is null and key = any($2::text[])`

/** The rows of a table for each row of what stands before it, in that order. */
function forEach(table: string, column: string): string {
  return `cross join lateral (select * from ${table} where ${column} is not null offset 0) each`
}

async function fillTurns(connection: Connection): Promise<void> {
  await fill(
    connection,
    'observed_turns',
    `(tenant, application_id, cluster_id, at, received_at, state, revision, known_before,
       state_before, revision_before)
     select ${TENANT}, application_id, cluster_id, at, at,
       case when n % 2 = 0 then 'healthy' else 'degraded' end, repeat('a', 40), true,
       case when n % 2 = 0 then 'degraded' else 'healthy' end, repeat('a', 40)
     ${await spreadOverPairs(connection, TURNS)}`,
  )
}

async function fillSyncs(connection: Connection): Promise<void> {
  await fill(
    connection,
    'observed_syncs',
    `(tenant, application_id, cluster_id, deployed_at, revision, started_at, initiated_by,
       received_at)
     select ${TENANT}, application_id, cluster_id, at, repeat('a', 40), at - interval '7 s', null, at
     ${await spreadOverPairs(connection, SYNCS)}`,
  )
}

/** So many rows spread evenly over the placements and the days that are kept, the oldest first; `n` counts those of a placement. */
async function spreadOverPairs({ client }: Connection, rows: number): Promise<string> {
  const pairs = await client.unsafe(
    `create temporary table pairs_each as
     select application_id, cluster_id, row_number() over () % 1000 / 1000.0 as part
     from placements where tenant = ${TENANT} order by part desc`,
  )
  const each = Math.ceil(rows / pairs.count)
  return `from generate_series(${each - 1}, 0, -1) n ${forEach('pairs_each', 'n')}
    cross join lateral (
      select now() - interval '${YEAR_DAYS} days' * ((n + part) / ${each}.0)::float8 as at) t`
}

/** What the clusters say now: nearly all is well, and they pulled everything. */
export async function fillNow({ owner }: Stand): Promise<void> {
  const clusters = `select object from revisions
    where tenant = ${TENANT} and kind = 'cluster' and ended is null`
  const newest = `(select max(id) from changes where tenant = ${TENANT})`
  const begun = `now() - interval '${YEAR_DAYS} days'`
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
