// The audit's chain: appending to it, and reading it, which doesn't wait for appends.
import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '#lib/domain/access/actor.ts'
import {
  type AuditEvent,
  CHAIN_START,
  type ChainEnd,
  chainHash,
  type HashedEvent,
} from '#lib/domain/audit/audit-chain.ts'
import { readRow } from '../rows.ts'
import { auditEvents, auditHeads } from '../schema/audit.ts'
import { recordedAt } from './clock.ts'
import type { TenantScope } from './scope.ts'

export type NewAuditEvent = Omit<
  AuditEvent,
  'tenant' | 'id' | 'at' | 'actorKind' | 'actorId' | 'actorName'
> & { readonly actor: Pick<Actor, 'kind' | 'id' | 'name'> }

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Appends an event to the tenant's chain. Call it last in a transaction: until its end all other appends to the chain wait.
 * A transaction that also locks the tenant's row must have done that before.
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
  // In SQL, since others wait for it: with Drizzle's builder, adding an event takes a third longer.
  await tx.execute(sql`
    with head as (
      update audit_heads set last_id = ${event.id}, last_hash = decode(${hash}, 'hex')
      where tenant = ${tenant}
    )
    insert into audit_events (tenant, id, at, actor_kind, actor_id, actor_name, address, request_id,
      token, action, object, result, code, change, details, hash)
    values (${tenant}, ${event.id}, ${event.at}, ${event.actorKind}, ${event.actorId},
      ${event.actorName}, ${event.address}, ${event.requestId}, ${event.token}, ${event.action},
      ${event.object}, ${event.result}, ${event.code}, ${event.change}, ${event.details},
      decode(${hash}, 'hex'))`)
}

/** Text must be read back as it was hashed, and Postgres stores neither NUL nor lone surrogates. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

async function lockHead(scope: TenantScope): Promise<ChainEnd & { readonly at: string }> {
  const head = await tryLockHead(scope)
  if (head) return head
  // Of two simultaneous ones, the second waits for the first, and finds its row.
  const { tx, tenant } = scope
  const { id: lastId, hash: lastHash } = CHAIN_START
  await tx.insert(auditHeads).values({ tenant, lastId, lastHash }).onConflictDoNothing()
  return (await tryLockHead(scope))!
}

const lockedHead = z.strictObject({ id: z.int(), hash: z.string(), at: z.date() })

async function tryLockHead({ tx, tenant }: TenantScope) {
  // The clock is read after the lock was taken, so that the times of a chain's events are in order, too.
  const head = await readRow(tx, lockedHead)`
    with head as materialized (
      select ${auditHeads.lastId} as id, ${auditHeads.lastHash} as hash from ${auditHeads}
      where ${auditHeads.tenant} = ${tenant} for update
    )
    select id, encode(hash, 'hex') as hash, ${recordedAt} as at from head`
  return head && { ...head, at: head.at.toISOString() }
}

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

/** Where the chain ends; null: it is empty. */
export async function readChainHead({ tx, tenant }: TenantScope): Promise<ChainEnd | null> {
  const [row] = await tx
    .select({ id: auditHeads.lastId, hash: auditHeads.lastHash })
    .from(auditHeads)
    .where(eq(auditHeads.tenant, tenant))
  return row ?? null
}

export type ChangeEvent = { readonly id: number; readonly hash: string; readonly action: string }

/** The events of the changes that are in the audit. */
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
