// Seals a tenant's credentials for the database, and opens them. A token is sealed for the server that may see it: if the
// address in the same row is changed, it can't be opened any more.
import type { RepositoryRow } from '#db/queries/repository-settings.ts'
import { type FleetRepository, serverOf } from '#lib/domain/git/fleet-repository.ts'
import { type Reached, serverOfPullRequests } from '#lib/domain/git/pull-request-access.ts'
import type { SealedPlace, Sealing } from '#lib/secrets/sealed.ts'

const tokenPlace = (tenant: number, repoUrl: string): SealedPlace => ({
  tenant,
  field: `repository_settings.token for ${serverOf(repoUrl)}`,
})

const keyPlace = (tenant: number): SealedPlace => ({
  tenant,
  field: 'repository_settings.ssh_key',
})

const pullRequestTokenPlace = (tenant: number, repository: Reached<unknown>): SealedPlace => ({
  tenant,
  field: `repository_settings.pull_request_token for ${serverOfPullRequests(repository)}`,
})

export function sealRepository(
  sealing: Sealing,
  tenant: number,
  repository: FleetRepository,
): RepositoryRow {
  const { token, sshKey, repoUrl, pullRequests } = repository
  const seal = (secret: string | null, place: SealedPlace) =>
    secret === null ? null : sealing.seal(secret, place)
  return {
    ...repository,
    token: seal(token, tokenPlace(tenant, repoUrl)),
    sshKey: seal(sshKey, keyPlace(tenant)),
    pullRequests: {
      ...pullRequests,
      token: seal(pullRequests.token, pullRequestTokenPlace(tenant, repository)),
    },
  }
}

/** Throws `SealedUnreadable` when a secret was sealed with a missing key, or for another place. */
export function openRepositoryRow(
  sealing: Sealing,
  tenant: number,
  row: RepositoryRow,
): FleetRepository {
  const { repoUrl, pullUrl, branchPattern, shards, username, token, sshKey, sshKnownHosts } = row
  const { host, apiUrl, join, token: pullRequestToken } = row.pullRequests
  const open = (secret: Uint8Array | null, place: SealedPlace) =>
    secret === null ? null : sealing.open(secret, place)
  return {
    repoUrl,
    pullUrl,
    branchPattern,
    shards,
    username,
    token: open(token, tokenPlace(tenant, repoUrl)),
    sshKey: open(sshKey, keyPlace(tenant)),
    sshKnownHosts,
    pullRequests: {
      host,
      apiUrl,
      join,
      token: open(pullRequestToken, pullRequestTokenPlace(tenant, row)),
    },
  }
}
