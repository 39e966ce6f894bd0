// What gives rights in a tenant, kept in memory as the fleets are: it holds for one version of the tenant's access, so that
// to know what somebody may do costs no query until something that gives rights has changed.
import { inTenant } from '#db/client.ts'
import { readAccess } from '#db/queries/access.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { AccessDirectory, RoleGrant } from '#lib/domain/access.ts'
import type { TenantIdentity } from '../define.ts'
import type { Process } from '../process.ts'

type Known = { readonly version: number; readonly directory: Promise<AccessDirectory> }

export type AccessStore = {
  /** The tenant's directory as of a version or later; `load` is asked once for each version. */
  at(
    tenant: number,
    version: number,
    load: () => Promise<AccessDirectory>,
  ): Promise<AccessDirectory>
}

export function createAccessStore(): AccessStore {
  const newest = new Map<number, Known>()
  return {
    at: (tenant, version, load) => {
      const known = newest.get(tenant)
      if (known && known.version >= version) return known.directory
      const loading: Known = { version, directory: load() }
      newest.set(tenant, loading)
      // Whoever asks next tries again; those who wait for this one are told.
      loading.directory.catch(() => {
        if (newest.get(tenant) === loading) newest.delete(tenant)
      })
      return loading.directory
    },
  }
}

type VersionedTenant = Pick<TenantIdentity, 'id' | 'name'> & { readonly accessVersion: number }

/** All that gives rights in a tenant, as of the version that it has now. */
export function accessDirectory(
  process: Process,
  { id, name, accessVersion }: VersionedTenant,
): Promise<AccessDirectory> {
  return process.access.at(id, accessVersion, () =>
    inTenant(process.database, id, (tx) => readDirectory(process, { tx, tenant: id }, name), {
      readOnly: true,
    }),
  )
}

/** The same as this transaction sees it. */
export async function readDirectory(
  process: Pick<Process, 'environment'>,
  scope: TenantScope,
  tenantName: string,
): Promise<AccessDirectory> {
  const { grants, teams } = await readAccess(scope)
  return { grants: [...environmentGrants(process, tenantName), ...grants], teams }
}

/** What the environment grants in a tenant; nobody takes it back in the portal. */
export function environmentGrants(
  { environment }: Pick<Process, 'environment'>,
  tenantName: string,
): readonly RoleGrant[] {
  return tenantName === environment.tenantName ? environment.admins : []
}
