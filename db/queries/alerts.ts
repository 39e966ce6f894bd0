// Alerts: what rules found, and until when it was so.
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Finding } from '#lib/domain/alerts/finding.ts'
import type { Looks } from '#lib/domain/alerts/steady.ts'
import type { Resolution } from '#lib/domain/alerts/step.ts'
import type { AlertPhase } from '#lib/domain/lists/alert-phases.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { alerts, alertWatches } from '../schema/alert.ts'
import { countRows } from './count-rows.ts'
import type { TenantScope } from './scope.ts'

export type AlertRow = Omit<typeof alerts.$inferSelect, 'tenant'>

const columns = {
  id: alerts.id,
  rule: alerts.rule,
  ruleName: alerts.ruleName,
  team: alerts.team,
  severity: alerts.severity,
  since: alerts.since,
  firedAt: alerts.firedAt,
  resolvedAt: alerts.resolvedAt,
  resolution: alerts.resolution,
  counts: alerts.counts,
  sample: alerts.sample,
  path: alerts.path,
  subscriptions: alerts.subscriptions,
}

/** Those that aren't over, whether they have fired or not. */
export async function readOpenAlerts({ tx, tenant }: TenantScope): Promise<AlertRow[]> {
  return tx
    .select(columns)
    .from(alerts)
    .where(and(eq(alerts.tenant, tenant), isNull(alerts.resolvedAt)))
}

export type NewAlert = Omit<typeof alerts.$inferInsert, 'tenant' | 'id'>

/** Null: the rule has an open alert already. */
export async function beginAlert(
  { tx, tenant }: TenantScope,
  alert: NewAlert,
): Promise<string | null> {
  const [row] = await tx
    .insert(alerts)
    .values({ tenant, ...alert })
    .onConflictDoNothing()
    .returning({ id: alerts.id })
  return row?.id ?? null
}

/** Whether it wasn't fired yet. */
export async function fireAlert(
  { tx, tenant }: TenantScope,
  id: string,
  fired: Pick<AlertRow, 'firedAt' | 'severity' | 'path' | 'subscriptions'> &
    Pick<AlertRow, 'counts' | 'sample'>,
): Promise<boolean> {
  const rows = await tx
    .update(alerts)
    .set(fired)
    .where(and(eq(alerts.tenant, tenant), eq(alerts.id, id), isNull(alerts.firedAt)))
    .returning({ id: alerts.id })
  return rows.length > 0
}

/** How much it is by now. */
export async function noteCounts(
  { tx, tenant }: TenantScope,
  id: string,
  { counts, sample }: Pick<Finding, 'counts' | 'sample'>,
): Promise<void> {
  await tx
    .update(alerts)
    .set({ counts, sample: [...sample] })
    .where(and(eq(alerts.tenant, tenant), eq(alerts.id, id)))
}

/** Whether it wasn't over yet. */
export async function resolveAlert(
  { tx, tenant }: TenantScope,
  id: string,
  resolvedAt: Date,
  resolution: Resolution,
): Promise<boolean> {
  const rows = await tx
    .update(alerts)
    .set({ resolvedAt, resolution })
    .where(and(eq(alerts.tenant, tenant), eq(alerts.id, id), isNull(alerts.resolvedAt)))
    .returning({ id: alerts.id })
  return rows.length > 0
}

/** What nobody was told of. */
export async function forgetAlert({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx
    .delete(alerts)
    .where(and(eq(alerts.tenant, tenant), eq(alerts.id, id), isNull(alerts.firedAt)))
}

/** What was over so long ago. */
export async function forgetOldAlerts({ tx, tenant }: TenantScope, days: number): Promise<void> {
  await tx
    .delete(alerts)
    .where(
      and(
        eq(alerts.tenant, tenant),
        lt(alerts.resolvedAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
}

/** Null: nobody looked yet. */
export async function readLooks({ tx, tenant }: TenantScope): Promise<Looks | null> {
  const { lookedAt, steadySince } = alertWatches
  const [row] = await tx
    .select({ lookedAt, steadySince })
    .from(alertWatches)
    .where(eq(alertWatches.tenant, tenant))
  return row ?? null
}

export async function noteLooks({ tx, tenant }: TenantScope, looks: Looks): Promise<void> {
  await tx
    .insert(alertWatches)
    .values({ tenant, ...looks })
    .onConflictDoUpdate({ target: alertWatches.tenant, set: looks })
}

const ownerRow = z.strictObject({ name: z.string(), team: z.string().nullable() })

/** Those of these subscriptions that a team's rule may tell, or the platform's (null), with their owners. */
export async function readSubscriptions(
  { tx, tenant }: TenantScope,
  names: readonly string[],
  team: string | null,
): Promise<{ readonly name: string; readonly team: string | null }[]> {
  if (names.length === 0) return []
  return readRows(tx, ownerRow)`
    select name, team from revisions
    where tenant = ${tenant} and kind = 'subscription' and ended is null
      and name = any(${sql.param(names)}::text[]) and (team is null or team = ${team})
    order by name`
}

export type AlertQuery = {
  /** Null: both. */
  readonly phase: AlertPhase | null
  /** The name of a rule; null: any. */
  readonly rule: string | null
  /** The team whose rule it is; null: anybody's. */
  readonly namespace: string | null
  /** Only of these teams' rules; null: of everybody's. */
  readonly teams: readonly string[] | null
}

export type AlertPosition = { readonly at: number; readonly id: string }

/** Those that fired, the newest first. */
export async function listAlerts(
  scope: TenantScope,
  query: AlertQuery,
  { after, limit }: { readonly after: AlertPosition | null; readonly limit: number },
): Promise<{ readonly rows: AlertRow[] } & Total> {
  const found = filter(scope.tenant, query)
  const beyond =
    after === null
      ? undefined
      : sql`(${alerts.firedAt}, ${alerts.id}) <
          (${new Date(after.at).toISOString()}::timestamptz, ${after.id}::uuid)`
  const rows = await scope.tx
    .select(columns)
    .from(alerts)
    .where(and(found, beyond))
    .orderBy(desc(alerts.firedAt), desc(alerts.id))
    .limit(limit)
  return { rows, ...(await countRows(scope, sql`select from ${alerts} where ${found}`)) }
}

function filter(tenant: number, { phase, rule, namespace, teams }: AlertQuery): SQL | undefined {
  return and(
    eq(alerts.tenant, tenant),
    isNotNull(alerts.firedAt),
    phase === null
      ? undefined
      : phase === 'firing'
        ? isNull(alerts.resolvedAt)
        : isNotNull(alerts.resolvedAt),
    rule === null ? undefined : eq(alerts.ruleName, rule),
    namespace === null ? undefined : eq(alerts.team, namespace),
    teams === null ? undefined : sql`${alerts.team} = any(${sql.param(teams)}::text[])`,
  )
}
