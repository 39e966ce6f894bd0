// Applications that may get a version in an environment by itself, and when that is looked at.
import { and, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { readRows } from '../rows.ts'
import { autoCandidates } from '../schema/rollout.ts'
import { dueNow } from './clock.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

const pair = z.strictObject({ applicationId: z.int(), environment: z.string() })
/** An application and an environment. */
export type AutoCandidate = z.infer<typeof pair>

/** Has some looked at now. */
export async function markCandidates(
  { tx, tenant }: TenantScope,
  candidates: readonly AutoCandidate[],
): Promise<void> {
  if (candidates.length === 0) return
  await tx.execute(sql`
    insert into auto_candidates (tenant, application_id, environment, due_at)
    select ${tenant}::int, application_id, environment, ${dueNow}
    from unnest(${sql.param(candidates.map(({ applicationId }) => applicationId))}::int[],
      ${sql.param(candidates.map(({ environment }) => environment))}::text[])
      marked(application_id, environment)
    on conflict (tenant, application_id, environment)
      do update set due_at = least(auto_candidates.due_at, excluded.due_at)`)
}

/** Whether one is due still; the tenant is locked. */
export async function isCandidateDue(
  { tx, tenant }: TenantScope,
  candidate: AutoCandidate,
): Promise<boolean> {
  const [row] = await tx
    .select({ tenant: autoCandidates.tenant })
    .from(autoCandidates)
    .where(
      and(
        holds(autoCandidates, { ...candidate, tenant }),
        lte(autoCandidates.dueAt, sql`clock_timestamp()`),
      ),
    )
  return row !== undefined
}

/** Has one looked at again at an instant; null: not before it is marked again. */
export async function settleCandidate(
  { tx, tenant }: TenantScope,
  candidate: AutoCandidate,
  dueAt: Date | null,
): Promise<void> {
  const isIt = holds(autoCandidates, { ...candidate, tenant })
  await (dueAt === null
    ? tx.delete(autoCandidates).where(isIt)
    : tx.update(autoCandidates).set({ dueAt }).where(isIt))
}

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants that have some which are due. */
export async function tenantsWithDueCandidates(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_auto_candidates()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

/** Those that are due, but for some: those first that have waited longest. */
export async function readDueCandidates(
  { tx, tenant }: TenantScope,
  limit: number,
  except: readonly AutoCandidate[],
): Promise<AutoCandidate[]> {
  return readRows(tx, pair)`
    select application_id as "applicationId", environment from auto_candidates c
    where tenant = ${tenant} and due_at <= statement_timestamp() and not exists (
      select from unnest(${sql.param(except.map(({ applicationId }) => applicationId))}::int[],
        ${sql.param(except.map(({ environment }) => environment))}::text[])
        resting(application_id, environment)
      where resting.application_id = c.application_id and resting.environment = c.environment)
    order by due_at, application_id, environment limit ${limit}`
}
