// What gives rights in a tenant: its grants, its teams, and what the settings grant.
import { inTenant } from '#db/client.ts'
import { readAccess } from '#db/queries/access.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { AccessDirectory, RoleGrant } from '#lib/domain/access/access.ts'
import type { TenantIdentity } from '../session.ts'
import type { Services } from '../services.ts'

type VersionedTenant = Pick<TenantIdentity, 'id' | 'name'> & { readonly accessVersion: number }

/** Everything that gives rights in a tenant, at its current version. */
export function accessDirectory(
  services: Services,
  { id, name, accessVersion }: VersionedTenant,
): Promise<AccessDirectory> {
  return services.access.at(id, accessVersion, () =>
    inTenant(services.database, id, (tx) => readDirectory(services, { tx, tenant: id }, name), {
      readOnly: true,
    }),
  )
}

/** The same, as this transaction sees it. */
export async function readDirectory(
  services: Pick<Services, 'environment'>,
  scope: TenantScope,
  tenantName: string,
): Promise<AccessDirectory> {
  const { grants, teams } = await readAccess(scope)
  return { grants: [...environmentGrants(services, tenantName), ...grants], teams }
}

/** What the environment grants in a tenant; it can't be withdrawn in the portal. */
export function environmentGrants(
  { environment }: Pick<Services, 'environment'>,
  tenantName: string,
): readonly RoleGrant[] {
  return tenantName === environment.tenantName ? environment.admins : []
}
