import {
  type BranchStanding,
  countLivingClusters,
  listBranchStandings,
} from '#db/queries/repository-settings.ts'
import { readSettings, type StoredRepositoryRow } from '#db/queries/settings.ts'
import {
  GUESSED_ACCESS,
  type PullRequestAccess,
  pullRequestLine,
} from '#lib/domain/git/pull-request-access.ts'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'
import type { Environment } from '#lib/settings/env.ts'
import { asked, type Context, defineRead } from '../define.ts'

import {
  defaultRepository,
  environmentLine,
  ownRepository,
  type RepositoryPlace,
} from '../repository/tenant-repository.ts'

/** The settings without their secrets, and the entity tag of this state. */
export type RepositorySettingsAnswer = {
  readonly json: RepositorySettingsJson
  readonly etag: string
}

export const readRepositorySettingsUseCase = defineRead<null, RepositorySettingsAnswer>({
  name: 'repository-settings.read',
  load: () => asked({ kind: 'settings' }),
  run: (context) => answerSettings(context),
})

export async function answerSettings(context: Context): Promise<RepositorySettingsAnswer> {
  const { services, tenant, scope } = context
  const { repository: row } = await readSettings(scope)
  const { environment } = services
  const repository = row === null ? defaultRepository(environment, tenant) : ownRepository(row)
  const status = {
    source: repository.source,
    pulled_from: repository.pullUrl,
    pull_requests: openedAt(environment, repository, row),
    clusters: await countLivingClusters(scope),
    branches: (await listBranchStandings(scope)).map(branchJson),
    updated_at: row?.updatedAt.toISOString() ?? null,
    updated_by: row?.updatedBy ?? null,
  }
  const json = { ...settingsJson(environment, repository, row), status }
  return { json, etag: settingsTag(repository) }
}

export const settingsTag = ({ revision }: RepositoryPlace): string => `"${revision}"`

/** What an admin may read and write; of secrets only whether there is one. */
export function settingsJson(
  { gitops }: Environment,
  repository: RepositoryPlace,
  row: StoredRepositoryRow | null,
): Omit<RepositorySettingsJson, 'status'> {
  const layout = {
    branch_pattern: repository.branchPattern.text,
    shards: repository.shards,
  }
  if (row !== null) {
    return {
      ...layout,
      repo_url: row.repoUrl,
      pull_url: row.pullUrl,
      username: row.username,
      token: standing(row.token),
      ssh_key: standing(row.sshKey),
      ssh_known_hosts: row.sshKnownHosts,
      pull_requests: accessJson(row.pullRequests),
    }
  }
  const isEnvironments = repository.source === 'environment'
  return {
    ...layout,
    repo_url: isEnvironments ? shownAddress(repository.repoUrl) : null,
    pull_url: isEnvironments ? gitops.pullUrl : null,
    username: isEnvironments ? gitops.username : null,
    token: standing(isEnvironments ? gitops.token : null),
    ssh_key: standing(isEnvironments ? gitops.sshKeyFile : null),
    ssh_known_hosts: null,
    pull_requests: accessJson(isEnvironments ? gitops.pullRequests : GUESSED_ACCESS),
  }
}

function accessJson({ host, apiUrl, token, join }: PullRequestAccess<unknown>) {
  return { host, api_url: apiUrl, token: standing(token), join }
}

/** Nobody needs to know directories on Berth's machine. */
function shownAddress(repoUrl: string | null): string | null {
  return repoUrl === null || /^(?:file:|\/)/.test(repoUrl) ? null : repoUrl
}

/** Where pull requests are opened, by what is set and by what isn't. */
function openedAt(
  environment: Environment,
  { source }: RepositoryPlace,
  row: StoredRepositoryRow | null,
) {
  const ofEnvironment = source === 'environment' ? environmentLine(environment) : null
  const line = row === null ? ofEnvironment : pullRequestLine(row)
  return line && { host: line.settings.host, api_url: line.repository.api }
}

const standing = (secret: unknown) => (secret === null ? ('unset' as const) : ('set' as const))

function branchJson(standing: BranchStanding) {
  const { branch, clusters, commit, error } = standing
  return { branch, clusters, state: branchState(standing), commit, error } as const
}

/** What comes behind a pull request waits for whoever merges that, too. */
function branchState({ pending, proposed, error }: BranchStanding) {
  if (pending === 0) return 'published'
  if (error !== null) return 'failing'
  return proposed > 0 ? 'proposed' : 'pending'
}
