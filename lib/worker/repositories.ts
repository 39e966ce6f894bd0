// Where each tenant's branches are pushed to, by the settings.
import path from 'node:path'
import { LocalRemote } from '#lib/adapters/git/local-remote.ts'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { parseRemoteAddress } from '#lib/adapters/git/remote-address.ts'
import type { NetworkTransport } from '#lib/adapters/git/git-process.ts'
import { httpTransport, sshTransport } from '#lib/adapters/git/transport.ts'
import { headBranch, type Environment } from '#lib/env.ts'
import type { TenantIdentity } from '#lib/usecases/define.ts'
import type { PublishingProcess } from '#lib/usecases/process.ts'
import type { PublisherWorld, Repository } from './world.ts'

/** Opens each tenant's repository when it is first needed; one that can't be opened is tried again. */
export function openRepositories(process: PublishingProcess): PublisherWorld['repository'] {
  const opened = new Map<number, Promise<Repository>>()
  return (tenant) => {
    const known = opened.get(tenant.id)
    if (known !== undefined) return known
    const opening = openRepository(process, tenant)
    opened.set(tenant.id, opening)
    opening.catch(() => opened.delete(tenant.id))
    return opening
  }
}

async function openRepository(
  process: PublishingProcess,
  tenant: TenantIdentity,
): Promise<Repository> {
  const { environment } = process
  const { gitops, dataDirectory } = environment
  const embedded = process.embeddedRepository(tenant)
  if (embedded !== null)
    return localRepository(path.join(dataDirectory, embedded.name), environment)
  const address = parseRemoteAddress(gitops.repoUrl ?? '')
  if (!address.ok) throw new Error(`GITOPS_REPO_URL: ${address.issues[0]?.reason}`)
  const { value } = address
  if (value.protocol === 'local') return localRepository(value.path, environment)
  const { url } = value
  const transport = value.protocol === 'ssh' ? ssh(environment) : http(environment, url)
  const directory = path.join(dataDirectory, `${tenant.name}-copy.git`)
  const store = await openObjectStore(directory, headBranch(environment))
  return { store, remote: new NetworkRemote(store, url, transport) }
}

async function localRepository(directory: string, environment: Environment): Promise<Repository> {
  const store = await openObjectStore(directory, headBranch(environment))
  return { store, remote: new LocalRemote(store) }
}

function http({ gitops }: Environment, url: string): NetworkTransport {
  const { username, token } = gitops
  return httpTransport(url, token === null ? null : { username, token })
}

function ssh({ gitops }: Environment): NetworkTransport {
  const { sshKeyFile: keyFile, sshKnownHostsFile: knownHostsFile } = gitops
  if (keyFile === null || knownHostsFile === null) {
    throw new Error(
      'GITOPS_REPO_URL is reached by ssh, so GITOPS_SSH_KEY_FILE and GITOPS_SSH_KNOWN_HOSTS_FILE have to be set.',
    )
  }
  return sshTransport({ keyFile, knownHostsFile })
}
