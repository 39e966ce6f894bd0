// Applications that wait for others on some clusters, and when these are looked at.
import { and, gt, lte, sql } from 'drizzle-orm'
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

/**
 * Takes one on that is due, for whoever looks at it now: nobody else looks before so much time passed. False: another process was
 * first, or it isn't due.
 */
export async function claimDependent(
  { tx, tenant }: TenantScope,
  applicationId: number,
  forMs: number,
): Promise<boolean> {
  const rows = await tx
    .update(dependents)
    .set({ dueAt: sql`${dueNow} + ${forMs}::int * interval '1 millisecond'` })
    .where(
      and(
        holds(dependents, { tenant, applicationId }),
        lte(dependents.dueAt, sql`statement_timestamp()`),
      ),
    )
    .returning({ tenant: dependents.tenant })
  return rows.length > 0
}

/** Has one looked at no later than at an instant. */
export async function hastenDependent(
  { tx, tenant }: TenantScope,
  applicationId: number,
  dueAt: Date,
): Promise<void> {
  await tx
    .update(dependents)
    .set({ dueAt })
    .where(and(holds(dependents, { tenant, applicationId }), gt(dependents.dueAt, dueAt)))
}

/** One waits no more, or was released where it waited no more; the tenant is locked. */
export async function deleteDependent(
  { tx, tenant }: TenantScope,
  applicationId: number,
): Promise<void> {
  await tx.delete(dependents).where(holds(dependents, { tenant, applicationId }))
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
    where tenant = ${tenant} and due_at <= statement_timestamp()
      and application_id <> all(${sql.param(except)}::int[])
    order by due_at, application_id limit ${limit}`
  return rows.map(({ id }) => id)
}
