// The audit's chain: adding to it, and reading it, which waits for nobody who adds.
import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Actor } from '#lib/domain/access/actor.ts'
import {
  type AuditEvent,
  CHAIN_START,
  type ChainEnd,
  chainHash,
  type HashedEvent,
} from '#lib/domain/audit/audit-chain.ts'
import { auditEvents, auditHeads } from '../schema/audit.ts'
import type { TenantScope } from './scope.ts'

export type NewAuditEvent = Omit<
  AuditEvent,
  'tenant' | 'id' | 'at' | 'actorKind' | 'actorId' | 'actorName'
> & { readonly actor: Pick<Actor, 'kind' | 'id' | 'name'> }

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Adds an event to the tenant's chain. Call it last in a transaction: from here until its end everybody else who adds to the
 * chain waits. Who locks the tenant's row as well must have done so before.
 */
export async function appendAuditEvent(
  { tx, tenant }: TenantScope,
  { actor, ...said }: NewAuditEvent,
): Promise<void> {
  const { at, ...end } = await lockHead({ tx, tenant })
  const event: AuditEvent = {
    ...said,
    tenant,
    id: end.id + 1,
    at,
    actorKind: actor.kind,
    actorId: storable(actor.id),
    actorName: storable(actor.name),
    object: said.object && storable(said.object),
    details: said.details && storable(said.details),
  }
  const hash = chainHash(sha256, end.hash, event)
  const moved = tx.update(auditHeads).set({ lastId: event.id, lastHash: hash })
  await tx
    .with(tx.$with('head').as(moved.where(isHeadOf(tenant))))
    .insert(auditEvents)
    .values({ ...event, hash })
}

/** What was hashed must be read back as it was, and Postgres keeps neither NUL nor half a character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

async function lockHead(scope: TenantScope): Promise<ChainEnd & { readonly at: string }> {
  const head = await tryLockHead(scope)
  if (head) return head
  // Two at once make one: the second waits for the first, and finds its row.
  const { tx, tenant } = scope
  const { id: lastId, hash: lastHash } = CHAIN_START
  await tx.insert(auditHeads).values({ tenant, lastId, lastHash }).onConflictDoNothing()
  return (await tryLockHead(scope))!
}

async function tryLockHead({ tx, tenant }: TenantScope) {
  const locked = tx.select(headColumns).from(auditHeads).where(isHeadOf(tenant)).for('update')
  const head = tx.$with('head').as(locked)
  // The clock is read once the lock is there: the events of a chain are then in order of their times as well.
  const at = sql<string>`clock_timestamp()`.mapWith(auditEvents.at)
  const [row] = await tx.with(head).select({ id: head.id, hash: head.hash, at }).from(head)
  return row
}

const headColumns = { id: auditHeads.lastId, hash: auditHeads.lastHash }

const isHeadOf = (tenant: number) => eq(auditHeads.tenant, tenant)

/** The chain in its order, from the row after a number. */
export function readAuditRows(
  { tx, tenant }: TenantScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<HashedEvent[]> {
  return tx
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.tenant, tenant), gt(auditEvents.id, after)))
    .orderBy(asc(auditEvents.id))
    .limit(limit)
}

/** Where the chain ends; null: nothing was ever added to it. */
export async function readChainHead({ tx, tenant }: TenantScope): Promise<ChainEnd | null> {
  const [row] = await tx.select(headColumns).from(auditHeads).where(isHeadOf(tenant))
  return row ?? null
}

export type ChangeEvent = { readonly id: number; readonly hash: string; readonly action: string }

/** The events of the changes that the audit knows. */
export async function readChangeEvents({
  tx,
  tenant,
}: TenantScope): Promise<ReadonlyMap<number, ChangeEvent>> {
  const { id, hash, action } = auditEvents
  const rows = await tx
    .selectDistinctOn([auditEvents.change], {
      change: sql<number>`${auditEvents.change}`,
      event: { id, hash, action },
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.tenant, tenant), isNotNull(auditEvents.change)))
    .orderBy(asc(auditEvents.change), asc(auditEvents.id))
  return new Map(rows.map(({ change, event }) => [change, event]))
}
