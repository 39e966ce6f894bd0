// What the clusters of a wave reported of it since it is in Git.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FRESH_FOR_S_MIN, LATE_AFTER } from '#lib/domain/observed/freshness.ts'
import { readRow } from '../rows.ts'
import { isOk } from './observed-state.ts'
import type { TenantScope } from './scope.ts'

export type ReportedWave = {
  readonly application: number
  /** Which its version is; null: whatever is in the branch that the application followed before. */
  readonly commit: string | null
  /** With which it was released. */
  readonly change: number
  readonly publishedAt: Date
  /** By their ids. */
  readonly clusters: readonly number[]
}

const clusters = z.array(z.int())

const heardRow = z.strictObject({
  reporting: clusters,
  silent: clusters,
  /** Those that haven’t pulled the wave’s change. */
  elsewhere: clusters,
  /** In how many seconds the first of those is silent that aren’t; null: none is left. */
  silentInS: z.number().nullable(),
})

/** To name more than so many takes longer than to look at all. */
const NAMED_MAX = 1_000

/**
 * Which clusters were heard of lately, and which say that they have what a wave changed: those of the wave, and perhaps others of
 * the tenant.
 */
export async function readHeardOfWave(
  { tx, tenant }: TenantScope,
  { commit, change, clusters: members }: ReportedWave,
  now: Date,
): Promise<z.infer<typeof heardRow>> {
  const branches = sql`array(select branch from publications
    where tenant = ${tenant} and change = ${change})`
  const isAsked =
    members.length > NAMED_MAX ? sql`true` : sql`cluster = any(${sql.param(members)}::int[])`
  // Ages as numbers: with intervals of each row's own, this takes several times as long.
  const row = await readRow(tx, heardRow)`
    select ${idsWhere(sql`true`)} as reporting, ${idsWhere(sql`fresh_s < 0`)} as silent,
      ${idsWhere(sql`not has_pulled`)} as elsewhere,
      min(fresh_s) filter (where fresh_s >= 0) as "silentInS"
    from (
      select cluster,
        greatest(${FRESH_FOR_S_MIN}, ${LATE_AFTER} * interval_s)
          - date_part('epoch', ${instantOf(now)} - seen_at) as fresh_s,
        case when pulled_branch is null then ${commit !== null}
          else pulled_change >= ${change} or pulled_branch <> all(${branches}) end as has_pulled
      from cluster_reports where tenant = ${tenant} and ${isAsked} offset 0
    ) c`
  return row!
}

const saidRow = z.strictObject({
  /** Those that say that it is healthy, and saw it so since the wave is in Git. */
  ok: clusters,
  /** Those that said so once, and don’t now. */
  wasOk: clusters,
  failing: clusters,
  /** When the first of those is failing that are unwell. */
  failingAt: z.date().nullable(),
})

/** What is unwell for so long is failing: much passes by itself. */
const FAILING_AFTER_S = 300

/**
 * What clusters say of a wave’s version, also such as aren’t in the wave. Words about another commit say nothing, and neither
 * does it that one was healthy before the wave was in Git, whenever that came: the version may have been there once before. Each
 * that doesn’t say that it is healthy costs a look at its history.
 */
export async function readSaidOfWave(
  { tx, tenant }: TenantScope,
  wave: ReportedWave,
  now: Date,
): Promise<z.infer<typeof saidRow>> {
  const { application, commit, publishedAt } = wave
  const at = instantOf(now)
  const missing = sql`union all select cluster_id, state, state_since, word_at, item from observations
    where tenant = ${tenant} and application_id = ${application} and state = 'missing' and revision is null`
  const seenAt = sql`greatest(o.word_at, c.complete_at) - ${OFFSET}`
  const row = await readRow(tx, saidRow)`
    select ${idsWhere(sql`is_ok`)} as ok, ${idsWhere(sql`was_ok`)} as "wasOk",
      ${idsWhere(sql`failing_from <= ${at}`)} as failing,
      min(failing_from) filter (where failing_from > ${at}) as "failingAt"
    from (
      select o.cluster_id as cluster,
        ${isOk(sql`o.state`)} and ${seenAt} >= ${instantOf(publishedAt)} as is_ok,
        ${ofUnwell(wasOk(tenant, wave))} as was_ok, ${ofUnwell(failingFrom(wave))} as failing_from
      from (${atVersion(tenant, wave)} ${commit === null ? sql`` : missing}) o
      join cluster_reports c on c.tenant = ${tenant} and c.cluster = o.cluster_id offset 0
    ) said`
  return row!
}

/** How far the clock of a cluster `c` is ahead of ours. */
const OFFSET = sql`make_interval(secs => coalesce(c.clock_offset_ms, 0) / 1000)`

/** Of an observation `o` of a cluster `c`, so that nothing is looked for of those that are well. */
function ofUnwell(what: SQL): SQL {
  return sql`case when not ${isOk(sql`o.state`)} then ${what} end`
}

function instantOf(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`
}

function idsWhere(holds: SQL): SQL {
  return sql`coalesce(array_agg(cluster) filter (where ${holds}), '{}')`
}

/** The observations of an application at a commit, which an index finds; of a branch, those of a wave’s clusters. */
function atVersion(tenant: number, { application, commit, clusters: members }: ReportedWave): SQL {
  const ofApplication = sql`select cluster_id, state, state_since, word_at, item from observations
    where tenant = ${tenant} and application_id = ${application}`
  if (commit !== null) return sql`${ofApplication} and revision = ${commit}`
  return sql`select told.* from unnest(${sql.param(members)}::int[]) k(cluster)
    cross join lateral (${ofApplication} and cluster_id = k.cluster offset 0) told`
}

/**
 * True: the history has it that the version was healthy on the cluster of `o` since the wave is in Git; else null. The limit has it
 * looked for by the cluster: an `exists` may be planned as one read of all that was told of all applications since then.
 */
function wasOk(tenant: number, { application, commit, publishedAt }: ReportedWave): SQL {
  return sql`(select true from observed_turns h where h.tenant = ${tenant}
    and h.cluster_id = o.cluster_id and h.application_id = ${application}
    and h.at >= ${instantOf(publishedAt)} and ${isOk(sql`h.state`)}
    and ${commit === null ? sql`h.at >= c.pulled_at` : sql`h.revision = ${commit}`} limit 1)`
}

/** As JavaScript writes instants. */
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/**
 * From when on what a cluster said last is a failure: unwell for a while, or a sync that failed or waits to be tried again, if
 * that began since the wave is in Git; null: it isn’t one. Argo CD says Running with an end of what it will try again.
 */
function failingFrom({ publishedAt }: ReportedWave): SQL {
  const since = instantOf(publishedAt)
  const after = sql`make_interval(secs => ${FAILING_AFTER_S})`
  const phase = sql`o.item->>'phase'`
  // Compared as texts: a cluster may say years that Postgres has none for.
  const begun = sql`coalesce(o.item->>'startedAt', o.item->>'finishedAt')`
  const sinceThere = sql`to_char((${since} + ${OFFSET}) at time zone 'UTC', ${ISO})`
  return sql`case
    when (${phase} in ('Failed', 'Error')
        or ${phase} = 'Running' and o.item->>'finishedAt' is not null)
      and (${begun} collate "C" >= ${sinceThere}) is not false then ${since}
    when o.state = 'missing' or o.item->>'health' = 'Degraded'
      then greatest(o.state_since, ${since}) + ${after}
    when o.item->>'health' = 'Missing'
      then greatest(o.state_since, o.word_at - ${OFFSET}, ${since}) + ${after} end`
}
