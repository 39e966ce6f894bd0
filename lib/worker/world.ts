// What publishing works with, one for each process. Everything that can fail or be faked is passed in.
import type { Connection } from '#db/connection.ts'
import { listTenants } from '#db/queries/tenants.ts'
import type { ObjectStore } from '#lib/adapters/git/object-store.ts'
import type { GitRemote } from '#lib/adapters/git/remote.ts'
import type { PullRequestHost } from '#lib/adapters/host/pull-request-host.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublishingServices } from '#lib/usecases/services.ts'
import type { TenantRepository } from '#lib/usecases/repository/tenant-repository.ts'
import { atMost } from './at-most.ts'
import { BranchLocks } from './branch-lock.ts'
import { FleetHistory } from './fleet-history.ts'
import { HostRests } from './host-rests.ts'

/** The repository that a tenant's branches are pushed to, its settings, and the store in which commits are made. */
export type Repository = {
  readonly settings: TenantRepository
  readonly store: ObjectStore
  readonly remote: GitRemote
  /** Where its pull requests are; null: nowhere. */
  readonly host: PullRequestHost | null
}

export type PublisherWorld = {
  readonly services: PublishingServices
  readonly locks: BranchLocks
  readonly fleets: Pick<FleetHistory, 'step' | 'forget'>
  readonly tenants: () => Promise<readonly TenantIdentity[]>
  readonly repository: (tenant: TenantIdentity) => Promise<Repository>
  /** Branches compared with the whole model since this process began or since something unexpected happened. */
  readonly verified: Set<string>
  /** Commits of branches that don't belong to the tenant. */
  readonly foreign: Set<string>
  /** How the last pass over a branch with a pull request left it, so that the next one sees at once that nothing is new. */
  readonly left: Map<string, string>
  readonly hostRests: HostRests
  /** Makes trees, a few at a time, because that takes memory. Nothing in it waits for a remote. */
  readonly making: <T>(make: () => Promise<T>) => Promise<T>
  /** Reads pages for reports: a few at a time, and of whoever asked first, so that a long report delays others by a page. */
  readonly reading: <T>(read: () => Promise<T>) => Promise<T>
  readonly failPoint: (point: string) => void
}

const TREES_AT_ONCE = 4
/** Each takes a connection, beside publishing. */
const PAGES_AT_ONCE = 2

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
    left: new Map(),
    hostRests: new HostRests(),
    making: atMost(TREES_AT_ONCE),
    reading: atMost(PAGES_AT_ONCE),
    failPoint: passFailPoint,
  }
}

/** The owner of the tenant's branches, whatever their generation. */
export const ownIdentity = ({ installation, name }: TenantIdentity) => ({
  installation,
  tenant: name,
})

export const branchKey = (tenant: TenantIdentity, branch: string) => `${tenant.id}/${branch}`

/** A branch is verified for the settings that it was verified with. */
export const verifiedKey = (
  tenant: TenantIdentity,
  branch: string,
  { settings }: Pick<Repository, 'settings'>,
) => `${branchKey(tenant, branch)} ${settings.revision}`
