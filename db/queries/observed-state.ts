// The state in which people see a placement, in SQL. It says the same as lib/domain/observed/shown.ts.
import { type SQL, sql } from 'drizzle-orm'
import { FRESH_FOR_S_MIN, STALE_AFTER } from '#lib/domain/observed/freshness.ts'
import { OK_STATES, type State } from '#lib/domain/observed/states.ts'
import { isAwaitedOnCluster } from './awaited-merges.ts'

/**
 * The state shown at an instant, from the rows `p` of placements and `o` of observations of a pair, of which one may be missing,
 * `c` of the cluster's report, if there is one, and `r` of the source of the placement (which began with no
 * change where it has no release) and of its manifest.
 */
export function shownState(now: Date | SQL): SQL<State> {
  const base = toldState(now)
  return sql`case
    when ${isSilent(now)} then 'unknown'
    when o.state is null then 'waiting'
    when p.began is null then case when o.unwanted_since is null then 'leaving' else ${base} end
    when o.unwanted_since is not null or r.source_began is null then 'waiting'
    when greatest(p.began, r.source_began) <= c.pulled_change then ${base}
    when ${base} = 'degraded'
      or ${base} = 'missing' and r.manifest_began <= c.pulled_change then ${base}
    else 'waiting' end`
}

/**
 * Since when a pair is in that state, of the same rows: silence, edits and time alone change a state without a word of the
 * cluster. Null: it waits for people, who take their time, be it for a release or for a merge. It says the same as `stateSince` of
 * lib/usecases/observed/pair-status.ts.
 */
export function shownSince(
  tenant: number,
  now: Date | SQL,
  { isPast }: { readonly isPast: boolean },
): SQL<Date | null> {
  // Nobody keeps what waited for a merge.
  const isAwaited = isPast ? sql`false` : isAwaitedOnCluster(tenant, sql`w.id`, sql`p.cluster_id`)
  return sql`case
    when ${isSilent(now)} then ${silentSince()}
    when ${shownState(now)} = 'waiting' then (select w.at from changes w
      where w.tenant = ${tenant} and r.source_began is not null
        and w.id = greatest(p.began, r.source_began)
        and not ${isAwaited})
    when o.later_at <= ${instant(now)} then o.later_at
    else o.state_since end`
}

/** Whether nothing is wrong in a state; null of none. */
export function isOk(state: SQL): SQL<boolean | null> {
  return sql`${state} in (${sql.raw(OK_STATES.map((ok) => `'${ok}'`).join(', '))})`
}

/** What the cluster said last of the pair of an observation `o`, with what time alone made of it. */
export function toldState(now: Date | SQL): SQL<State> {
  return sql`case when o.later_at <= ${instant(now)} then o.later_state else o.state end`
}

/** Whether what the cluster of a report `c` said isn't true any more, or it never said anything. */
export function isSilent(now: Date | SQL): SQL<boolean> {
  return sql`coalesce(${isSilentAfter(STALE_AFTER, now)}, true)`
}

/** Since when the cluster of a report `c` is silent, if it is: as `silentFrom` of the domain says it; null: it never said anything. */
export function silentSince(): SQL<Date | null> {
  return sql`c.seen_at
    + make_interval(secs => greatest(${FRESH_FOR_S_MIN}, ${STALE_AFTER} * c.interval_s))`
}

/** Whether more than so many of its intervals passed since the cluster of a report `c` said anything; null: it never did. */
export function isSilentAfter(intervals: number, now: Date | SQL): SQL<boolean | null> {
  return sql`c.seen_at < ${instant(now)}
    - make_interval(secs => greatest(${FRESH_FOR_S_MIN}, ${intervals} * c.interval_s))`
}

/** An instant in SQL, if it isn't that already. */
export function instant(at: Date | SQL): SQL {
  return at instanceof Date ? sql`${at.toISOString()}::timestamptz` : at
}

/** The newest revision of an application, even where that is no more. However few rows are expected, it looks up one each. */
export function newestRevision(tenant: number, application: SQL): SQL {
  return sql`select * from revisions
    where tenant = ${tenant} and kind = 'application' and object = ${application}
    order by began desc limit 1`
}
