// What gives rights in a tenant, kept in memory like the fleets. It is valid for one version of the tenant's access, so
// finding out what somebody may do costs no query until something that gives rights has changed.
import type { AccessDirectory } from '#lib/domain/access/access.ts'

type Known = { readonly version: number; readonly directory: Promise<AccessDirectory> }

export type AccessStore = {
  /** The tenant's directory as of a version or later; `load` is called once for each version. */
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
      // A failure is told to everybody who waits for it, and the next caller tries again.
      loading.directory.catch(() => {
        if (newest.get(tenant) === loading) newest.delete(tenant)
      })
      return loading.directory
    },
  }
}
