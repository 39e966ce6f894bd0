// How a tenant's repository is reached: with the credentials of its own settings or of the environment's, never both. An
// address that a tenant's admin names is resolved and checked first, because that admin doesn't run this machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { guardedRoute } from '#lib/adapters/git/guarded-route.ts'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { parseRemoteAddress } from '#lib/adapters/git/remote-address.ts'
import { httpRoute, type NetworkRoute, sshKeyRoute, sshRoute } from '#lib/adapters/git/route.ts'
import type { FleetRepository } from '#lib/domain/git/fleet-repository.ts'
import type { RepositoryTrial } from '#lib/schemas/repository-settings.ts'
import type { Environment } from '#lib/settings/env.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { defaultRepository } from '#lib/usecases/repository/tenant-repository.ts'

export type TenantRemote =
  | { readonly kind: 'local'; readonly directory: string }
  | { readonly kind: 'network'; readonly url: string; readonly route: NetworkRoute }

/** The remote of a tenant's own settings. Throws when they hold an address that should have been refused. */
export function ownRemote({ isDemo }: Environment, repository: FleetRepository): TenantRemote {
  const { repoUrl: url, username, token, sshKey, sshKnownHosts } = repository
  const address = parseRemoteAddress(url)
  if (!address.ok || address.value.protocol === 'local') throw new Error('no address of a remote')
  const route =
    address.value.protocol === 'ssh'
      ? sshKeyRoute({ key: sshKey ?? '', knownHosts: sshKnownHosts ?? '' })
      : httpRoute(url, token === null ? null : { username, token })
  return { kind: 'network', url, route: isDemo ? route : guardedRoute(route, url) }
}

/** The remote of the settings that Berth was started with. Throws, naming the setting that is wrong. */
export function environmentRemote({ gitops }: Environment): TenantRemote {
  const address = parseRemoteAddress(gitops.repoUrl ?? '')
  if (!address.ok) throw new Error(`GITOPS_REPO_URL: ${address.issues[0]?.reason}`)
  if (address.value.protocol === 'local') return { kind: 'local', directory: address.value.path }
  const { url, protocol } = address.value
  const { username, token, sshKeyFile: keyFile, sshKnownHostsFile: knownHostsFile } = gitops
  if (protocol !== 'ssh') {
    const route = httpRoute(url, token === null ? null : { username, token })
    return { kind: 'network', url, route }
  }
  if (keyFile === null || knownHostsFile === null) {
    throw new Error(
      'GITOPS_REPO_URL is reached by ssh, so GITOPS_SSH_KEY_FILE and GITOPS_SSH_KNOWN_HOSTS_FILE have to be set.',
    )
  }
  return { kind: 'network', url, route: sshRoute({ keyFile, knownHostsFile }) }
}

const TRIAL_TIMEOUT_MS = 15_000

const HELD_HERE: RepositoryTrial = {
  ok: true,
  message: 'Berth holds the repository itself.',
  branches: null,
}

/** Asks a remote for its branches, without pushing. `repository` null: the tenant has no settings of its own. */
export async function tryRemote(
  environment: Environment,
  tenant: TenantIdentity,
  repository: FleetRepository | null,
): Promise<RepositoryTrial> {
  if (repository !== null) return tryNetwork(ownRemote(environment, repository))
  const isHere = defaultRepository(environment, tenant).source === 'embedded'
  return isHere ? HELD_HERE : tryNetwork(environmentRemote(environment))
}

async function tryNetwork(remote: TenantRemote): Promise<RepositoryTrial> {
  if (remote.kind === 'local') return HELD_HERE
  const directory = await mkdtemp(path.join(tmpdir(), 'berth-try-'))
  const store = await openObjectStore(path.join(directory, 'empty.git'), 'main')
  try {
    const timeouts = {
      readTimeoutMs: TRIAL_TIMEOUT_MS,
      fetchTimeoutMs: TRIAL_TIMEOUT_MS,
      pushTimeoutMs: TRIAL_TIMEOUT_MS,
    }
    const tips = await new NetworkRemote(store, remote.url, remote.route, timeouts).readTips()
    if (tips.outcome !== 'read') return { ok: false, message: tips.message, branches: null }
    const { size: branches } = tips.value
    return { ok: true, message: 'The repository answers, and takes the credential.', branches }
  } finally {
    store.close()
    await rm(directory, { recursive: true, force: true })
  }
}
