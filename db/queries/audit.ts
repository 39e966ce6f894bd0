// The audit's chain: adding to it, and reading it, which waits for nobody who adds.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#lib/domain/access/actor.ts'
import {
  type AuditEvent,
  CHAIN_START,
  type ChainEnd,
  chainHash,
  type HashedEvent,
} from '#lib/domain/audit/audit-chain.ts'
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

/** What was hashed must be read back as it was, and Postgres keeps neither NUL nor half a character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

async function lockHead(scope: TenantScope): Promise<ChainEnd & { readonly at: string }> {
  const head = await tryLockHead(scope)
  if (head) return head
  // Two at once make one: the second waits for the first, and finds its row.
  await scope.tx.execute(sql`
    insert into audit_heads (tenant, last_id, last_hash)
    values (${scope.tenant}, ${CHAIN_START.id}, decode(${CHAIN_START.hash}, 'hex'))
    on conflict do nothing`)
  return (await tryLockHead(scope))!
}

async function tryLockHead({ tx, tenant }: TenantScope) {
  // The clock is read once the lock is there: the events of a chain are then in order of their times as well.
  const [row] = await tx.execute<{ id: number; hash: string; at: string }>(sql`
    with head as materialized (
      select last_id, last_hash from audit_heads where tenant = ${tenant} for update
    )
    select last_id as id, encode(last_hash, 'hex') as hash, clock_timestamp() as at from head`)
  return row && { ...row, at: new Date(row.at).toISOString() }
}

/** The columns of an event as the chain has them. */
export const auditColumns = sql`tenant, id, at, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", address, request_id as "requestId", token, action, object, result,
  code, change, details, encode(hash, 'hex') as hash`

export function auditRowOf(row: HashedEvent): HashedEvent {
  return { ...row, at: new Date(row.at).toISOString() }
}

/** The chain in its order, from the row after a number. */
export async function readAuditRows(
  { tx, tenant }: TenantScope,
  page: { readonly after: number; readonly limit: number },
): Promise<HashedEvent[]> {
  const rows = await tx.execute<HashedEvent>(sql`
    select ${auditColumns} from audit_events where tenant = ${tenant} and id > ${page.after}
    order by id limit ${page.limit}`)
  return rows.map(auditRowOf)
}

/** Where the chain ends; null: nothing was ever added to it. */
export async function readChainHead({ tx, tenant }: TenantScope): Promise<ChainEnd | null> {
  const [row] = await tx.execute<ChainEnd>(sql`
    select last_id as id, encode(last_hash, 'hex') as hash from audit_heads where tenant = ${tenant}`)
  return row ?? null
}

export type ChangeEvent = { readonly id: number; readonly hash: string; readonly action: string }

/** The events of the changes that the audit knows. */
export async function readChangeEvents({
  tx,
  tenant,
}: TenantScope): Promise<ReadonlyMap<number, ChangeEvent>> {
  const rows = await tx.execute<ChangeEvent & { change: number }>(sql`
    select distinct on (change) change, id, encode(hash, 'hex') as hash, action from audit_events
    where tenant = ${tenant} and change is not null order by change, id`)
  return new Map(rows.map(({ change, ...event }) => [change, event]))
}
