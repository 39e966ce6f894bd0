// Which repository each tenant's branches are pushed to, according to its current settings.
import path from 'node:path'
import { inTenant } from '#db/client.ts'
import { readSettings, type SettingsRows, type StoredRepositoryRow } from '#db/queries/settings.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import {
  type ObjectStore,
  openObjectStore,
  repositoryMark,
} from '#lib/adapters/git/object-store.ts'
import type { PullRequestHost } from '#lib/adapters/host/pull-request-host.ts'
import { pullRequestLine } from '#lib/domain/git/pull-request-access.ts'
import { openHostOf } from '#lib/start/tenant-host.ts'
import { environmentRemote, ownRemote, type TenantRemote } from '#lib/start/tenant-remote.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublishingServices } from '#lib/usecases/services.ts'
import { openRepositoryRow } from '#lib/usecases/repository-settings/credentials.ts'
import {
  environmentLine,
  headBranch,
  tenantRepository,
  type TenantRepository,
} from '#lib/usecases/repository/tenant-repository.ts'
import type { PublisherWorld, Repository } from './world.ts'

type Opening = {
  readonly revision: string
  readonly repository: Promise<Repository>
  readonly mark: Promise<string | null>
}

/**
 * Opens each tenant's repository when it is first needed, when its settings changed and when somebody deleted it from this
 * machine. A failed attempt is repeated.
 */
export function openRepositories(services: PublishingServices): PublisherWorld['repository'] {
  const opened = new Map<number, Opening>()
  const stores = rememberedStores()
  return async (tenant) => {
    const rows = await readRows(services, tenant)
    const settings = tenantRepository(services.environment, tenant, rows)
    const known = opened.get(tenant.id)
    if (known?.revision === settings.revision) {
      const repository = await known.repository
      const mark = await repositoryMark(repository.store.directory)
      if (mark !== null && mark === (await known.mark)) return repository
      stores.forget(repository.store)
    }
    const repository = openRepository(services, stores.open, tenant, settings, rows.repository)
    const mark = repository.then(({ store }) => repositoryMark(store.directory)).catch(() => null)
    const opening = { revision: settings.revision, repository, mark }
    opened.set(tenant.id, opening)
    repository.catch(() => {
      if (opened.get(tenant.id) === opening) opened.delete(tenant.id)
    })
    return repository
  }
}

function readRows(
  { database }: PublishingServices,
  { id: tenant }: TenantIdentity,
): Promise<SettingsRows> {
  return inTenant(database, tenant, (tx) => readSettings({ tx, tenant }), { readOnly: true })
}

type OpenStore = (directory: string, headBranch: string) => Promise<ObjectStore>

type Stores = {
  readonly open: OpenStore
  /** Forgets what was read from a deleted repository: its replacement doesn't contain it. */
  readonly forget: (store: ObjectStore) => void
}

/** One for each directory: a tenant whose address changes keeps its objects. */
function rememberedStores(): Stores {
  const opened = new Map<string, Promise<ObjectStore>>()
  const open: OpenStore = (directory, head) => {
    const known = opened.get(directory)
    if (known !== undefined) return known
    const opening = openObjectStore(directory, head)
    opened.set(directory, opening)
    opening.catch(() => opened.delete(directory))
    return opening
  }
  const forget = (store: ObjectStore) => {
    store.close()
    opened.delete(store.directory)
  }
  return { open, forget }
}

async function openRepository(
  services: PublishingServices,
  openStore: OpenStore,
  tenant: TenantIdentity,
  settings: TenantRepository,
  row: StoredRepositoryRow | null,
): Promise<Repository> {
  const { dataDirectory } = services.environment
  const head = headBranch(settings)
  const { remote, host } = reachOf(services, tenant, settings, row)
  if (remote.kind === 'local') {
    const store = await openStore(remote.directory, head)
    return { settings, store, remote: new LocalRemote(store), host }
  }
  // No tenant can have this name, so it isn't anybody's embedded repository.
  const store = await openStore(path.join(dataDirectory, `${tenant.name}.copy.git`), head)
  return { settings, store, remote: new NetworkRemote(store, remote.url, remote.route), host }
}

type Reached = { readonly remote: TenantRemote; readonly host: PullRequestHost | null }

function reachOf(
  services: PublishingServices,
  tenant: TenantIdentity,
  settings: TenantRepository,
  row: StoredRepositoryRow | null,
): Reached {
  const { environment, sealing, callOut } = services
  if (row !== null) {
    const own = openRepositoryRow(sealing, tenant.id, row)
    const host = openHostOf(pullRequestLine(own), callOut)
    return { remote: ownRemote(environment, own), host }
  }
  if (settings.repoUrl !== null) {
    const host = openHostOf(environmentLine(environment), callOut)
    return { remote: environmentRemote(environment), host }
  }
  const { name } = services.embeddedRepository(tenant, headBranch(settings))
  const directory = path.join(environment.dataDirectory, name)
  return { remote: { kind: 'local', directory }, host: null }
}
