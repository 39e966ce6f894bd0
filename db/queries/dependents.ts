// Applications that wait for others on some clusters, and when these are looked at.
import { and, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRows } from '../rows.ts'
import { dependents } from '../schema/rollout.ts'
import { dueNow } from './clock.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** Has some looked at after a while, or when they were to be anyway. */
export async function markDependents(
  { tx, tenant }: TenantScope,
  applications: readonly number[],
  afterMs: number,
): Promise<void> {
  if (applications.length === 0) return
  await tx.execute(sql`
    insert into dependents (tenant, application_id, due_at)
    select ${tenant}::int, application_id, ${dueNow} + ${afterMs}::int * interval '1 millisecond'
    from unnest(${sql.param(applications)}::int[]) marked(application_id)
    on conflict (tenant, application_id)
      do update set due_at = least(dependents.due_at, excluded.due_at)`)
}

/** Has all looked at now that wait. */
export async function wakeDependents({ tx, tenant }: TenantScope): Promise<void> {
  await tx.execute(sql`
    update dependents set due_at = ${dueNow} where tenant = ${tenant} and due_at > ${dueNow}`)
}

/** Whether one is due still. */
export async function isDependentDue(
  { tx, tenant }: TenantScope,
  applicationId: number,
): Promise<boolean> {
  const [row] = await tx
    .select({ tenant: dependents.tenant })
    .from(dependents)
    .where(
      and(
        holds(dependents, { tenant, applicationId }),
        lte(dependents.dueAt, sql`clock_timestamp()`),
      ),
    )
  return row !== undefined
}

/** Has one looked at again at an instant; null: not before it is marked again, for which the tenant is locked. */
export async function settleDependent(
  { tx, tenant }: TenantScope,
  applicationId: number,
  dueAt: Date | null,
): Promise<void> {
  const isIt = holds(dependents, { tenant, applicationId })
  await (dueAt === null
    ? tx.delete(dependents).where(isIt)
    : tx.update(dependents).set({ dueAt }).where(isIt))
}

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants that have some which are due. */
export async function tenantsWithDueDependents(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_due_dependents()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const dueRow = z.strictObject({ id: z.int() })

/** Those that are due, but for some: those first that have waited longest. */
export async function readDueDependents(
  { tx, tenant }: TenantScope,
  limit: number,
  except: readonly number[],
): Promise<number[]> {
  const rows = await readRows(tx, dueRow)`
    select application_id as id from dependents
    where tenant = ${tenant} and due_at <= clock_timestamp()
      and application_id <> all(${sql.param(except)}::int[])
    order by due_at, application_id limit ${limit}`
  return rows.map(({ id }) => id)
}
