// Which addresses a repository may have. The grammar is narrow and our own, so that Berth, Argo CD and Git can't read one
// address as different hosts, and none is a wildcard in an Argo CD project. No reason repeats a name or password.
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import { hostFlaw } from './repo-host.ts'

const URL_CHARACTERS_MAX = 2048
const PORT_MAX = 65_535
const FORMS = 'https://host/path, ssh://git@host/path or git@host:path'

/** The parts of a repository's address. */
export type Address = {
  readonly scheme: 'https' | 'ssh'
  /** Everything before the path: `user@host:port`. */
  readonly authority: string
  /** With its leading `/`, or empty. */
  readonly path: string
}

/**
 * The issue of a repository's address, if any: `url_scheme`, `url_format`, `url_credentials`, `url_host` or `url_glob`.
 * Accepted are `https://host[:port]/path`, `ssh://git@host[:port]/path` and `git@host:path`, in ASCII, without query and
 * fragment; a path's segments hold letters, digits, `.`, `_`, `~`, `+`, `-` and `%20`. The host is not looked up; with
 * `anyHost` it may also be the machine that asks.
 */
export function repoUrlIssues(
  url: string,
  path: Issue['path'],
  { anyHost }: { readonly anyHost: boolean } = { anyHost: false },
): readonly Issue[] {
  return grammarIssues(url, path, (text) => {
    const flaw = repoUrlFlaw(text)
    // A host that `anyHost` allows must still be followed by a valid path.
    if (!anyHost || flaw?.code !== 'url_host') return flaw
    return pathFlaw(readAddress(text)?.path ?? '')
  })
}

/**
 * The address as Argo CD compares it: in lower case, without `.git`, and the two spellings of SSH as one.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/git/git.go `NormalizeGitURL`
 */
export function normaliseRepoUrl(url: string): string {
  const lower = url.toLowerCase()
  const single = lower.startsWith('git@') ? lower.replace(':', '/') : lower.replace(/^ssh:\/\//, '')
  return single.replace(/\.git$/, '')
}

/** Other hosts that serve a provider's SSH: on port 443, for use behind firewalls, and Azure DevOps with its own paths. */
export const SSH_HOSTS: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['ssh.dev.azure.com', 'dev.azure.com'],
])

/**
 * The repository that an address means: two addresses with the same text are one repository. Unlike `normaliseRepoUrl` it
 * ignores how the repository is reached: https, SSH or oci, the port, the spelling of spaces. Use it to refuse what belongs to
 * others, where another spelling must not pass for another repository. Never use it to allow: Argo CD doesn't treat all of
 * these as the same.
 */
export function repositoryIdentity(url: string): string {
  const lower = url.toLowerCase().replace(/^oci:/, 'https:')
  const address = readAddress(lower)
  if (address === null) return lower
  const [host = ''] = hostAndPortOf(address).split(':')
  const path = address.path
    .replaceAll('%20', ' ')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  const azure = /^\/v3\/([^/]+\/[^/]+)\/([^/]+)$/.exec(host === 'ssh.dev.azure.com' ? path : '')
  return `${SSH_HOSTS.get(host) ?? host}${azure ? `/${azure[1]}/_git/${azure[2]}` : path}`
}

/** What is wrong with the address of a Git repository. */
export function repoUrlFlaw(url: string): Flaw | null {
  const flaw = lengthFlaw(url)
  if (flaw !== null) return flaw
  const address = readAddress(url)
  if (address === null) {
    return { code: 'url_scheme', reason: `The address must be of the form ${FORMS}.` }
  }
  return (
    charsetFlaw(url) ??
    userFlaw(address) ??
    hostAndPortFlaw(hostAndPortOf(address)) ??
    pathFlaw(address.path)
  )
}

/** What is wrong with an address before anything is known of its form. */
export function lengthFlaw(url: string): Flaw | null {
  if (url.length > URL_CHARACTERS_MAX) {
    return malformed(`The address has over ${URL_CHARACTERS_MAX} characters.`)
  }
  if (url.startsWith('-')) return malformed('The address starts with "-".')
  return /[*{}!,]/.test(url) ? wildcard() : null
}

export function charsetFlaw(url: string): Flaw | null {
  if (!/[^\x21-\x7e]|\\/.test(url)) return null
  return malformed(
    'The address holds a space, a line break, a backslash or a character that is not ASCII.',
  )
}

/** Null: it has none of the accepted forms. */
export function readAddress(url: string): Address | null {
  const scp = /^([^@:/]*@[^:/]*):([^]*)$/.exec(url)
  if (scp !== null) return { scheme: 'ssh', authority: scp[1] ?? '', path: `/${scp[2] ?? ''}` }
  const full = /^(https|ssh):(?:\/\/([^/?#]*))?([^]*)$/.exec(url)
  if (full === null) return null
  const scheme = full[1] === 'https' ? 'https' : 'ssh'
  return { scheme, authority: full[2] ?? '', path: full[3] ?? '' }
}

/** `host` or `host:port`. */
export function hostAndPortOf({ authority }: Address): string {
  return authority.slice(authority.lastIndexOf('@') + 1)
}

function userFlaw(address: Address): Flaw | null {
  const { scheme, authority, path } = address
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? null : authority.slice(0, at)
  if (user?.includes(':')) {
    return { code: 'url_credentials', reason: 'The address holds a password or token: remove it.' }
  }
  if (scheme === 'ssh') {
    return user === 'git'
      ? null
      : malformed('The user of an SSH address is git: write git@ before the host.')
  }
  if (user === null) return null
  const bare = `https://${hostAndPortOf(address)}${path}`
  return malformed(
    repoUrlFlaw(bare) === null
      ? `The address names a user: remove what stands before the host and write ${bare}`
      : 'The address names a user: remove what stands before the host.',
  )
}

/** What is wrong with `host` or `host:port`. */
export function hostAndPortFlaw(hostAndPort: string): Flaw | null {
  if (hostAndPort.startsWith('[')) return hostFlaw(hostAndPort)
  const [host = '', port, ...rest] = hostAndPort.split(':')
  if (host === '') return malformed('The address has no host.')
  if (rest.length > 0 || (port !== undefined && !isPort(port))) {
    return malformed(`The port is no number from 1 to ${PORT_MAX}.`)
  }
  return hostFlaw(host)
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= PORT_MAX
}

function pathFlaw(path: string): Flaw | null {
  if (/[[\]]/.test(path)) return wildcard()
  if (/[?#]/.test(path)) return malformed('The address has a query or a fragment: remove it.')
  const segments = path.split('/').slice(1)
  if (segments.join('') === '') return malformed('The address has no path to a repository.')
  if (segments.at(-1) === '') return malformed('The address ends with "/": remove it.')
  return segments.every(isPathSegment)
    ? null
    : malformed(
        'The path of the address holds an empty segment, or a character that is not allowed.',
      )
}

function isPathSegment(segment: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._~](?:[A-Za-z0-9._~+-]|%20)*$/.test(segment)
}

function wildcard(): Flaw {
  return {
    code: 'url_glob',
    reason: 'The address must be exact: it holds one of * { } [ ] ! or a comma.',
  }
}

export function malformed(reason: string): Flaw {
  return { code: 'url_format', reason }
}
