// Where each tenant's branches are pushed to, by the settings of the moment.
import path from 'node:path'
import { inTenant } from '#db/client.ts'
import { readRepositoryRow, type StoredRepositoryRow } from '#db/queries/repository-settings.ts'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { type ObjectStore, openObjectStore } from '#lib/adapters/git/object-store.ts'
import { parseRemoteAddress } from '#lib/adapters/git/remote-address.ts'
import { httpRoute, type NetworkRoute, sshRoute } from '#lib/adapters/git/route.ts'
import type { Environment } from '#lib/env.ts'
import type { TenantIdentity } from '#lib/usecases/define.ts'
import type { PublishingProcess } from '#lib/usecases/process.ts'
import {
  defaultRepository,
  headBranch,
  ownRepository,
  type TenantRepository,
} from '#lib/usecases/repository/tenant-repository.ts'
import type { PublisherWorld, Repository } from './world.ts'

type Opening = { readonly revision: string; readonly repository: Promise<Repository> }

/** Opens each tenant's repository when it is first needed and when its settings changed; what failed is tried again. */
export function openRepositories(process: PublishingProcess): PublisherWorld['repository'] {
  const opened = new Map<number, Opening>()
  const stores = rememberedStores()
  return async (tenant) => {
    const row = await readRow(process, tenant)
    const settings =
      row === null ? defaultRepository(process.environment, tenant) : ownRepository(row)
    const known = opened.get(tenant.id)
    if (known?.revision === settings.revision) return known.repository
    const repository = openRepository(process, stores, tenant, settings)
    const opening = { revision: settings.revision, repository }
    opened.set(tenant.id, opening)
    repository.catch(() => {
      if (opened.get(tenant.id) === opening) opened.delete(tenant.id)
    })
    return repository
  }
}

function readRow(
  { database }: PublishingProcess,
  { id: tenant }: TenantIdentity,
): Promise<StoredRepositoryRow | null> {
  return inTenant(database, tenant, (tx) => readRepositoryRow({ tx, tenant }), { readOnly: true })
}

type Stores = (directory: string, headBranch: string) => Promise<ObjectStore>

/** One a directory: a tenant whose address changes goes on with the objects that it has. */
function rememberedStores(): Stores {
  const opened = new Map<string, Promise<ObjectStore>>()
  return (directory, head) => {
    const known = opened.get(directory)
    if (known !== undefined) return known
    const opening = openObjectStore(directory, head)
    opened.set(directory, opening)
    opening.catch(() => opened.delete(directory))
    return opening
  }
}

async function openRepository(
  process: PublishingProcess,
  stores: Stores,
  tenant: TenantIdentity,
  settings: TenantRepository,
): Promise<Repository> {
  const { dataDirectory } = process.environment
  const head = headBranch(settings)
  const local = async (directory: string): Promise<Repository> => {
    const store = await stores(directory, head)
    return { settings, store, remote: new LocalRemote(store) }
  }
  if (settings.repoUrl === null) {
    return local(path.join(dataDirectory, process.embeddedRepository(tenant, head).name))
  }
  const address = parseRemoteAddress(settings.repoUrl)
  if (!address.ok) throw new Error(`GITOPS_REPO_URL: ${address.issues[0]?.reason}`)
  if (address.value.protocol === 'local') return local(address.value.path)
  const { url, protocol } = address.value
  const route = environmentRoute(process.environment, protocol, url)
  // No tenant has such a name, so it is nobody's embedded repository.
  const store = await stores(path.join(dataDirectory, `${tenant.name}.copy.git`), head)
  return { settings, store, remote: new NetworkRemote(store, url, route) }
}

function environmentRoute(
  { gitops }: Environment,
  protocol: NetworkRoute['protocol'],
  url: string,
): NetworkRoute {
  const { username, token, sshKeyFile: keyFile, sshKnownHostsFile: knownHostsFile } = gitops
  if (protocol !== 'ssh') return httpRoute(url, token === null ? null : { username, token })
  if (keyFile === null || knownHostsFile === null) {
    throw new Error(
      'GITOPS_REPO_URL is reached by ssh, so GITOPS_SSH_KEY_FILE and GITOPS_SSH_KNOWN_HOSTS_FILE have to be set.',
    )
  }
  return sshRoute({ keyFile, knownHostsFile })
}
