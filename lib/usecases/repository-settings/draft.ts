// The starting point of an edit of the settings: what is stored, and whether the editor has seen it.
import { readSettings, type StoredRepositoryRow } from '#db/queries/settings.ts'
import { type FleetRepository, serverOf } from '#lib/domain/git/fleet-repository.ts'
import { GUESSED_ACCESS, serverOfPullRequests } from '#lib/domain/git/pull-request-access.ts'
import {
  mergedAccess,
  mergedRepository,
  type RepositorySettingsBody,
} from '#lib/schemas/repository-settings.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { SealedUnreadable } from '#lib/secrets/sealed.ts'
import type { Precondition } from '../changes/write-options.ts'
import type { Context } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import {
  defaultRepository,
  ownRepository,
  type RepositoryPlace,
} from '../repository/tenant-repository.ts'
import { openRepositoryRow } from './credentials.ts'
import { settingsTag } from './read.ts'

export type Current = {
  readonly row: StoredRepositoryRow | null
  readonly repository: RepositoryPlace
}

export async function currentSettings({ services, tenant, scope }: Context): Promise<Current> {
  const { repository: row } = await readSettings(scope)
  const repository =
    row === null ? defaultRepository(services.environment, tenant) : ownRepository(row)
  return { row, repository }
}

export function requireUnchanged({ repository }: Current, precondition: Precondition): void {
  const tag = settingsTag(repository)
  if (precondition === '*' || precondition.includes(tag)) return
  throw new Refusal(
    'precondition_failed',
    'The settings were changed since you read them. Read them again, and decide again.',
    { members: { etag: tag } },
  )
}

/** The settings after the edit. A secret that is left out is the stored one, provided that it is for the same server. */
export function draftedRepository(
  { services, scope }: Context,
  { row, repository }: Current,
  body: RepositorySettingsBody,
): FleetRepository {
  const needsStored =
    body.token === undefined || body.ssh_key === undefined || keepsPullRequestToken(body)
  if (row !== null && needsStored) requireSameServers(row, body)
  const stored = row !== null && needsStored ? openStored(services, scope.tenant, row) : nothing
  const known = { ...stored, sshKnownHosts: row?.sshKnownHosts ?? null }
  const merged = mergedRepository(body, known, {
    loopback: services.environment.isDemo,
    presentPattern: repository.branchPattern.text,
  })
  if (!merged.ok) throw refusalOf('invalid', merged.issues)
  return merged.value
}

const nothing = { token: null, sshKey: null, pullRequests: GUESSED_ACCESS }

function keepsPullRequestToken({ pull_requests: sent }: RepositorySettingsBody): boolean {
  return sent === undefined || (sent !== null && sent.token === undefined)
}

function openStored(
  { sealing }: Context['services'],
  tenant: number,
  row: StoredRepositoryRow,
): Pick<FleetRepository, 'token' | 'sshKey' | 'pullRequests'> {
  try {
    return openRepositoryRow(sealing, tenant, row)
  } catch (error) {
    if (!(error instanceof SealedUnreadable)) throw error
    throw new Refusal(
      'conflict',
      'The stored credential cannot be opened any more: send the token and the key again, or null.',
      { code: 'credential_unreadable' },
    )
  }
}

/** Somebody who may name a server must not be able to have a secret sent there that they can't read. */
function requireSameServers(row: StoredRepositoryRow, body: RepositorySettingsBody): void {
  const issues = [
    ...(keepsTokenElsewhere(row, body) ? [ofAnotherServer(['token'])] : []),
    ...(keepsPullRequestTokenElsewhere(row, body)
      ? [ofAnotherServer(['pull_requests', 'token'])]
      : []),
  ]
  if (issues.length > 0) throw refusalOf('invalid', issues)
}

function keepsTokenElsewhere(row: StoredRepositoryRow, body: RepositorySettingsBody): boolean {
  if (row.token === null || body.token !== undefined) return false
  return serverOf(body.repo_url) !== serverOf(row.repoUrl)
}

function keepsPullRequestTokenElsewhere(
  row: StoredRepositoryRow,
  body: RepositorySettingsBody,
): boolean {
  if (row.pullRequests.token === null || !keepsPullRequestToken(body)) return false
  const pullRequests = mergedAccess(body.pull_requests, row.pullRequests)
  const server = serverOfPullRequests({ repoUrl: body.repo_url, token: null, pullRequests })
  // Where there is none, the settings are refused anyway.
  return server !== null && server !== serverOfPullRequests(row)
}

function ofAnotherServer(path: Issue['path']): Issue {
  const reason = 'The stored token is for another server: send the one for this, or null.'
  return { path, code: 'credential_of_another_server', reason }
}
