// What clusters say of applications that others need, in the words that people are told.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATES } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { isPublishedOn } from './dependency-evidence.ts'
import { isSilent, silentSince } from './observed-state.ts'
import type { TenantScope } from './scope.ts'

type Pair = { readonly application: number; readonly cluster: number }

/** With the commit that is released there; null: whatever the branch has. */
export type ReleasedPair = Pair & { readonly commit: string | null }

const saidRow = z.strictObject({
  application: z.int(),
  cluster: z.int(),
  /** Whether the cluster ever reported. */
  reports: z.boolean(),
  /** Null: it isn’t silent, or never reported. */
  silentSince: z.date().nullable(),
  /** What it said last, however long ago; null: nothing. */
  state: z.enum(STATES).nullable(),
  since: z.date().nullable(),
  revision: z.string().nullable(),
  message: z.string().nullable(),
})

/**
 * What is said of some pairs at an instant, in no order. It agrees with `readSaidOfReleased`. Each is looked up by itself: a join
 * would walk through what all clusters report.
 */
export async function readSaidOfPairs(
  { tx, tenant }: TenantScope,
  asked: readonly Pair[],
  now: Date,
): Promise<z.infer<typeof saidRow>[]> {
  if (asked.length === 0) return []
  const applications = asked.map(({ application }) => application)
  const clusters = asked.map(({ cluster }) => cluster)
  return readRows(tx, saidRow)`
    select asked.application, asked.cluster, c.cluster is not null as reports,
      case when ${isSilent(now)} then ${silentSince()} end as "silentSince",
      o.state, o.state_since as since, o.revision, o.item->>'message' as message
    from unnest(${sql.param(applications)}::int[], ${sql.param(clusters)}::int[])
      asked(application, cluster)
    left join lateral (
      select * from cluster_reports where tenant = ${tenant} and cluster = asked.cluster offset 0
    ) c on true
    left join lateral (
      select * from observations where tenant = ${tenant} and cluster_id = asked.cluster
        and application_id = asked.application offset 0
    ) o on true`
}

const pairRow = z.strictObject({ application: z.int(), cluster: z.int() })

/** Those of some pairs that are in Git with what is released there. Only asked of clusters that never reported: to plan it takes long. */
export async function readPublishedPairs(
  { tx, tenant }: TenantScope,
  asked: readonly ReleasedPair[],
): Promise<Pair[]> {
  if (asked.length === 0) return []
  const pair = { application: sql`asked.application`, cluster: sql`asked.cluster` }
  return readRows(tx, pairRow)`
    select asked.application, asked.cluster
    from unnest(${sql.param(asked.map(({ application }) => application))}::int[],
      ${sql.param(asked.map(({ cluster }) => cluster))}::int[],
      ${sql.param(asked.map(({ commit }) => commit))}::text[]) asked(application, cluster, commit)
    where ${isPublishedOn(tenant, pair, sql`asked.commit`)}`
}

const versionRow = z.strictObject({
  application: z.int(),
  number: z.int(),
  name: z.string().nullable(),
})

/** Versions of applications by their numbers, and others by their names. */
export async function readVersionsOf(
  { tx, tenant }: TenantScope,
  numbered: readonly { readonly application: number; readonly number: number }[],
  named: readonly { readonly application: number; readonly name: string }[],
): Promise<z.infer<typeof versionRow>[]> {
  if (numbered.length + named.length === 0) return []
  const columns = sql`v.application_id as application, v.number, v.name`
  const ofAsked = sql`v.tenant = ${tenant} and v.application_id = asked.application`
  return readRows(tx, versionRow)`
    select ${columns}
    from unnest(${sql.param(numbered.map(({ application }) => application))}::int[],
      ${sql.param(numbered.map(({ number }) => number))}::int[]) asked(application, number)
    join announced_versions v on ${ofAsked} and v.number = asked.number
    union all
    select ${columns}
    from unnest(${sql.param(named.map(({ application }) => application))}::int[],
      ${sql.param(named.map(({ name }) => name))}::text[]) asked(application, name)
    join announced_versions v on ${ofAsked} and v.name = asked.name`
}

const rolloutRow = z.strictObject({ application: z.int(), environment: z.string() })

/** Those of some pairs of an application and an environment to which a rollout is running or paused. */
export async function readRollingOut(
  { tx, tenant }: TenantScope,
  asked: readonly z.infer<typeof rolloutRow>[],
): Promise<z.infer<typeof rolloutRow>[]> {
  if (asked.length === 0) return []
  return readRows(tx, rolloutRow)`
    select r.application_id as application, r.environment
    from unnest(${sql.param(asked.map(({ application }) => application))}::int[],
      ${sql.param(asked.map(({ environment }) => environment))}::text[])
      asked(application, environment)
    join rollouts r on r.tenant = ${tenant} and r.application_id = asked.application
      and r.environment = asked.environment and r.ended_at is null`
}
