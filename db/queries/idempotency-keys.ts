import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { idempotencyKeys } from '../schema/idempotency-key.ts'
import type { TenantScope } from './scope.ts'

export type OutcomeKey = {
  readonly principal: string
  readonly route: string
  readonly key: string
  readonly bodyHash: string
}

/** For how long an outcome is answered again. */
const KEPT_HOURS = 24
const keptSince = sql`now() - make_interval(hours => ${KEPT_HOURS})`

export async function findOutcome(
  scope: TenantScope,
  key: OutcomeKey,
): Promise<{ bodyHash: string; outcome: unknown } | null> {
  // Not as the column itself: of an outcome that is a text, Drizzle answers what JSON the text holds.
  const outcome = sql`${idempotencyKeys.outcome}`
  const [row] = await scope.tx
    .select({ bodyHash: idempotencyKeys.bodyHash, outcome })
    .from(idempotencyKeys)
    .where(and(isOf(scope, key), gt(idempotencyKeys.createdAt, keptSince)))
  return row ?? null
}

/** Keeps an outcome; one of the same key that has expired makes room. */
export async function insertOutcome(
  scope: TenantScope,
  key: OutcomeKey,
  outcome: unknown,
): Promise<void> {
  const { tx, tenant } = scope
  await tx.delete(idempotencyKeys).where(isOf(scope, key))
  await tx.insert(idempotencyKeys).values({ tenant, ...key, outcome })
}

/** Forgets outcomes that are no longer answered again. */
export async function deleteExpiredOutcomes({ tx, tenant }: TenantScope): Promise<void> {
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenant, tenant), lte(idempotencyKeys.createdAt, keptSince)))
}

function isOf({ tenant }: TenantScope, { principal, route, key }: OutcomeKey) {
  return and(
    eq(idempotencyKeys.tenant, tenant),
    eq(idempotencyKeys.principal, principal),
    eq(idempotencyKeys.route, route),
    eq(idempotencyKeys.key, key),
  )
}
