// When schedulers are asked, what came of it, and what they decided that waits for a person.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRow, readRows } from '../rows.ts'
import { dueNow } from './clock.ts'
import type { TenantScope } from './scope.ts'

/** How soon after an edit a scheduler is asked; what else is edited until then is asked with it. */
const SOON_SECONDS = 5
/** A policy is asked for no more often; one whose scheduler failed so often in a row only after a longer time. */
const PAUSE_SECONDS = 60
const FAILURES_TOLD = 3
const LONG_PAUSE_SECONDS = 900

const pause = sql`make_interval(secs => case when a.failures >= ${FAILURES_TOLD}::int
  then ${LONG_PAUSE_SECONDS}::int else ${PAUSE_SECONDS}::int end)`

const askRow = z.strictObject({
  dueAt: z.date().nullable(),
  askedAt: z.date().nullable(),
  changed: z.int(),
  failures: z.int(),
  error: z.string().nullable(),
  waiting: z.unknown(),
})
export type AskRow = Readonly<z.infer<typeof askRow>>

/** What is known of a policy that a scheduler decides; null: nothing was asked or answered yet. */
export async function readAsk({ tx, tenant }: TenantScope, policy: number): Promise<AskRow | null> {
  const row = await readRow(tx, askRow)`
    select due_at as "dueAt", asked_at as "askedAt", changed, failures, error, waiting
    from scheduler_asks where tenant = ${tenant} and policy = ${policy}`
  return row ?? null
}

export type Asked = {
  readonly asked: readonly number[]
  readonly changed: readonly number[]
  readonly over: readonly number[]
}

/** Has schedulers asked of policies soon after a change; what waits for a person isn't what is asked any more. */
export async function markAsks(
  { tx, tenant }: TenantScope,
  change: number,
  { asked, changed, over }: Asked,
): Promise<void> {
  if (asked.length > 0) {
    await tx.execute(sql`
      insert into scheduler_asks as a (tenant, policy, due_at, changed)
      select ${tenant}::int, policy, ${dueNow} + make_interval(secs => ${SOON_SECONDS}::int),
        case when policy = any(${sql.param(changed)}::int[]) then ${change}::bigint else 0 end
      from unnest(${sql.param(asked)}::int[]) as policy
      on conflict (tenant, policy) do update set
        due_at = least(a.due_at, greatest(excluded.due_at, a.asked_at + ${pause})),
        changed = greatest(a.changed, excluded.changed),
        waiting = case when excluded.changed > 0 then null else a.waiting end`)
  }
  if (over.length > 0) {
    await tx.execute(sql`delete from scheduler_asks
      where tenant = ${tenant} and policy = any(${sql.param(over)}::int[])`)
  }
}

/** Keeps what waits for a person, in the place of what did; null: nothing does any more. */
export async function writeWaiting(
  { tx, tenant }: TenantScope,
  policy: number,
  waiting: object | null,
): Promise<void> {
  await tx.execute(sql`
    insert into scheduler_asks (tenant, policy, waiting)
    values (${tenant}, ${policy}, ${waiting && JSON.stringify(waiting)}::jsonb)
    on conflict (tenant, policy) do update set waiting = excluded.waiting`)
}

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants that have a scheduler to ask. */
export async function tenantsWithDueAsks(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_due_asks()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const claimRow = z.strictObject({ policy: z.int(), lease: z.date(), failures: z.int() })
export type ClaimedAsk = Readonly<z.infer<typeof claimRow>>

/** Longer than any question takes: after this time another process asks. */
const LEASE_SECONDS = 120

/** Claims the policies to ask for next, those first that have waited longest. Of several processes one has each. */
export async function claimAsks(
  { tx, tenant }: TenantScope,
  max: number,
): Promise<readonly ClaimedAsk[]> {
  return readRows(tx, claimRow)`
    with due as materialized (
      select policy from scheduler_asks where tenant = ${tenant} and due_at <= ${dueNow}
      order by due_at limit ${max} for update skip locked
    )
    update scheduler_asks a
    set due_at = ${dueNow} + make_interval(secs => ${LEASE_SECONDS}::int), asked_at = ${dueNow}
    from due where a.tenant = ${tenant} and a.policy = due.policy
    returning a.policy, a.due_at as lease, a.failures`
}

/** What came of a question. */
export type AskOutcome = {
  /** Why it failed, in a sentence; null: it didn't. */
  readonly error: string | null
  /** Whether that is the scheduler's failure. */
  readonly isFailure: boolean
  /** The newest change that the question knew; null: it was not asked. */
  readonly change: number | null
  /** How often it is asked without a reason; null: never. */
  readonly everyMs: number | null
}

/** Writes down what came of a claimed question. Whatever made it due meanwhile still does. */
export async function settleAsk(
  { tx, tenant }: TenantScope,
  { policy, lease }: ClaimedAsk,
  { error, isFailure, change, everyMs }: AskOutcome,
): Promise<void> {
  const failures = isFailure ? sql`failures + 1` : error === null ? sql`0` : sql`failures`
  const retry = sql`case when ${isFailure}::boolean and failures + 1 >= ${FAILURES_TOLD}::int
    then ${LONG_PAUSE_SECONDS}::int else ${PAUSE_SECONDS}::int end`
  const rest = everyMs === null ? sql`null::int` : sql`${Math.ceil(everyMs / 1000)}::int`
  const next = sql`${dueNow} + make_interval(secs => ${isFailure ? retry : rest})`
  const askedAt = change === null ? sql`null` : sql`asked_at`
  await tx.execute(sql`
    update scheduler_asks set failures = ${failures}, error = ${error}, asked_at = ${askedAt},
      asked_change = coalesce(${change}::bigint, asked_change),
      due_at = case when due_at = ${lease.toISOString()}::timestamptz then ${next}
        else least(due_at, ${next}) end
    where tenant = ${tenant} and policy = ${policy}`)
}

const heldRow = z.strictObject({
  policy: z.string(),
  scheduler: z.string(),
  failures: z.int(),
  error: z.string().nullable(),
  removals: z.int().nullable(),
  waitsSince: z.iso.datetime().nullable(),
  /** How many there are in all. */
  total: z.int(),
})
export type HeldDecision = Readonly<z.infer<typeof heldRow>>

/** Policies whose scheduler failed so often that people are told, or whose decision waits for one of them. */
export async function readHeldDecisions(
  { tx, tenant }: TenantScope,
  limit: number,
): Promise<readonly HeldDecision[]> {
  return readRows(tx, heldRow)`
    select r.name as policy, r.body->>'scheduler' as scheduler, a.failures, a.error,
      (a.waiting->>'removals')::int as removals, a.waiting->>'at' as "waitsSince",
      count(*) over ()::int as total
    from scheduler_asks a join revisions r on r.tenant = a.tenant and r.kind = 'target-policy'
      and r.object = a.policy and r.ended is null
    where a.tenant = ${tenant} and (a.failures >= ${FAILURES_TOLD} or a.waiting is not null)
      and r.body->>'scheduler' is not null
    order by r.name limit ${limit}`
}
