// What is known of pairs of an application and a cluster, now or at an instant in the past, in the shape from which the
// state follows that people see.
import { type SQL, sql } from 'drizzle-orm'
import type { State } from '#lib/domain/observed/states.ts'
import { instant, shownSince, shownState } from './observed-state.ts'
import { isManaged, manifestSince, sourceAfter, sourceSince } from './pair-sources.ts'
import { hadTarget } from './placement-targets.ts'
import { seenBefore } from './seen-before.ts'
import { sourceOfBody } from './source-of-body.ts'
import { toldBy } from './told-by.ts'

/** Which time is asked about. */
export type ObservedTime = {
  /** Placements are those after this change; null: those of now. */
  readonly change: number | null
  /** When the clusters are asked about. */
  readonly observedAt: Date
  /** Whether that is in the past: then it is told from the history of what was observed. */
  readonly isPast: boolean
  /** Of the past: only what had been told by then; undefined: whatever was told since. */
  readonly knownAt?: Date | undefined
}

/**
 * Joins to pairs `p` (`application_id`, `cluster_id`, `began`) what is known of them: `o` of the pair, `c` of the cluster and
 * `r` of the application, as `shownState` reads them.
 */
export function knownOf(tenant: number, time: ObservedTime): SQL {
  return sql`${time.isPast ? knownBefore(tenant, time) : knownNow(tenant)}
    ${applicationOf(tenant, time.change)}`
}

/**
 * The same of few pairs as they are now, in two parts: each is looked up. Without statistics, as right after an import, joins
 * would be quadratic.
 */
export function observationOfEach(tenant: number): SQL {
  return sql`left join lateral (select * from observations where tenant = ${tenant}
      and cluster_id = p.cluster_id and application_id = p.application_id offset 0) o on true`
}

export function clusterOfEach(tenant: number): SQL {
  return sql`left join lateral (select * from cluster_reports where tenant = ${tenant}
      and cluster = p.cluster_id offset 0) c on true`
}

/**
 * What is known of the application of a pair, as `r`: since which change its source there is what it is, and what that names
 * (null: it is managed, and has no release there); and since which change it has a manifest there.
 */
export function applicationOf(tenant: number, change: number | null): SQL {
  const after = change === null ? null : sql`${change}::bigint`
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const since = sourceSince(tenant, pair, sql`e`, sql`p.began`)
  const { revision } = sourceOfBody(sql`body`)
  return sql`cross join lateral (
      select source_began, managed_until, ${revision} as repo_branch, team, name, began,
        ${isManaged(sql`body`)} as is_managed from revisions
      where tenant = ${tenant} and kind = 'application' and object = p.application_id
        and ${change === null ? sql`true` : sql`began <= ${change}`}
      order by began desc limit 1
    ) a
    left join lateral (
      select * from (${sourceAfter(tenant, pair, after)}) e
        where a.is_managed or a.managed_until > p.began or ${hadTarget(tenant, pair)} offset 0
    ) e on true
    cross join lateral (
      select a.team, a.name, a.began,
        case when e.began is not null then ${since} when not a.is_managed then a.source_began end as source_began,
        case when a.is_managed then e.repo_branch else a.repo_branch end as repo_branch,
        a.is_managed or coalesce(a.managed_until > p.began, false) as was_managed
      offset 0
    ) s
    cross join lateral (
      select s.*, case when s.was_managed and s.source_began > p.began
        then ${manifestSince(tenant, pair, sql`p.began`, sql`s.source_began`)}
        when s.source_began is not null then p.began end as manifest_began
    ) r`
}

function knownNow(tenant: number): SQL {
  return sql`left join observations o on o.tenant = ${tenant}
      and o.cluster_id = p.cluster_id and o.application_id = p.application_id
    left join cluster_reports c on c.tenant = ${tenant} and c.cluster = p.cluster_id`
}

/**
 * A state holds from its turn until the next one. Where nothing is kept of its time, the next turn says what was before, if
 * that was known, or there was none since. Turns are told in their order, so the first that wasn't told by a time says what was
 * known until then.
 */
function knownBefore(tenant: number, { observedAt, knownAt }: ObservedTime): SQL {
  const instant = sql`${observedAt.toISOString()}::timestamptz`
  const isTold = toldBy(knownAt, sql`received_at`)
  const ofPair = sql`tenant = ${tenant} and cluster_id = p.cluster_id and application_id = p.application_id`
  const ofCluster = sql`tenant = ${tenant} and cluster = p.cluster_id and at <= ${instant}
    and ${isTold}`
  return sql`left join lateral (
      select state, revision, state_since, state_since as word_at, null::jsonb as item,
        null::text as later_state, null::timestamptz as later_at,
        case when state in ('leaving', 'orphaned') then ${instant} end as unwanted_since
      from (
        (select state, revision, at as state_since, 1 as place from observed_turns
          where ${ofPair} and at <= ${instant} and ${isTold} order by at desc limit 1)
        union all
        (select state_before, revision_before, null, 2 from observed_turns
          where ${ofPair} and (at > ${instant} or not ${isTold}) order by at limit 1)
        union all
        (select written_state, written_revision, state_since, 3 from observations
          where ${ofPair} and state_since <= ${instant})
      ) told order by place limit 1
    ) o on true
    left join lateral (
      select seen.seen_at, seen.interval_s, null::timestamptz as complete_at, pull.at as pulled_at,
        pull.commit as pulled_commit,
        pull.change as commit_change,
        (select change from observed_pulls where ${ofCluster} and change is not null
          order by at desc limit 1) as pulled_change
      from (${seenBefore(tenant, sql`p.cluster_id`, instant, knownAt)}) seen left join (
        select at, commit, change from observed_pulls where ${ofCluster} order by at desc limit 1
      ) pull on true
    ) c on true`
}

/** What is asked of what is known of a pair; null: nothing. */
export type PairFilter = {
  readonly states: readonly State[] | null
  readonly stateForS: number | null
  readonly revision: string | null
}

/** Whether the pair `p` is in one of some states, for so long, and at a commit. */
export function isLike(tenant: number, time: ObservedTime, asked: PairFilter): SQL {
  const { states, stateForS, revision } = asked
  const now = time.observedAt
  const conditions = [
    ...(states === null ? [] : [sql`${shownState(now)} = any(${sql.param(states)}::text[])`]),
    ...(stateForS === null
      ? []
      : [
          sql`${shownSince(tenant, now, time)} <= ${instant(now)} - make_interval(secs => ${stateForS})`,
        ]),
    ...(revision === null ? [] : [sql`o.revision = ${revision}`]),
  ]
  if (conditions.length === 0) return sql`true`
  return sql`(select ${sql.join(conditions, sql` and `)}
    from (select p.application_id, p.cluster_id, p.began) p ${knownOf(tenant, time)})`
}
