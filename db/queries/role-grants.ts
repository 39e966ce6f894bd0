import { sql } from 'drizzle-orm'
import type { RoleGrant } from '#lib/domain/access/access.ts'
import type { RoleGrantRow } from './access.ts'
import type { TenantScope } from './scope.ts'

/** Null: the same group or app role has one already. */
export async function insertRoleGrant(
  { tx, tenant }: TenantScope,
  { source, value, role, description }: RoleGrant,
  createdBy: string,
): Promise<RoleGrantRow | null> {
  const [row] = await tx.execute<RoleGrantRow>(sql`
    insert into role_grants (tenant, source, value, role, description, created_by)
    values (${tenant}, ${source}, ${value}, ${role}, ${description}, ${createdBy})
    on conflict do nothing
    returning id, source, value, role, description`)
  return row ?? null
}

export async function deleteRoleGrant({ tx, tenant }: TenantScope, id: string): Promise<void> {
  await tx.execute(sql`delete from role_grants where tenant = ${tenant} and id = ${id}`)
}
