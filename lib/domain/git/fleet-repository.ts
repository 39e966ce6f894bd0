// Where a tenant's manifests go: address, branches and credential. The same rules hold for the installation's own settings
// and for what an admin enters. No reason repeats an address, because it may contain a secret.
import { repoUrlIssues } from '#lib/domain/addresses/repo-url.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues, textIssues } from '#lib/domain/text/text.ts'
import { parseBranchPattern, reservedBranchIssues } from './branch-pattern.ts'
import { type PullRequestAccess, pullRequestIssues } from './pull-request-access.ts'

export const SHARDS_MAX = 10_000
const USERNAME_CHARACTERS_MAX = 255
const TOKEN_CHARACTERS_MAX = 8192
const KEY_CHARACTERS_MAX = 16_384
const KNOWN_HOSTS_CHARACTERS_MAX = 65_536

/** Whether an address contains a name or a password. The user of an SSH address is no secret; a password in one is. */
export function holdsCredentials(address: string): boolean {
  return /^https?:[\\/]*[^\\/?#]*@/i.test(address) || /^ssh:\/*[^/@]*:[^/]*@/i.test(address)
}

/** What an admin may set, with secrets in plain text; null: there is none. */
export type FleetRepository = {
  readonly repoUrl: string
  /** Null: the same as `repoUrl`. */
  readonly pullUrl: string | null
  readonly branchPattern: string
  readonly shards: number
  readonly username: string
  readonly token: string | null
  readonly sshKey: string | null
  readonly sshKnownHosts: string | null
  readonly pullRequests: PullRequestAccess<string>
}

/**
 * The issues of a tenant's repository, by field as people write it. Addresses are those that applications may have: https
 * or ssh, exact, and never this machine, its link or a metadata service; `loopback` lets the demo name its own machine. A
 * reserved pattern may stay where it is the present one.
 */
export function fleetRepositoryIssues(
  repository: FleetRepository,
  { loopback, presentPattern }: RepositoryRules,
): readonly Issue[] {
  const { repoUrl, pullUrl, branchPattern, shards } = repository
  return [
    ...repoUrlIssues(repoUrl, ['repo_url'], { anyHost: loopback }),
    ...(pullUrl === null ? [] : repoUrlIssues(pullUrl, ['pull_url'], { anyHost: loopback })),
    ...patternIssues(branchPattern, presentPattern),
    ...(shards >= 1 && shards <= SHARDS_MAX ? [] : [shardsIssue]),
    ...credentialIssues(repository),
    ...pullRequestIssues(repository, { loopback }),
  ]
}

export type RepositoryRules = { readonly loopback: boolean; readonly presentPattern: string }

function patternIssues(text: string, present: string): readonly Issue[] {
  const pattern = parseBranchPattern(text)
  const issues = pattern.ok ? (text === present ? [] : reservedBranchIssues(text)) : pattern.issues
  return issues.map((issue) => ({ ...issue, path: ['branch_pattern'] }))
}

const shardsIssue: Issue = {
  path: ['shards'],
  code: 'shards_range',
  reason: `There are 1 to ${SHARDS_MAX} shards.`,
}

function credentialIssues(repository: FleetRepository): readonly Issue[] {
  const { username, token, sshKey, sshKnownHosts, pullRequests } = repository
  return [
    ...grammarIssues(username, ['username'], usernameFlaw),
    ...tokenIssues(token, ['token']),
    ...tokenIssues(pullRequests.token, ['pull_requests', 'token']),
    ...(sshKey === null ? [] : grammarIssues(sshKey, ['ssh_key'], sshKeyFlaw)),
    ...(sshKnownHosts === null ? [] : knownHostsIssues(sshKnownHosts)),
    ...sshIssues(repository),
  ]
}

/** An HTTP header separates name and token at the first colon. https://datatracker.ietf.org/doc/html/rfc7617#section-2 */
function usernameFlaw(username: string): Flaw | null {
  return username.length <= USERNAME_CHARACTERS_MAX && /^[\x21-\x39\x3b-\x7e]+$/.test(username)
    ? null
    : {
        code: 'username_format',
        reason: `A user name is 1 to ${USERNAME_CHARACTERS_MAX} visible ASCII characters without a colon.`,
      }
}

function tokenIssues(token: string | null, path: Issue['path']): readonly Issue[] {
  return token === null ? [] : grammarIssues(token, path, tokenFlaw)
}

function tokenFlaw(token: string): Flaw | null {
  return token.length <= TOKEN_CHARACTERS_MAX && /^[\x20-\x7e]+$/.test(token)
    ? null
    : {
        code: 'token_format',
        reason: `A token is 1 to ${TOKEN_CHARACTERS_MAX} ASCII characters on one line.`,
      }
}

const KEY_FORM =
  /^-----BEGIN ([A-Z]+ )?PRIVATE KEY-----\n[\x20-\x7e\n]+\n-----END \1?PRIVATE KEY-----\n$/

function sshKeyFlaw(key: string): Flaw | null {
  if (/^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(key)) {
    return {
      code: 'ssh_key_format',
      reason: 'The key is behind a passphrase: nobody could type it.',
    }
  }
  return key.length <= KEY_CHARACTERS_MAX && KEY_FORM.test(key)
    ? null
    : { code: 'ssh_key_format', reason: 'This is no private key as ssh-keygen writes it.' }
}

function knownHostsIssues(hosts: string): readonly Issue[] {
  const rule = { charactersMax: KNOWN_HOSTS_CHARACTERS_MAX, lineBreaks: true }
  const issues = textIssues(hosts, ['ssh_known_hosts'], rule)
  if (issues.length > 0 || hosts.split('\n').every((line) => isKnownHost(line.trim())))
    return issues
  const reason = 'Each line names a host and its key, as ssh-keyscan prints them.'
  return [{ path: ['ssh_known_hosts'], code: 'known_hosts_format', reason }]
}

/** https://man.openbsd.org/sshd.8#SSH_KNOWN_HOSTS_FILE_FORMAT */
function isKnownHost(line: string): boolean {
  return /^(?:#.*|(?:@[a-z-]+\s+)?\S+\s+[a-z0-9@.-]+\s+[A-Za-z0-9+/=]+(?:\s.*)?)?$/.test(line)
}

function sshIssues({ repoUrl, sshKey, sshKnownHosts }: FleetRepository): readonly Issue[] {
  if (!/^(?:ssh:\/\/)?git@/.test(repoUrl)) return []
  const needed = { ssh_key: sshKey, ssh_known_hosts: sshKnownHosts }
  return Object.entries(needed).flatMap(([field, value]) => {
    if (value !== null) return []
    const reason = 'The address is reached by ssh, which needs a key and the keys of known hosts.'
    return [{ path: [field], code: 'required', reason }]
  })
}

/** Text as people paste it, with the line ends that ssh expects. */
export function unixLines(text: string): string {
  return `${text.replace(/\r\n?/g, '\n').trim()}\n`
}

/**
 * The server that a credential is shown to: addresses of the same server give the same text. Somebody who may set an
 * address but not read the credential must not be able to have it sent to another server.
 */
export function serverOf(repoUrl: string): string {
  const scp = /^[^@:/]*@([^:/]*):/.exec(repoUrl)
  if (scp !== null) return `ssh://${scp[1]}:22`.toLowerCase()
  const full = /^(https|ssh):\/\/(?:[^@/]*@)?([^:/]*)(?::(\d+))?\//.exec(repoUrl)
  if (full === null) return ''
  const [, scheme, host, port = scheme === 'https' ? '443' : '22'] = full
  return `${scheme}://${host}:${port}`.toLowerCase()
}
