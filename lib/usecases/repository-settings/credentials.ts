// Seals a tenant's credentials for the database, and opens them. A token is sealed for the server that may see it: if the
// address in the same row is changed, it can't be opened any more.
import type { RepositoryRow } from '#db/queries/repository-settings.ts'
import { type FleetRepository, serverOf } from '#lib/domain/git/fleet-repository.ts'
import type { SealedPlace, Sealing } from '#lib/secrets/sealed.ts'

const tokenPlace = (tenant: number, repoUrl: string): SealedPlace => ({
  tenant,
  field: `repository_settings.token for ${serverOf(repoUrl)}`,
})

const keyPlace = (tenant: number): SealedPlace => ({
  tenant,
  field: 'repository_settings.ssh_key',
})

export function sealRepository(
  sealing: Sealing,
  tenant: number,
  repository: FleetRepository,
): RepositoryRow {
  const { token, sshKey, repoUrl } = repository
  return {
    ...repository,
    token: token === null ? null : sealing.seal(token, tokenPlace(tenant, repoUrl)),
    sshKey: sshKey === null ? null : sealing.seal(sshKey, keyPlace(tenant)),
  }
}

/** Throws `SealedUnreadable` when a secret was sealed with a missing key, or for another place. */
export function openRepositoryRow(
  sealing: Sealing,
  tenant: number,
  row: RepositoryRow,
): FleetRepository {
  const { repoUrl, pullUrl, branchPattern, shards, username, token, sshKey, sshKnownHosts } = row
  return {
    repoUrl,
    pullUrl,
    branchPattern,
    shards,
    username,
    token: token === null ? null : sealing.open(token, tokenPlace(tenant, repoUrl)),
    sshKey: sshKey === null ? null : sealing.open(sshKey, keyPlace(tenant)),
    sshKnownHosts,
  }
}
