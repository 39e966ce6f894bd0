// Events on their way to the receivers of subscriptions.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DeliveryEvent } from '#lib/domain/deliveries/delivery-event.ts'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

/** Whoever hears nothing of so many misses no more of the oldest. */
const WAITING_MAX = 1_000
const KEPT_DAYS = 30
const STALE_DAYS = 3
const KEPT_MAX = 10_000
/** So that no turn of a tenant takes long. */
const DELETED_AT_ONCE = 10_000

const queuedRow = z.strictObject({ subscription: z.int() })

/**
 * Queues events for their subscriptions, each once however often it is told; answers how many are new. What nobody wants is
 * left out: a subscription that isn't there, is suspended, or doesn't name the type. Where too many wait, the oldest fail.
 */
export async function queueEvents(
  scope: TenantScope,
  events: readonly DeliveryEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const { tx, tenant } = scope
  const told = events.map(({ subscription, ...event }) => ({ ...subscription, ...event }))
  const queued = await readRows(tx, queuedRow)`
    insert into deliveries (tenant, subscription, type, subject, data, dedupe)
    select ${tenant}, r.object, told.type, told.subject, told.data, told.dedupe
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (
      name text, team text, type text, subject text, data jsonb, dedupe text)
    join revisions r on r.tenant = ${tenant} and r.kind = 'subscription' and r.ended is null
      and r.name = told.name and r.team is not distinct from told.team
    where r.body->'events' @> to_jsonb(told.type) and not (r.body->>'suspended')::boolean
    order by r.object, told.dedupe
    on conflict (tenant, subscription, dedupe) do nothing
    returning subscription`
  const crowded = [...new Set(queued.map(({ subscription }) => subscription))]
  if (crowded.length > 0) await failOldest(scope, crowded)
  return queued.length
}

async function failOldest(
  { tx, tenant }: TenantScope,
  subscriptions: readonly number[],
): Promise<void> {
  const reason = `Given up, because ${WAITING_MAX} newer ones waited.`
  await tx.execute(sql`
    update deliveries d set state = 'failed', settled_at = now(), last_status = null, last_answer = ${reason}
    from unnest(${sql.param(subscriptions)}::int[]) as crowded(subscription), lateral (
      select id from deliveries where tenant = ${tenant} and state = 'waiting'
        and subscription = crowded.subscription
      order by created_at desc, id desc offset ${WAITING_MAX} for update skip locked) oldest
    where d.tenant = ${tenant} and d.id = oldest.id`)
}

/** Gives up what nobody could send for days, as its subscription was suspended or no process ran. */
export async function giveUpStale({ tx, tenant }: TenantScope): Promise<void> {
  const reason = `Given up: it could not be sent for ${STALE_DAYS} days.`
  await tx.execute(sql`
    update deliveries set state = 'failed', settled_at = now(), last_status = null, last_answer = ${reason}
    where tenant = ${tenant} and settled_at is null
      and due_at < now() - make_interval(days => ${STALE_DAYS})`)
}

/** Deletes what was settled long ago, the oldest of too many, and what waits for a subscription that is gone. */
export async function forgetDeliveries({ tx, tenant }: TenantScope): Promise<void> {
  const those = (rows: SQL) => sql`
    delete from deliveries where tenant = ${tenant} and ctid = any(array(${rows} limit ${DELETED_AT_ONCE}))`
  await tx.execute(
    those(sql`
      select ctid from deliveries where tenant = ${tenant} and settled_at is not null
        and settled_at < greatest(now() - make_interval(days => ${KEPT_DAYS}), (
          select settled_at from deliveries where tenant = ${tenant} and settled_at is not null
          order by settled_at desc offset ${KEPT_MAX - 1} limit 1))
      order by settled_at`),
  )
  await tx.execute(
    those(sql`
      select ctid from deliveries where tenant = ${tenant} and subscription <> all(array(
        select object from revisions
        where tenant = ${tenant} and kind = 'subscription' and ended is null))`),
  )
  await tx.execute(sql`
    delete from receivers f where tenant = ${tenant} and not exists (
      select from revisions r where r.tenant = ${tenant} and r.kind = 'subscription'
        and r.object = f.subscription and r.ended is null)`)
}
