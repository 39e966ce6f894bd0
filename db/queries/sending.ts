// Deliveries while they are sent: claimed with a lease, so that of several processes one sends each, and another one does if
// that one dies.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { nextDeliveries } from '#lib/domain/deliveries/choose.ts'
import { type Database, outsideTenants } from '../client.ts'
import { readRow, readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** Longer than any call takes. */
const LEASE_SECONDS = 60
/** Of the advisory locks of the transactions that claim; the second number is the tenant. */
const CLAIMS = 731_204

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants that may have something to send. */
export async function tenantsWithDeliveries(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_deliveries()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const settledRow = z.strictObject({ id: z.uuid() })
const lockRow = z.strictObject({ isOurs: z.boolean() })
const sendingRow = z.strictObject({ all: z.int(), failing: z.int() })
const candidateRow = z.strictObject({
  id: z.uuid(),
  subscription: z.int(),
  dueAt: z.date(),
  failures: z.int(),
})
const claimRow = z.strictObject({
  id: z.uuid(),
  subscription: z.int(),
  type: z.string(),
  subject: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
  /** This one included. */
  attempts: z.int(),
  failures: z.int(),
  /** The subscription as it is now. */
  body: z.unknown(),
})
export type ClaimedDelivery = Readonly<z.infer<typeof claimRow>>

/** Claims what is to be sent next, at most `max`; nothing while another process claims for the tenant. */
export async function claimDeliveries(
  scope: TenantScope,
  max: number,
): Promise<readonly ClaimedDelivery[]> {
  const { tx, tenant } = scope
  const lock = await readRow(tx, lockRow)`
    select pg_try_advisory_xact_lock(${CLAIMS}, ${tenant}) as "isOurs"`
  if (lock?.isOurs !== true) return []
  await tx.execute(sql`
    update deliveries set state = 'waiting'
    where tenant = ${tenant} and state = 'sending' and due_at <= now()`)
  const sending = await readRow(tx, sendingRow)`
    select count(*)::int as all, count(r.failures)::int as failing from deliveries d
    left join receivers r on r.tenant = d.tenant and r.subscription = d.subscription
    where d.tenant = ${tenant} and d.state = 'sending'`
  const chosen = nextDeliveries(await candidatesOf(scope), sending!).slice(0, max)
  return chosen.length === 0
    ? []
    : claim(
        scope,
        chosen.map(({ id }) => id),
      )
}

/** Of each subscription that rests not and is told nothing just now, what has waited longest. */
function candidatesOf({ tx, tenant }: TenantScope) {
  return readRows(tx, candidateRow)`
    select d.id, d.subscription, d.due_at as "dueAt", coalesce(f.failures, 0) as failures
    from revisions r
    cross join lateral (
      select id, subscription, due_at from deliveries
      where tenant = ${tenant} and subscription = r.object and settled_at is null
        and state = 'waiting' and due_at <= now()
      order by due_at limit 1) d
    left join receivers f on f.tenant = ${tenant} and f.subscription = r.object
    where r.tenant = ${tenant} and r.kind = 'subscription' and r.ended is null
      and not (r.body->>'suspended')::boolean
      and (f.rests_until is null or f.rests_until <= now())
      and not exists (select from deliveries s where s.tenant = ${tenant}
        and s.subscription = r.object and s.state = 'sending')`
}

function claim({ tx, tenant }: TenantScope, ids: readonly string[]) {
  return readRows(tx, claimRow)`
    update deliveries d set state = 'sending', attempts = d.attempts + 1,
      due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from deliveries w
    join revisions r on r.tenant = w.tenant and r.kind = 'subscription'
      and r.object = w.subscription and r.ended is null
    left join receivers f on f.tenant = w.tenant and f.subscription = w.subscription
    where w.tenant = ${tenant} and w.id = any(${sql.param(ids)}::text[]::uuid[])
      and d.tenant = w.tenant and d.id = w.id and d.state = 'waiting'
    returning d.id, d.subscription, d.type, d.subject, d.data, d.created_at as "createdAt",
      d.attempts, coalesce(f.failures, 0) as failures, r.body`
}

/** What came of an attempt. */
export type Attempted = {
  readonly status: number | null
  /** The beginning of the answer, or why there was none. */
  readonly answer: string
  readonly isDelivered: boolean
  /** When it is tried again, in so many milliseconds; null: it is not. */
  readonly pauseMs: number | null
  /** How long its receiver rests, unless it was delivered. */
  readonly restMs: number
}

/** Writes down what came of a claimed delivery, unless its lease ran out and somebody else has it. */
export async function settleDelivery(
  { tx, tenant }: TenantScope,
  { id, subscription, attempts }: Pick<ClaimedDelivery, 'id' | 'subscription' | 'attempts'>,
  { status, answer, isDelivered, pauseMs, restMs }: Attempted,
): Promise<void> {
  const state = isDelivered ? 'delivered' : pauseMs === null ? 'failed' : 'waiting'
  const settled = await readRow(tx, settledRow)`
    update deliveries set state = ${state}, last_status = ${status}, last_answer = ${answer},
      due_at = now() + make_interval(secs => ${(pauseMs ?? 0) / 1000}::float),
      settled_at = case when ${state} <> 'waiting' then now() end
    where tenant = ${tenant} and id = ${id} and state = 'sending' and attempts = ${attempts}
    returning id`
  if (!settled) return
  if (isDelivered) {
    await tx.execute(sql`
      delete from receivers where tenant = ${tenant} and subscription = ${subscription}`)
    return
  }
  await tx.execute(sql`
    insert into receivers (tenant, subscription, failures, rests_until)
    values (${tenant}, ${subscription}, 1, now() + make_interval(secs => ${restMs / 1000}::float))
    on conflict (tenant, subscription) do update set
      failures = receivers.failures + 1, rests_until = excluded.rests_until`)
}
