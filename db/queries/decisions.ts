// Decisions as rows. A set of clusters travels as the base64 of its bytes, in JSON.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bitsIn, bytesOf } from '#lib/domain/sets/bit-bytes.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { readRow, readRows } from '../rows.ts'
import { aliveAfter } from './alive.ts'
import { hasId } from './pair-sources.ts'
import type { DecisionReasons } from '../schema/decision.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'

export const decisionBody = z.strictObject({
  application: z.int(),
  /** Null: nothing is decided any more. */
  clusters: z.base64().nullable(),
})

/** The body of a row of decisions. */
export const selectDecisionBody = sql`jsonb_build_object('application', application_id,
  'clusters', translate(encode(clusters, 'base64'), E'\n', ''))`

export function chosenOf(clusters: string | null): Bits | null {
  return clusters === null ? null : bitsIn(Buffer.from(clusters, 'base64'))
}

/** A policy's decision for an application, by their ids. */
export type DecisionKey = { readonly policy: number; readonly application: number }

export type BegunDecision = DecisionKey & {
  readonly clusters: Bits
  /** `kept`: what was said of the decision before, but for clusters that it had chosen and this one hasn’t. */
  readonly reasons: DecisionReasons | 'kept' | null
}

const endedCount = z.strictObject({ ended: z.int() })

/** Ends decisions with a change. Throws when one of them isn't there: then the fleet in memory and the table disagree. */
export async function endDecisions(
  { tx, tenant }: TenantScope,
  change: number,
  keys: readonly DecisionKey[],
): Promise<void> {
  if (keys.length === 0) return
  const row = await readRow(tx, endedCount)`
    with gone as (
      update decisions d set ended = ${change}
      from unnest(${sql.param(keys.map(({ policy }) => policy))}::int[],
        ${sql.param(keys.map(({ application }) => application))}::int[]) as k (policy, application)
      where d.tenant = ${tenant} and d.policy_id = k.policy and d.application_id = k.application
        and d.ended is null returning 1
    ) select count(*)::int as ended from gone`
  if (row?.ended !== keys.length) {
    throw new Error(`${keys.length} decisions were to end, ${row?.ended} did`)
  }
}

/** Of a decision `d`, in whose place `begun` comes. */
const reasonsKept = sql`jsonb_set(d.reasons, '{clusters}', coalesce((
  select jsonb_object_agg(key, value) from jsonb_each(d.reasons->'clusters')
  where not ${hasId(sql`d.clusters`, sql`key::int`)}
    or ${hasId(sql`decode(begun.clusters, 'base64')`, sql`key::int`)}), '{}'))`

/** Begins decisions with a change, in the place of those that it ended. */
export async function beginDecisions(
  { tx, tenant }: TenantScope,
  change: number,
  begun: readonly BegunDecision[],
): Promise<void> {
  if (begun.length === 0) return
  await tx.execute(sql`
    insert into decisions (tenant, policy_id, application_id, clusters, reasons, began)
    select ${tenant}, policy, application, decode(clusters, 'base64'),
      case when "keepsReasons" then (select ${reasonsKept} from decisions d where d.tenant = ${tenant}
        and d.policy_id = policy and d.application_id = application and d.ended = ${change})
        else reasons end, ${change}
    from jsonb_to_recordset(${JSON.stringify(begun.map(rowOf))}::jsonb) as begun (policy int,
      application int, clusters text, reasons jsonb, "keepsReasons" boolean)`)
}

function rowOf({ policy, application, clusters, reasons }: BegunDecision) {
  return {
    policy,
    application,
    clusters: Buffer.from(bytesOf(clusters)).toString('base64'),
    reasons: reasons === 'kept' ? null : reasons,
    keepsReasons: reasons === 'kept',
  }
}

const decisionRow = z.strictObject({ policy: z.int(), body: decisionBody })

export type Decision = DecisionKey & { readonly clusters: Bits }

