// What publishing works with. One a process; everything that can fail or be faked comes in from outside.
import type { Connection } from '#db/connection.ts'
import { listTenants } from '#db/queries/tenants.ts'
import type { ObjectStore } from '#lib/adapters/git/object-store.ts'
import type { GitRemote } from '#lib/adapters/git/remote.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublishingServices } from '#lib/usecases/services.ts'
import type { TenantRepository } from '#lib/usecases/repository/tenant-repository.ts'
import { atMost } from './at-most.ts'
import { BranchLocks } from './branch-lock.ts'
import { FleetHistory } from './fleet-history.ts'

/** Where a tenant's branches are pushed to, by which settings, and the store that they are made in. */
export type Repository = {
  readonly settings: TenantRepository
  readonly store: ObjectStore
  readonly remote: GitRemote
}

export type PublisherWorld = {
  readonly services: PublishingServices
  readonly locks: BranchLocks
  readonly fleets: Pick<FleetHistory, 'step' | 'forget'>
  readonly tenants: () => Promise<readonly TenantIdentity[]>
  readonly repository: (tenant: TenantIdentity) => Promise<Repository>
  /** The branches whose tree was held against the whole model since this process began or something unexpected was seen. */
  readonly verified: Set<string>
  /** The commits of branches that are nobody's concern here. */
  readonly foreign: Set<string>
  /** Makes trees, a few at a time: they are what takes memory. Nothing in it waits for a remote. */
  readonly making: <T>(make: () => Promise<T>) => Promise<T>
  readonly failPoint: (point: string) => void
}

const TREES_AT_ONCE = 4

export function createWorld(
  services: PublishingServices,
  connect: () => Promise<Connection>,
  repository: PublisherWorld['repository'],
): PublisherWorld {
  return {
    services,
    locks: new BranchLocks(connect),
    fleets: new FleetHistory(),
    tenants: () => listTenants(services.database),
    repository,
    verified: new Set(),
    foreign: new Set(),
    making: atMost(TREES_AT_ONCE),
    failPoint: passFailPoint,
  }
}

/** Whose the tenant's branches are, whatever their generation. */
export const ownIdentity = ({ installation, name }: TenantIdentity) => ({
  installation,
  tenant: name,
})

export const branchKey = (tenant: TenantIdentity, branch: string) => `${tenant.id}/${branch}`

/** What was verified of a branch holds for the settings with which it was. */
export const verifiedKey = (
  tenant: TenantIdentity,
  branch: string,
  { settings }: Pick<Repository, 'settings'>,
) => `${branchKey(tenant, branch)} ${settings.revision}`
