import { sql } from 'drizzle-orm'
import { type Database, outsideTenants } from '../client.ts'
import { isDuplicate } from '../errors.ts'
import type { GitStop, GitStopCode } from './git-state.ts'
import type { TenantScope } from './scope.ts'

export type TenantState = {
  readonly lastChange: number
  readonly placementsTotal: number
  readonly branchPattern: string | null
  /** Where the clusters have their Argo CD that don't say where; null: there are none such. */
  readonly argocdNamespace: string | null
  /** Why nothing may be saved. */
  readonly gitStop: GitStop | null
}

type Row = {
  last_change: number
  placements_total: number
  branch_pattern: string | null
  argocd_namespace: string | null
  git_stop: GitStopCode | null
  git_stop_reason: string
}

/**
 * The tenant's counters. With `lock`, other saves of the tenant wait until this transaction ends; who only adds a row that
 * names the tenant doesn't.
 */
export async function readTenantState(
  { tx, tenant }: TenantScope,
  options: { lock: boolean },
): Promise<TenantState> {
  const [row] = await tx.execute<Row>(sql`
    select last_change, placements_total, branch_pattern, argocd_namespace,
      git_stop, git_stop_reason
    from tenants where tenant = ${tenant} ${options.lock ? sql`for no key update` : sql``}`)
  if (!row) throw new Error(`there is no tenant ${tenant}`)
  return {
    lastChange: row.last_change,
    placementsTotal: row.placements_total,
    branchPattern: row.branch_pattern,
    argocdNamespace: row.argocd_namespace,
    gitStop: row.git_stop && { code: row.git_stop, reason: row.git_stop_reason },
  }
}

export async function writeTenantState(
  { tx, tenant }: TenantScope,
  state: Omit<TenantState, 'gitStop'>,
): Promise<void> {
  await tx.execute(sql`
    update tenants set last_change = ${state.lastChange},
      placements_total = ${state.placementsTotal}, branch_pattern = ${state.branchPattern},
      argocd_namespace = ${state.argocdNamespace}
    where tenant = ${tenant}`)
}

/** Notes where the clusters have their Argo CD that don't say where, unless that is known or there are none such. */
export async function noteArgocdNamespace(
  { tx, tenant }: TenantScope,
  namespace: string,
): Promise<void> {
  await tx.execute(sql`
    update tenants set argocd_namespace = ${namespace}
    where tenant = ${tenant} and argocd_namespace is null and exists (
      select from revisions
      where tenant = ${tenant} and kind = 'cluster' and ended is null
        and body->'argocd_namespace' is null)`)
}

export type TenantRow = {
  readonly id: number
  readonly name: string
  readonly installation: string
}

/** The tenant of a name, made if there is none. */
export async function ensureTenant(db: Database, name: string): Promise<TenantRow> {
  return (await findTenant(db, name)) ?? createTenant(db, name)
}

export async function findTenant(db: Database, name: string): Promise<TenantRow | null> {
  const [row] = await outsideTenants(db, (tx) =>
    tx.execute<TenantRow>(
      sql`select tenant as id, name, installation from tenant_by_name(${name})`,
    ),
  )
  return row ?? null
}

/** Makes a tenant, or finds the one that somebody made in the meantime. */
export async function createTenant(db: Database, name: string): Promise<TenantRow> {
  try {
    const [row] = await outsideTenants(db, (tx) =>
      tx.execute<TenantRow>(
        sql`select tenant as id, name, installation from create_tenant(${name})`,
      ),
    )
    return row!
  } catch (error) {
    const found = isDuplicate(error) ? await findTenant(db, name) : null
    if (found) return found
    throw error
  }
}

export async function listTenants(db: Database): Promise<TenantRow[]> {
  return outsideTenants(db, (tx) =>
    tx.execute<TenantRow>(sql`select tenant as id, name, installation from tenant_ids()`),
  )
}
