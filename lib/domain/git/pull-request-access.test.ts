import { describe, expect, it } from 'vitest'
import {
  GUESSED_ACCESS,
  type PullRequestAccess,
  pullRequestIssues,
  pullRequestLine,
  serverOfPullRequests,
} from './pull-request-access.ts'

const ofGitHub = 'https://github.com/ieb/gitops.git'
const elsewhere = 'https://git.example.com/ieb/gitops.git'
const overSsh = 'git@github.com:ieb/gitops.git'

const reached = (
  repoUrl: string,
  set: Partial<PullRequestAccess<string>> = {},
  token: string | null = 'of the repository',
) => ({ repoUrl, token, pullRequests: { ...GUESSED_ACCESS, ...set } })

const codesOf = (repository: ReturnType<typeof reached>, loopback = false) =>
  pullRequestIssues(repository, { loopback }).map(({ path, code }) => `${path.join('.')} ${code}`)

describe('the pull requests of a repository', () => {
  it('are where its address says, with its own token, when nothing is set', () => {
    expect(pullRequestLine(reached(ofGitHub))).toEqual({
      settings: { host: 'github', apiUrl: null, join: true },
      repository: { api: 'https://api.github.com', path: ['ieb', 'gitops'] },
      token: 'of the repository',
    })
  })

  it.each<[string, ReturnType<typeof reached>]>([
    ['of a host that the address doesn’t tell', reached(elsewhere)],
    ['that is reached by ssh, without a token of their own', reached(overSsh)],
    ['without any token', reached(ofGitHub, {}, null)],
    ['with an address that is no repository’s of its host', reached('https://github.com/ieb')],
  ])('are nowhere for a repository %s, which is no issue where nothing is set', (_, repository) => {
    expect(pullRequestLine(repository)).toBeNull()
    expect(codesOf(repository)).toEqual([])
  })

  it.each<[string, ReturnType<typeof reached>, string, string]>([
    // case | repository | token | API
    [
      'a host that is named',
      reached(elsewhere, { host: 'gitea' }),
      'of the repository',
      'https://git.example.com/api/v1',
    ],
    ['a token of their own', reached(ofGitHub, { token: 'own' }), 'own', 'https://api.github.com'],
    [
      'a repository that is reached by ssh',
      reached(overSsh, { token: 'own' }, null),
      'own',
      'https://api.github.com',
    ],
    [
      'an API on the server of the repository',
      reached(elsewhere, { host: 'gitlab', apiUrl: 'https://git.example.com/scm/api/v4/' }),
      'of the repository',
      'https://git.example.com/scm/api/v4',
    ],
    [
      'an API on another server',
      reached(elsewhere, { host: 'gitlab', apiUrl: 'https://api.example.com/v4', token: 'own' }),
      'own',
      'https://api.example.com/v4',
    ],
  ])('may have %s', (_, repository, token, api) => {
    expect(codesOf(repository)).toEqual([])
    expect(pullRequestLine(repository)).toMatchObject({ token, repository: { api } })
  })

  it.each<[string, ReturnType<typeof reached>, string]>([
    // case | repository | issue
    [
      'a token for nobody knows which host',
      reached(elsewhere, { token: 'own' }),
      'pull_requests.host required',
    ],
    [
      'a host whose repositories have other addresses',
      reached(ofGitHub, { host: 'azure-devops' }),
      'pull_requests.host not_a_repository_of_host',
    ],
    [
      'ssh, and no token of their own',
      reached(overSsh, { host: 'github' }),
      'pull_requests.token required',
    ],
    [
      'no token at all',
      reached(elsewhere, { host: 'gitea' }, null),
      'pull_requests.token required',
    ],
    [
      'the token of the repository for another server',
      reached(ofGitHub, { apiUrl: 'https://collector.example.com' }),
      'pull_requests.token required',
    ],
    [
      'the token of the repository for another port',
      reached(elsewhere, { host: 'gitea', apiUrl: 'https://git.example.com:8443/api/v1' }),
      'pull_requests.token required',
    ],
    [
      'plain http',
      reached(ofGitHub, { apiUrl: 'http://api.example.com' }),
      'pull_requests.api_url url_scheme',
    ],
    [
      'a file',
      reached(ofGitHub, { apiUrl: 'file:///etc/passwd' }),
      'pull_requests.api_url url_scheme',
    ],
    [
      'a password in the address',
      reached(ofGitHub, { apiUrl: 'https://u:p@api.example.com' }),
      'pull_requests.api_url url_credentials',
    ],
    [
      'a metadata service',
      reached(ofGitHub, { apiUrl: 'https://169.254.169.254/' }),
      'pull_requests.api_url url_host',
    ],
    [
      'this machine',
      reached(ofGitHub, { apiUrl: 'http://127.0.0.1:3000/api/v3', token: 'own' }),
      'pull_requests.api_url url_host',
    ],
    [
      'a query',
      reached(ofGitHub, { apiUrl: 'https://api.example.com/?x=1', token: 'own' }),
      'pull_requests.api_url url_format',
    ],
  ])('may not have %s', (_, repository, code) => {
    expect(codesOf(repository)).toEqual([code])
  })

  it('may be on this machine where everything is a demo', () => {
    const onThisMachine = { apiUrl: 'http://127.0.0.1:3000/api/v3', token: 'own' }
    expect(codesOf(reached(ofGitHub, onThisMachine), true)).toEqual([])
  })

  it('show a token to one server, however the host is called', () => {
    const servers = [
      reached(ofGitHub),
      reached(overSsh),
      reached(ofGitHub, { host: 'github', apiUrl: 'https://api.github.com/' }),
    ].map(serverOfPullRequests)
    expect(new Set(servers)).toEqual(new Set(['https://api.github.com']))
    expect(serverOfPullRequests(reached(elsewhere))).toBeNull()
  })
})
