// Where a repository's pull requests are, and which token is sent there.
import { callUrlIssues, isThisMachine } from '#lib/domain/addresses/call-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import type { PullRequestSettings } from './pull-request.ts'
import type { GitHost } from './push.ts'
import { type HostedRepository, hostedRepository, hostOfAddress } from './repository-address.ts'

/** What is set of a repository's pull requests; a `Secret` is a token in plain text, or a sealed one. */
export type PullRequestAccess<Secret> = {
  /** Null: the one that the repository's address tells. */
  readonly host: GitHost | null
  /** Null: where the host has its API by default. */
  readonly apiUrl: string | null
  /** Null: the repository's own. */
  readonly token: Secret | null
  readonly join: boolean
}

/** Nothing was set. */
export const GUESSED_ACCESS: PullRequestAccess<never> = {
  host: null,
  apiUrl: null,
  token: null,
  join: true,
}

/** A repository with its token, and its pull requests. */
export type Reached<Secret> = {
  readonly repoUrl: string
  /** The repository's own. */
  readonly token: Secret | null
  readonly pullRequests: PullRequestAccess<Secret>
}

/** With what the pull requests of a repository are opened. */
export type PullRequestLine<Secret> = {
  readonly settings: PullRequestSettings
  readonly repository: HostedRepository
  readonly token: Secret
}

/** Null: Berth can open none there, as the host, the repository's name there, or a token isn't known. */
export function pullRequestLine<Secret>(
  repository: Reached<Secret>,
): PullRequestLine<Secret> | null {
  const { apiUrl, join, token: own } = repository.pullRequests
  const host = hostOf(repository)
  const hosted = host === null ? null : hostedRepository(host, repository.repoUrl, apiUrl)
  const token = own ?? (takesRepositoryToken(repository) ? repository.token : null)
  if (host === null || hosted === null || token === null) return null
  return { settings: { host, apiUrl, join }, repository: hosted, token }
}

/** The server that a token of pull requests is shown to; null: there is none. */
export function serverOfPullRequests(repository: Reached<unknown>): string | null {
  const host = hostOf(repository)
  const { apiUrl } = repository.pullRequests
  const hosted = host === null ? null : hostedRepository(host, repository.repoUrl, apiUrl)
  return hosted === null ? null : originOf(hosted.api)
}

function hostOf({ repoUrl, pullRequests }: Reached<unknown>): GitHost | null {
  return pullRequests.host ?? hostOfAddress(repoUrl)
}

/**
 * A repository's token is for its own server. Where that has its API by default is its own matter; what an admin names besides
 * may be anybody's.
 */
function takesRepositoryToken({ repoUrl, pullRequests: { apiUrl } }: Reached<unknown>): boolean {
  if (!repoUrl.startsWith('https:')) return false
  return apiUrl === null || originOf(apiUrl) === originOf(repoUrl)
}

function originOf(url: string): string | null {
  return URL.parse(url)?.origin ?? null
}

/**
 * The issues of what is set, by field as people write it: none where nothing is. `loopback` lets the demo name its own machine.
 * The token's form is the caller's to check.
 */
export function pullRequestIssues(
  repository: Reached<unknown>,
  { loopback }: { readonly loopback: boolean },
): readonly Issue[] {
  const { host, apiUrl, token } = repository.pullRequests
  if (host === null && apiUrl === null && token === null) return []
  const addressIssues = apiUrl === null ? [] : apiUrlIssues(apiUrl, loopback)
  if (addressIssues.length > 0) return addressIssues
  const served = hostOf(repository)
  if (served === null) return [UNKNOWN_HOST]
  if (hostedRepository(served, repository.repoUrl, apiUrl) === null) return [notOf(served)]
  return pullRequestLine(repository) === null ? [tokenNeeded(repository)] : []
}

const API_URL = ['pull_requests', 'api_url']

function apiUrlIssues(apiUrl: string, loopback: boolean): readonly Issue[] {
  const issues = callUrlIssues(apiUrl, API_URL)
  if (issues.length > 0) return issues
  if (isThisMachine(apiUrl) && !loopback) {
    const reason = 'The address leads to this machine: that is not allowed.'
    return [{ path: API_URL, code: 'url_host', reason }]
  }
  if (!apiUrl.includes('?')) return []
  return [{ path: API_URL, code: 'url_format', reason: 'The address has a query: remove it.' }]
}

const UNKNOWN_HOST: Issue = {
  path: ['pull_requests', 'host'],
  code: 'required',
  reason: 'The address of the repository doesn’t tell which host this is: choose it.',
}

const ADDRESS_FORMS: Readonly<Record<GitHost, string>> = {
  github: 'On GitHub a repository has an address such as https://github.com/owner/name.git.',
  gitlab: 'On GitLab a repository has an address such as https://gitlab.com/group/name.git.',
  'azure-devops':
    'On Azure DevOps a repository has an address such as https://dev.azure.com/organization/project/_git/name.',
  gitea:
    'On Gitea and Forgejo a repository has an address such as https://codeberg.org/owner/name.git.',
}

function notOf(host: GitHost): Issue {
  const path = ['pull_requests', 'host']
  return { path, code: 'not_a_repository_of_host', reason: ADDRESS_FORMS[host] }
}

function tokenNeeded(repository: Reached<unknown>): Issue {
  const path = ['pull_requests', 'token']
  return { path, code: 'required', reason: whyTokenNeeded(repository) }
}

function whyTokenNeeded(repository: Reached<unknown>): string {
  if (!repository.repoUrl.startsWith('https:')) {
    return 'The repository is reached by ssh, but pull requests by https: enter a token for them.'
  }
  return takesRepositoryToken(repository)
    ? 'The repository has no token: enter one there, or one for pull requests here.'
    : 'The API is on another server than the repository, whose token isn’t sent there: enter one for it.'
}
