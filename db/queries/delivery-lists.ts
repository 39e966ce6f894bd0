// The log of what a subscription was told.
import { and, desc, getTableColumns, sql } from 'drizzle-orm'
import type { Total } from '#lib/domain/lists/total.ts'
import { deliveries } from '../schema/delivery.ts'
import { holds } from './conditions.ts'
import { countRows } from './count-rows.ts'
import type { TenantScope } from './scope.ts'

export type DeliveryRow = Readonly<Omit<typeof deliveries.$inferSelect, 'tenant'>>
export type DeliveryState = DeliveryRow['state']

export type DeliveryQuery = {
  readonly subscription: number
  readonly state: DeliveryState | null
}

/** Where a list continues; it begins with the newest. */
export type DeliveryPosition = { readonly at: number; readonly id: string }

/** Newest first. */
export async function listDeliveries(
  scope: TenantScope,
  query: DeliveryQuery,
  { after, limit }: { readonly after: DeliveryPosition | null; readonly limit: number },
): Promise<DeliveryRow[]> {
  const { createdAt, id } = deliveries
  const isBeyond =
    after === null
      ? undefined
      : sql`(${createdAt}, ${id}) < (${new Date(after.at)}::timestamptz, ${after.id}::uuid)`
  return select(scope)
    .where(and(filter(scope, query), isBeyond))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

export function countDeliveries(scope: TenantScope, query: DeliveryQuery): Promise<Total> {
  return countRows(scope, sql`select from ${deliveries} where ${filter(scope, query)}`)
}

/** Null: the subscription has no such delivery. */
export async function findDelivery(
  scope: TenantScope,
  subscription: number,
  id: string,
): Promise<DeliveryRow | null> {
  const { tenant } = scope
  const [row] = await select(scope).where(holds(deliveries, { tenant, subscription, id }))
  return row ?? null
}

/** Has a settled delivery sent once more, from the first attempt on. */
export async function deliverAgain({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx.execute(sql`
    update deliveries set state = 'waiting', attempts = 0, due_at = now(), settled_at = null
    where tenant = ${tenant} and id = ${id} and settled_at is not null`)
}

/** Whoever asks for another chance for a subscription doesn't want to wait for its receiver's rest. */
export async function endRest({ tx, tenant }: TenantScope, subscription: number): Promise<void> {
  await tx.execute(sql`
    update receivers set rests_until = now()
    where tenant = ${tenant} and subscription = ${subscription} and rests_until > now()`)
}

/** Queues an event that only says that it arrived, once a minute; answers its id, or that of the one before. */
export async function queueTest(
  { tx, tenant }: TenantScope,
  subscription: number,
  subject: string,
): Promise<string> {
  const minute = sql`'test ' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`
  await tx.execute(sql`
    insert into deliveries (tenant, subscription, type, subject, data, dedupe)
    values (${tenant}, ${subscription}, 'test', ${subject}, '{}', ${minute})
    on conflict (tenant, subscription, dedupe) do nothing`)
  const [row] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(holds(deliveries, { tenant, subscription }), sql`${deliveries.dedupe} = ${minute}`))
  return row!.id
}

function select({ tx }: TenantScope) {
  const { tenant: _, ...columns } = getTableColumns(deliveries)
  return tx.select(columns).from(deliveries)
}

function filter({ tenant }: TenantScope, { subscription, state }: DeliveryQuery) {
  return holds(deliveries, { tenant, subscription, ...(state !== null && { state }) })
}
