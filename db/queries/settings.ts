import { z } from 'zod'
import { GIT_HOSTS } from '#lib/domain/git/push.ts'
import type { ApplicationKinds } from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { readRow } from '../rows.ts'
import type { RepositoryRow } from './repository-settings.ts'
import type { TenantScope } from './scope.ts'

type Stored = { readonly updatedAt: Date; readonly updatedBy: string }

export type StoredRepositoryRow = RepositoryRow &
  Stored & {
    /** Different after every edit, even if the row was deleted in between. */
    readonly revision: string
  }

/** What teams may bring according to an admin, besides what every team may, in the canonical order. */
export type StoredApplicationKinds = Stored & {
  readonly kinds: readonly ApplicationKinds[]
  /** One more for every edit. */
  readonly version: number
}

/** Null: nobody ever set any. */
export type SettingsRows = {
  readonly repository: StoredRepositoryRow | null
  readonly kinds: StoredApplicationKinds | null
}

/** `updatedAt` in milliseconds since 1970. */
const stored = { version: z.int(), updatedAt: z.int(), updatedBy: z.string() }
const settingsRow = z.strictObject({
  repository: z
    .strictObject({
      repoUrl: z.string(),
      pullUrl: z.string().nullable(),
      branchPattern: z.string(),
      shards: z.int(),
      username: z.string(),
      /** Secrets in hexadecimal digits. */
      token: z.string().nullable(),
      sshKey: z.string().nullable(),
      sshKnownHosts: z.string().nullable(),
      pullRequests: z.strictObject({
        host: z.enum(GIT_HOSTS).nullable(),
        apiUrl: z.string().nullable(),
        token: z.string().nullable(),
        join: z.boolean(),
      }),
      ...stored,
    })
    .nullable(),
  kinds: z
    .strictObject({
      kinds: z.array(
        z.strictObject({ group: z.string(), resources: z.array(z.string()).readonly() }),
      ),
      ...stored,
    })
    .nullable(),
})

/**
 * Everything besides the model that a tenant's manifests depend on, in one statement, because every preview waits for it.
 */
export async function readSettings({ tx, tenant }: TenantScope): Promise<SettingsRows> {
  const row = await readRow(tx, settingsRow)`
    select
      (select json_build_object('repoUrl', repo_url, 'pullUrl', pull_url,
        'branchPattern', branch_pattern, 'shards', shards, 'username', username,
        'token', encode(token, 'hex'), 'sshKey', encode(ssh_key, 'hex'),
        'sshKnownHosts', ssh_known_hosts, 'pullRequests', json_build_object(
          'host', pull_request_host, 'apiUrl', pull_request_api_url,
          'token', encode(pull_request_token, 'hex'), 'join', pull_request_join), 'version', version, 'updatedBy', updated_by,
        'updatedAt', (extract(epoch from updated_at) * 1000)::bigint)
        from repository_settings where tenant = ${tenant}) as repository,
      (select json_build_object('kinds', kinds, 'version', version, 'updatedBy', updated_by,
        'updatedAt', (extract(epoch from updated_at) * 1000)::bigint)
        from application_kinds where tenant = ${tenant}) as kinds`
  const { repository, kinds } = row!
  return {
    repository: repository && {
      ...repository,
      token: bytesOf(repository.token),
      sshKey: bytesOf(repository.sshKey),
      pullRequests: {
        ...repository.pullRequests,
        token: bytesOf(repository.pullRequests.token),
      },
      updatedAt: new Date(repository.updatedAt),
      revision: `${repository.version}.${repository.updatedAt}`,
    },
    kinds: kinds && { ...kinds, updatedAt: new Date(kinds.updatedAt) },
  }
}

function bytesOf(digits: string | null): Uint8Array | null {
  return digits === null ? null : Buffer.from(digits, 'hex')
}
