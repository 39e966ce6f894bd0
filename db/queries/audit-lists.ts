// The audit as people search it. Its rows never change, so that a list of what was there up to some number stays that list.
import { type SQL, sql } from 'drizzle-orm'
import type { HashedEvent } from '#lib/domain/audit/audit-chain.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { auditColumns, auditRowOf } from './audit.ts'
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
  /** Part of the object; of several edited at once, the whole name of one. */
  readonly object: string | null
  readonly change: number | null
  /** Part of the action, the object, the actor's name or the code, or a whole address, request or token. */
  readonly text: string | null
}

/** Newest first; `before` is the number of the last event of the page before. */
export async function listAuditEvents(
  scope: TenantScope,
  query: AuditQuery,
  page: { readonly before: number | null; readonly limit: number },
): Promise<HashedEvent[]> {
  const beyond = page.before === null ? sql`true` : sql`id < ${page.before}`
  const rows = await scope.tx.execute<HashedEvent>(sql`
    select ${auditColumns} from audit_events where ${filter(scope, query)} and ${beyond}
    order by id desc limit ${page.limit}`)
  return rows.map(auditRowOf)
}

export function countAuditEvents(scope: TenantScope, query: AuditQuery): Promise<Total> {
  return countRows(scope, sql`select from audit_events where ${filter(scope, query)}`)
}

/** The number of the newest event up to a moment; 0: there is none. */
export async function newestAuditEvent(
  { tx, tenant }: TenantScope,
  upTo: AuditQuery['upTo'],
): Promise<number> {
  if (typeof upTo === 'number') return upTo
  const isUpTo = upTo === null ? sql`true` : sql`at <= ${upTo.toISOString()}`
  const [row] = await tx.execute<{ id: number }>(sql`
    select id from audit_events where tenant = ${tenant} and ${isUpTo} order by id desc limit 1`)
  return row?.id ?? 0
}

function filter({ tenant }: TenantScope, query: AuditQuery): SQL {
  const { upTo, from, to, actor, action, result, object, change, text } = query
  const conditions = [
    sql`tenant = ${tenant}`,
    ...(typeof upTo === 'number' ? [sql`id <= ${upTo}`] : []),
    ...(upTo instanceof Date ? [sql`at <= ${upTo.toISOString()}`] : []),
    ...(from === null ? [] : [sql`at >= ${from.toISOString()}`]),
    ...(to === null ? [] : [sql`at < ${to.toISOString()}`]),
    ...(actor === null
      ? []
      : [sql`(actor_id = ${actor} or actor_name ilike ${likePattern(actor)})`]),
    ...(action === null ? [] : [sql`(action = ${action} or starts_with(action, ${`${action}.`}))`]),
    ...(result === null ? [] : [sql`result = ${result}`]),
    ...(object === null ? [] : [objectFilter(object)]),
    ...(change === null ? [] : [sql`change = ${change}`]),
    ...(text === null ? [] : [textFilter(text)]),
  ]
  return sql.join(conditions, sql` and `)
}

/** What was edited together with others stands in the details alone, as the audit itself wrote them. */
function objectFilter(object: string): SQL {
  const edit = `{"object":${JSON.stringify(object)},`
  return sql`(object ilike ${likePattern(object)}
    or (object is null and strpos(details, ${edit}) > 0))`
}

function textFilter(text: string): SQL {
  const pattern = likePattern(text)
  return sql`(action ilike ${pattern} or object ilike ${pattern} or actor_name ilike ${pattern}
    or code ilike ${pattern} or address = ${text} or request_id = ${text} or token = ${text})`
}
