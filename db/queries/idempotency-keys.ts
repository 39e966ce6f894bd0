import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { idempotencyKeys } from '../schema/idempotency-key.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export type OutcomeKey = {
  readonly principal: string
  readonly route: string
  readonly key: string
}

/** How long an outcome can be answered again. */
const KEPT_HOURS = 24
const keptSince = sql`now() - make_interval(hours => ${KEPT_HOURS})`

export async function findOutcome(
  scope: TenantScope,
  key: OutcomeKey,
): Promise<{ bodyHash: string; outcome: unknown } | null> {
  // Not the column itself: if an outcome is a text, Drizzle would parse the JSON in it.
  const outcome = sql`${idempotencyKeys.outcome}`
  const [row] = await scope.tx
    .select({ bodyHash: idempotencyKeys.bodyHash, outcome })
    .from(idempotencyKeys)
    .where(and(isOf(scope, key), gt(idempotencyKeys.createdAt, keptSince)))
  return row ?? null
}

/** Stores an outcome, replacing an expired one with the same key. */
export async function insertOutcome(
  scope: TenantScope,
  key: OutcomeKey & { readonly bodyHash: string },
  outcome: unknown,
): Promise<void> {
  const { tx, tenant } = scope
  await tx.delete(idempotencyKeys).where(isOf(scope, key))
  await tx.insert(idempotencyKeys).values({ tenant, ...key, outcome })
}

export async function deleteExpiredOutcomes({ tx, tenant }: TenantScope): Promise<void> {
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenant, tenant), lte(idempotencyKeys.createdAt, keptSince)))
}

function isOf({ tenant }: TenantScope, { principal, route, key }: OutcomeKey) {
  return holds(idempotencyKeys, { tenant, principal, route, key })
}
