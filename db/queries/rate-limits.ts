import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { rateLimits } from '../schema/rate-limit.ts'
import type { TenantScope } from './scope.ts'

export type RateLimit = {
  /** How many requests come back each second. */
  readonly perSecond: number
  /** How many there are when nothing was asked for a while. */
  readonly burst: number
}

/** Of `count` requests at the most, how many a principal may make now; when none, in how many seconds one. */
export type Granted = { readonly granted: number; readonly waitSeconds: number }

/** Takes requests from a principal's bucket, which fills by the clock of the database, the same for all replicas. */
export async function takeRequests(
  { tx, tenant }: TenantScope,
  principal: string,
  count: number,
  { perSecond, burst }: RateLimit,
): Promise<Granted> {
  const isBucket = and(eq(rateLimits.tenant, tenant), eq(rateLimits.principal, principal))
  const made = await tx
    .insert(rateLimits)
    .values({ tenant, principal, left: burst, at: sql`clock_timestamp()` })
    .onConflictDoNothing()
  // Who comes anew sweeps up behind those who came no more.
  if (made.count > 0) await deleteFullBuckets({ tx, tenant }, { perSecond, burst })
  const amount = sql<number>`least(${burst}::float8, ${rateLimits.left}
    + greatest(0, extract(epoch from clock_timestamp() - ${rateLimits.at})) * ${perSecond}::float8)`
  const filled = tx.select({ amount: amount.as('amount') }).from(rateLimits)
  const bucket = tx.$with('bucket').as(filled.where(isBucket).for('update'))
  const granted = sql<number>`least(${count}::float8, floor(${bucket.amount}))`
  const taken = tx
    .$with('taken')
    .as(tx.select({ amount: bucket.amount, granted: granted.as('granted') }).from(bucket))
  const [row] = await tx
    .with(bucket, taken)
    .update(rateLimits)
    .set({ left: sql`${taken.amount} - ${taken.granted}`, at: sql`clock_timestamp()` })
    .from(taken)
    .where(isBucket)
    .returning({ granted: taken.granted, amount: taken.amount })
  const now = row!
  return { granted: now.granted, waitSeconds: now.granted > 0 ? 0 : (1 - now.amount) / perSecond }
}

async function deleteFullBuckets(
  { tx, tenant }: TenantScope,
  { perSecond, burst }: RateLimit,
): Promise<void> {
  const fullAfterSeconds = Math.ceil(burst / perSecond)
  const fullSince = sql`now() - make_interval(secs => ${fullAfterSeconds})`
  const full = tx
    .select({ ctid: sql`ctid` })
    .from(rateLimits)
    .where(and(eq(rateLimits.tenant, tenant), lt(rateLimits.at, fullSince)))
    .for('update', { skipLocked: true })
  await tx.delete(rateLimits).where(inArray(sql`ctid`, full))
}
