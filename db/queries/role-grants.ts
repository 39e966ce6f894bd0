import type { RoleGrant } from '#lib/domain/access/access.ts'
import { roleGrants } from '../schema/role-grant.ts'
import { grantColumns, type RoleGrantRow } from './access.ts'
import { recordedAt } from './clock.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

/** Null: the same group or app role already has one. */
export async function insertRoleGrant(
  { tx, tenant }: TenantScope,
  { source, value, role, description }: RoleGrant,
  createdBy: string,
): Promise<RoleGrantRow | null> {
  const [row] = await tx
    .insert(roleGrants)
    .values({ tenant, source, value, role, description, createdBy, createdAt: recordedAt })
    .onConflictDoNothing()
    .returning(grantColumns)
  return row ?? null
}

export async function deleteRoleGrant({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx.delete(roleGrants).where(holds(roleGrants, { tenant, id }))
}
