// Searches the audit. Its rows never change, so a list up to some number always stays the same.
import { and, desc, eq, gte, ilike, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { auditEvents } from '../schema/audit.ts'
import { countRows } from './count-rows.ts'
import { likePattern } from './like-pattern.ts'
import type { TenantScope } from './scope.ts'

export type AuditQuery = {
  /** Only events up to an instant, or up to a number; null: all. */
  readonly upTo: Date | number | null
  readonly from: Date | null
  readonly to: Date | null
  /** The actor's id, or part of the name in any case. */
  readonly actor: string | null
  /** The whole action, such as `teams.create`, or its noun. */
  readonly action: string | null
  readonly result: HashedEvent['result'] | null
  /** Part of the object's name; for several objects edited at once, the whole name of one. */
  readonly object: string | null
  readonly change: number | null
  /** Part of the action, the object, the actor's name or the code, or a whole address, request or token. */
  readonly text: string | null
}

/** Newest first; `before` is the number of the last event of the page before. */
export async function listAuditEvents(
  scope: TenantScope,
  query: AuditQuery,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<HashedEvent[]> {
  const isBeyond = before === null ? undefined : lt(auditEvents.id, before)
  return scope.tx
    .select()
    .from(auditEvents)
    .where(and(filter(scope, query), isBeyond))
    .orderBy(desc(auditEvents.id))
    .limit(limit)
}

export function countAuditEvents(scope: TenantScope, query: AuditQuery): Promise<Total> {
  return countRows(scope, sql`select from ${auditEvents} where ${filter(scope, query)}`)
}

/** The number of the newest event up to a moment; 0: there is none. */
export async function newestAuditEvent(
  { tx, tenant }: TenantScope,
  upTo: AuditQuery['upTo'],
): Promise<number> {
  if (typeof upTo === 'number') return upTo
  const [row] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.tenant, tenant), isUpTo(upTo)))
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return row?.id ?? 0
}

function isUpTo(upTo: AuditQuery['upTo']): SQL | undefined {
  if (typeof upTo === 'number') return lte(auditEvents.id, upTo)
  return upTo === null ? undefined : lte(auditEvents.at, upTo.toISOString())
}

function filter({ tenant }: TenantScope, query: AuditQuery): SQL | undefined {
  const { upTo, from, to, actor, action, result, object, change, text } = query
  return and(
    eq(auditEvents.tenant, tenant),
    isUpTo(upTo),
    from === null ? undefined : gte(auditEvents.at, from.toISOString()),
    to === null ? undefined : lt(auditEvents.at, to.toISOString()),
    actor === null
      ? undefined
      : or(eq(auditEvents.actorId, actor), ilike(auditEvents.actorName, likePattern(actor))),
    action === null
      ? undefined
      : or(
          eq(auditEvents.action, action),
          sql`starts_with(${auditEvents.action}, ${`${action}.`})`,
        ),
    result === null ? undefined : eq(auditEvents.result, result),
    object === null ? undefined : objectFilter(object),
    change === null ? undefined : eq(auditEvents.change, change),
    text === null ? undefined : textFilter(text),
  )
}

/** Objects that were edited together are only in the details, in the form in which the audit wrote them. */
function objectFilter(object: string): SQL | undefined {
  const edit = `{"object":${JSON.stringify(object)},`
  return or(
    ilike(auditEvents.object, likePattern(object)),
    and(isNull(auditEvents.object), sql`strpos(${auditEvents.details}, ${edit}) > 0`),
  )
}

function textFilter(text: string): SQL | undefined {
  const { action, object, actorName, code, address, requestId, token } = auditEvents
  const parts = [action, object, actorName, code]
  const wholes = [address, requestId, token]
  return or(
    ...parts.map((column) => ilike(column, likePattern(text))),
    ...wholes.map((column) => eq(column, text)),
  )
}