/** What some policies decided, as of a change, for some applications; `change` null: now, `applications` null: for all. */
export async function readDecisions(
  { tx, tenant }: TenantScope,
  policies: readonly number[],
  applications: readonly number[] | null,
  change: number | null,
): Promise<readonly Decision[]> {
  if (policies.length === 0) return []
  const isOfThem =
    applications === null
      ? sql`true`
      : sql`d.application_id = any(${sql.param(applications)}::int[])`
  const rows = await readRows(tx, decisionRow)`
    select policy_id as policy, ${selectDecisionBody} as body from decisions d
    where d.tenant = ${tenant} and d.policy_id = any(${sql.param(policies)}::int[])
      and ${isOfThem} and ${aliveAfter('d', change)}`
  return rows.map(({ policy, body }) => ({
    policy,
    application: body.application,
    clusters: chosenOf(body.clusters)!,
  }))
}

/** Whether the policy that is asked for chose a placement `p`, if it is one that chooses. */
export function isChosen(
  tenant: number,
  { change, selectedBy }: Pick<PlacementQuery, 'change' | 'selectedBy'>,
): SQL<boolean> {
  const decided = selectedBy?.decided ?? null
  if (decided === null) return sql`true`
  return sql`(select true from decisions d where d.tenant = ${tenant}
    and d.policy_id = ${decided.policy} and d.application_id = p.application_id
    and ${aliveAfter('d', change)} and ${hasId(sql`d.clusters`, sql`p.cluster_id`)} limit 1) is not null`
}

const reasonRow = z.strictObject({ policy: z.int(), by: z.string(), reason: z.string() })
export type ReasonRow = Readonly<z.infer<typeof reasonRow>>

/** What was said of a pair with what some policies decided, as of a change, and by which scheduler; `change` null: now. */
export async function readPairReasons(
  { tx, tenant }: TenantScope,
  policies: readonly number[],
  pair: { readonly applicationId: number; readonly clusterId: number },
  change: number | null,
): Promise<readonly ReasonRow[]> {
  if (policies.length === 0) return []
  return readRows(tx, reasonRow)`
    select policy_id as policy, reasons->>'by' as by,
      reasons->'clusters'->>${String(pair.clusterId)}::text as reason from decisions d
    where d.tenant = ${tenant} and d.policy_id = any(${sql.param(policies)}::int[])
      and d.application_id = ${pair.applicationId} and ${aliveAfter('d', change)}
      and reasons->'clusters'->>${String(pair.clusterId)}::text <> ''`
}

const decisionReasons = z.strictObject({
  by: z.string(),
  clusters: z.record(z.string(), z.string()),
})

const changedDecision = z.strictObject({
  policy: z.int(),
  application: z.int(),
  was: z.base64().nullable(),
  reasons: decisionReasons.nullable(),
  became: z.base64().nullable(),
})

/** A decision before a change and after it, with what was said of it before; null: there was none. */
export type ChangedDecision = DecisionKey & {
  readonly was: Bits | null
  readonly reasons: DecisionReasons | null
  readonly became: Bits | null
}

/** The decisions that a change made, ended or put others in the place of. */
export async function readChangedDecisions(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<readonly ChangedDecision[]> {
  const rows = await readRows(tx, changedDecision)`
    select policy_id as policy, application_id as application,
      translate(encode(d.clusters, 'base64'), E'\n', '') as was, d.reasons,
      translate(encode(n.clusters, 'base64'), E'\n', '') as became
    from (select * from decisions where tenant = ${tenant} and ended = ${change}) d
    full join (select * from decisions where tenant = ${tenant} and began = ${change}) n
      using (policy_id, application_id)
    order by policy_id, application_id`
  return rows.map(({ policy, application, was, reasons, became }) => ({
    policy,
    application,
    was: chosenOf(was),
    reasons,
    became: chosenOf(became),
  }))
}

const deletedObject = z.strictObject({
  kind: z.enum(['target-policy', 'application', 'cluster']),
  object: z.int(),
  team: z.string().nullable(),
  name: z.string(),
})
export type DeletedObject = z.infer<typeof deletedObject>

/** The policies, applications and clusters that a change deleted. */
export async function readDeleted(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<readonly DeletedObject[]> {
  return readRows(tx, deletedObject)`
    select kind, object, team, name from revisions r
    where tenant = ${tenant} and ended = ${change}
      and kind in ('target-policy', 'application', 'cluster') and not exists (
        select from revisions n where n.tenant = ${tenant} and n.kind = r.kind
          and n.object = r.object and n.began = ${change})`
}
