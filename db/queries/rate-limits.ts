import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRow } from '../rows.ts'
import { rateLimits } from '../schema/rate-limit.ts'
import type { TenantScope } from './scope.ts'

export type RateLimit = {
  /** How many requests are added to the bucket each second. */
  readonly perSecond: number
  /** The size of the full bucket. */
  readonly burst: number
}

/** How many of at most `count` requests a principal may make now; if none, in how many seconds one. */
export type Granted = { readonly granted: number; readonly waitSeconds: number }

const takenRow = z.strictObject({ granted: z.number(), amount: z.number() })

/** Takes requests from a principal's bucket, which fills by the database's clock, the same for all replicas. */
export async function takeRequests(
  scope: TenantScope,
  principal: string,
  count: number,
  limit: RateLimit,
): Promise<Granted> {
  const { tx, tenant } = scope
  const { perSecond, burst } = limit
  const made = await tx
    .insert(rateLimits)
    .values({ tenant, principal, left: burst, at: sql`clock_timestamp()` })
    .onConflictDoNothing()
  // Each newcomer removes the buckets of those who no longer come.
  if (made.count > 0) await deleteFullBuckets(scope, limit)
  const isBucket = sql`${rateLimits.tenant} = ${tenant} and ${rateLimits.principal} = ${principal}`
  const taken = await readRow(tx, takenRow)`
    with bucket as (
      select least(${burst}::float8, ${rateLimits.left}
        + greatest(0, extract(epoch from clock_timestamp() - ${rateLimits.at})) * ${perSecond}::float8) as amount
      from ${rateLimits} where ${isBucket} for update
    ), taken as (select amount, least(${count}::float8, floor(amount)) as granted from bucket)
    update ${rateLimits} set "left" = amount - granted, at = clock_timestamp() from taken
    where ${isBucket} returning granted, amount`
  // A newcomer elsewhere removed this bucket, which was full, after it was found: it is made again.
  if (!taken) return takeRequests(scope, principal, count, limit)
  const { granted, amount } = taken
  return { granted, waitSeconds: granted > 0 ? 0 : (1 - amount) / perSecond }
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
