import { sql } from 'drizzle-orm'
import type { TenantScope } from './scope.ts'

export type OutcomeKey = {
  readonly principal: string
  readonly route: string
  readonly key: string
  readonly bodyHash: string
}

/** For how long an outcome is answered again. */
const KEPT_HOURS = 24

export async function findOutcome(
  { tx, tenant }: TenantScope,
  { principal, route, key }: OutcomeKey,
): Promise<{ bodyHash: string; outcome: unknown } | null> {
  const [row] = await tx.execute<{ bodyHash: string; outcome: unknown }>(sql`
    select body_hash as "bodyHash", outcome from idempotency_keys
    where tenant = ${tenant} and principal = ${principal} and route = ${route} and key = ${key}
      and created_at > now() - make_interval(hours => ${KEPT_HOURS})`)
  return row ?? null
}

/** Keeps an outcome; one of the same key that has expired makes room. */
export async function insertOutcome(
  { tx, tenant }: TenantScope,
  { principal, route, key, bodyHash }: OutcomeKey,
  outcome: unknown,
): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_keys where tenant = ${tenant} and principal = ${principal}
      and route = ${route} and key = ${key}`)
  await tx.execute(sql`
    insert into idempotency_keys (tenant, principal, route, key, body_hash, outcome)
    values (${tenant}, ${principal}, ${route}, ${key}, ${bodyHash}, ${JSON.stringify(outcome)}::jsonb)`)
}

/** Forgets outcomes that are no longer answered again. */
export async function deleteExpiredOutcomes({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_keys
    where tenant = ${tenant} and created_at <= now() - make_interval(hours => ${KEPT_HOURS})`)
}
