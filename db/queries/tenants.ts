import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, outsideTenants } from '../client.ts'
import { isDuplicate } from '../errors.ts'
import { readRow, readRows } from '../rows.ts'
import { tenants } from '../schema/tenant.ts'
import type { GitStop } from './git-state.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

const stateRow = z.strictObject({
  lastChange: z.int(),
  placementsTotal: z.int(),
  branchPattern: z.string().nullable(),
  /** The namespace of Argo CD on clusters that name none; null: there are no such clusters. */
  argocdNamespace: z.string().nullable(),
  stopCode: z.enum(['database_behind_git', 'repository_taken_over']).nullable(),
  stopReason: z.string().nullable(),
})

export type TenantState = Readonly<Omit<z.infer<typeof stateRow>, 'stopCode' | 'stopReason'>> & {
  readonly gitStop: GitStop | null
}

/**
 * The tenant's counters. With `lock`, other saves of the tenant wait until this transaction ends; one that only adds a row
 * naming the tenant doesn't. In SQL, since most requests ask for them: with Drizzle's builder it takes a tenth longer.
 */
export async function readTenantState(
  { tx, tenant }: TenantScope,
  { lock }: { lock: boolean },
): Promise<TenantState> {
  const row = await readRow(tx, stateRow)`
    select ${tenants.lastChange} as "lastChange", ${tenants.placementsTotal} as "placementsTotal",
      ${tenants.branchPattern} as "branchPattern", ${tenants.argocdNamespace} as "argocdNamespace",
      ${tenants.gitStop} as "stopCode", ${tenants.gitStopReason} as "stopReason"
    from ${tenants} where ${tenants.tenant} = ${tenant} ${lock ? sql`for no key update` : sql``}`
  if (!row) throw new Error(`there is no tenant ${tenant}`)
  const { stopCode: code, stopReason, ...state } = row
  return { ...state, gitStop: code && { code, reason: stopReason! } }
}

export async function writeTenantState(
  { tx, tenant }: TenantScope,
  { lastChange, placementsTotal, branchPattern, argocdNamespace }: Omit<TenantState, 'gitStop'>,
): Promise<void> {
  await tx
    .update(tenants)
    .set({ lastChange, placementsTotal, branchPattern, argocdNamespace })
    .where(eq(tenants.tenant, tenant))
}

/** Notes the namespace of Argo CD on clusters that name none, unless it is known. */
export async function noteArgocdNamespace(
  { tx, tenant }: TenantScope,
  namespace: string,
): Promise<void> {
  await tx
    .update(tenants)
    .set({ argocdNamespace: namespace })
    .where(holds(tenants, { tenant, argocdNamespace: null }))
}

export const tenantRow = z.strictObject({ id: z.int(), name: z.string(), installation: z.uuid() })
export type TenantRow = Readonly<z.infer<typeof tenantRow>>

const answered = sql`tenant as id, name, installation`

/** The tenant with a name, created if necessary. */
export async function ensureTenant(db: Database, name: string): Promise<TenantRow> {
  return (await findTenant(db, name)) ?? createTenant(db, name)
}

export async function findTenant(db: Database, name: string): Promise<TenantRow | null> {
  return outsideTenants(db, async (tx) => {
    const row = await readRow(tx, tenantRow)`select ${answered} from tenant_by_name(${name})`
    return row ?? null
  })
}

/** Creates a tenant, or finds the one that was created in the meantime. */
export async function createTenant(db: Database, name: string): Promise<TenantRow> {
  try {
    return await outsideTenants(db, async (tx) => {
      const row = await readRow(tx, tenantRow)`select ${answered} from create_tenant(${name})`
      return row!
    })
  } catch (error) {
    const found = isDuplicate(error) ? await findTenant(db, name) : null
    if (found) return found
    throw error
  }
}

export function listTenants(db: Database): Promise<TenantRow[]> {
  return outsideTenants(db, (tx) => readRows(tx, tenantRow)`select ${answered} from tenant_ids()`)
}

/** When the tenant was made. */
export async function tenantSince({ tx, tenant }: TenantScope): Promise<Date> {
  const [row] = await tx
    .select({ at: tenants.createdAt })
    .from(tenants)
    .where(eq(tenants.tenant, tenant))
  if (!row) throw new Error(`there is no tenant ${tenant}`)
  return row.at
}
