// Where pairs of an application and a cluster are on the way from what is wanted to what really runs: wanted, published,
// pulled, observed.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import type { StoredItem } from '../schema/observed.ts'
import { aliveAfter } from './alive.ts'
import { awaitedOnCluster, linkedRow } from './awaited-merges.ts'
import { freshnessAt } from './cluster-freshness.ts'
import { shownState } from './observed-state.ts'
import { knownOf, type ObservedTime } from './pair-states.ts'
import type { TenantScope } from './scope.ts'

const instant = z.date().nullable()

const statusRow = z.strictObject({
  /** Null: it is neither placed nor there. */
  state: z.enum(STATES).nullable(),
  freshness: z.enum(FRESHNESSES),
  /** Null: it follows versions, and has no release there. */
  targetRevision: z.string().nullable(),
  /** The newest change that its manifest depends on, and when that was accepted; null: it isn't placed, or not released. */
  wantedChange: z.int().nullable(),
  wantedAt: instant,
  /** Who made that change, and why. */
  wantedBy: z.string().nullable(),
  wantedReason: z.string().nullable(),
  /** The first commit of the cluster's branch with that; null: there is none yet. */
  publishedCommit: z.string().nullable(),
  publishedChange: z.int().nullable(),
  publishedAt: instant,
  /** The pull request in which that waits to be merged; null: in none, or it is asked about the past. */
  pullRequest: linkedRow.nullable(),
  pulledCommit: z.string().nullable(),
  /** The newest change in that commit; null: it isn't one of ours. */
  pulledChange: z.int().nullable(),
  pulledAt: instant,
  seenAt: instant,
  /** How often the cluster reports; null: it never did. */
  intervalS: z.int().nullable(),
  /** What was told of the pair; `told` null: nothing was. */
  told: z.enum(STATES).nullable(),
  toldSince: instant,
  /** The newest word that says so. */
  toldAt: instant,
  laterAt: instant,
  revision: z.string().nullable(),
  item: z.custom<StoredItem>().nullable(),
})
export type PairStatusRow = z.infer<typeof statusRow>

export type AskedPair = {
  readonly applicationId: number
  readonly clusterId: number
  /** The change that began the placement; null: it isn't placed. */
  readonly change: number | null
}

/** The pairs as rows `p` (`application_id`, `cluster_id`, `began`), with their `place` among them. */
export function askedPairs(pairs: readonly AskedPair[]): SQL {
  return sql`(
      select application_id, cluster_id, nullif(began, 0) as began, place
      from unnest(${sql.param(pairs.map(({ applicationId }) => applicationId))}::int[],
          ${sql.param(pairs.map(({ clusterId }) => clusterId))}::int[],
          ${sql.param(pairs.map(({ change }) => change ?? 0))}::bigint[])
        with ordinality as asked(application_id, cluster_id, began, place)
    ) p`
}

/** What is known of some pairs, in their order. */
export async function readPairStatuses(
  { tx, tenant }: TenantScope,
  pairs: readonly AskedPair[],
  time: ObservedTime,
): Promise<PairStatusRow[]> {
  if (pairs.length === 0) return []
  return readRows(tx, statusRow)`
    select case when p.began is not null or o.state is not null
        then ${shownState(time.observedAt)} end as state,
      ${freshnessAt(time.observedAt)} as freshness, r.repo_branch as "targetRevision",
      wanted.change as "wantedChange", wanter.at as "wantedAt",
      wanter.actor_name as "wantedBy", wanter.reason as "wantedReason",
      published.commit as "publishedCommit", published.change as "publishedChange",
      published.published_at as "publishedAt", ${proposedIn(tenant, time)} as "pullRequest", c.pulled_commit as "pulledCommit",
      ${changeOfCommit(tenant, time)} as "pulledChange", c.pulled_at as "pulledAt",
      c.seen_at as "seenAt", c.interval_s as "intervalS", o.state as told, o.state_since as "toldSince",
      least(greatest(o.word_at, c.complete_at), c.seen_at) as "toldAt", o.later_at as "laterAt",
      o.revision, o.item
    from ${askedPairs(pairs)}
    ${knownOf(tenant, time)}
    cross join lateral (
      select case when p.began is not null and r.source_began is not null
        then greatest(p.began, r.source_began) end as change
    ) wanted
    left join changes wanter on wanter.tenant = ${tenant} and wanter.id = wanted.change
    left join lateral (${firstWith(tenant, time, sql`wanted.change`)}) published on true
    order by p.place`
}

/** The first commit of the branch of the cluster of `p` with a change or what came after it. */
function firstWith(tenant: number, { change, observedAt, isPast }: ObservedTime, wanted: SQL): SQL {
  const isKnown = isPast ? sql`u.published_at <= ${observedAt}` : sql`true`
  return sql`select u.commit, u.change, u.published_at
    from cluster_branches b join publications u on u.tenant = ${tenant} and u.branch = b.branch
      and u.change >= ${wanted} and u.state = 'published' and ${isKnown}
    where b.tenant = ${tenant} and b.cluster = p.cluster_id and ${aliveAfter('b', change)}
    order by u.change limit 1`
}

/** Nobody keeps which pull requests there were. */
function proposedIn(tenant: number, { isPast }: ObservedTime): SQL {
  if (isPast) return sql`null::json`
  return sql`case when published.commit is null then (
      select json_build_object('number', q.number, 'url', q.url)
      from (${awaitedOnCluster(tenant, sql`wanted.change`, sql`p.cluster_id`)}) q) end`
}

function changeOfCommit(tenant: number, { isPast }: ObservedTime): SQL {
  if (isPast) return sql`c.commit_change`
  return sql`(select max(u.change) from publications u
    where u.tenant = ${tenant} and u.commit = c.pulled_commit and u.branch in (
      select b.branch from cluster_branches b where b.tenant = ${tenant} and b.cluster = p.cluster_id))`
}
