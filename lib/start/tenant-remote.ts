// How a tenant's repository is reached: with the credentials of its own settings or of the environment's, never both. An
// address that a tenant's admin names is resolved and checked first, because that admin doesn't run this machine.
import { guardedRoute } from '#lib/adapters/git/guarded-route.ts'
import { parseRemoteAddress } from '#lib/adapters/git/remote-address.ts'
import { httpRoute, type NetworkRoute, sshKeyRoute, sshRoute } from '#lib/adapters/git/route.ts'
import type { FleetRepository } from '#lib/domain/git/fleet-repository.ts'
import type { Environment } from '#lib/settings/env.ts'

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
