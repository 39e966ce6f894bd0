import { sql } from 'drizzle-orm'
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
  const made = await tx.execute(sql`
    insert into rate_limits (tenant, principal, "left", at)
    values (${tenant}, ${principal}, ${burst}, clock_timestamp()) on conflict do nothing returning 1`)
  // Who comes anew sweeps up behind those who came no more.
  if (made.length > 0) await deleteFullBuckets({ tx, tenant }, { perSecond, burst })
  const [row] = await tx.execute<{ granted: number; amount: number }>(sql`
    with bucket as (
      select least(${burst}::float8,
        "left" + greatest(0, extract(epoch from clock_timestamp() - at)) * ${perSecond}::float8) as amount
      from rate_limits where tenant = ${tenant} and principal = ${principal} for update
    ), taken as (select amount, least(${count}::float8, floor(amount)) as granted from bucket)
    update rate_limits set "left" = amount - granted, at = clock_timestamp() from taken
    where tenant = ${tenant} and principal = ${principal} returning granted, amount`)
  const { granted, amount } = row!
  return { granted, waitSeconds: granted > 0 ? 0 : (1 - amount) / perSecond }
}

async function deleteFullBuckets(
  { tx, tenant }: TenantScope,
  { perSecond, burst }: RateLimit,
): Promise<void> {
  const fullAfterSeconds = Math.ceil(burst / perSecond)
  await tx.execute(sql`
    delete from rate_limits where ctid in (
      select ctid from rate_limits
      where tenant = ${tenant} and at < now() - make_interval(secs => ${fullAfterSeconds})
      for update skip locked)`)
}
