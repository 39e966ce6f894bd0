import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { accepted, refused, type Checked } from '#lib/domain/text/issue.ts'

/** Where a repository is: a directory of this machine, or a URL for git. */
export type RemoteAddress =
  | { readonly protocol: 'local'; readonly path: string }
  | { readonly protocol: 'http' | 'https' | 'ssh'; readonly url: string }

const HOST = String.raw`(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])`
const USER = '[A-Za-z0-9_][A-Za-z0-9._-]*'
const PATH = '[A-Za-z0-9._~/%+@,=-]+'
const HTTP = new RegExp(`^https?://${HOST}(?::[0-9]{1,5})?/${PATH}$`)
const SSH = new RegExp(`^ssh://(?:${USER}@)?${HOST}(?::[0-9]{1,5})?/${PATH}$`)
const SCP = new RegExp(`^${USER}@[A-Za-z0-9][A-Za-z0-9.-]*:(?![-/:])${PATH}$`)

/**
 * The address that Berth pushes to: `https://host/path`, `ssh://user@host/path`, `user@host:path`, `/absolute/path` or
 * `file:///absolute/path`. Plain http is only for tests, with `allowHttp`.
 *
 * Issues, with an empty path: `remote_userinfo` for a name or password in the address, `remote_address` for everything
 * else. No reason repeats the address, which may contain a secret.
 */
export function parseRemoteAddress(
  text: string,
  { allowHttp }: { readonly allowHttp: boolean } = { allowHttp: false },
): Checked<RemoteAddress> {
  if (path.isAbsolute(text) && !text.includes('\0'))
    return accepted({ protocol: 'local', path: text })
  if (text.startsWith('file:///')) return parseFileUrl(text)
  if (SSH.test(text) || SCP.test(text)) return accepted({ protocol: 'ssh', url: text })
  if (/^https?:\/\/[^/]*@/i.test(text)) {
    const reason =
      'Remove the user name and password from the address of the repository: they are settings of their own.'
    return refused([{ path: [], code: 'remote_userinfo', reason }])
  }
  const protocol = text.startsWith('http:') ? 'http' : 'https'
  if (HTTP.test(text) && (protocol === 'https' || allowHttp)) {
    return accepted({ protocol, url: text })
  }
  return refused([NO_ADDRESS])
}

const NO_ADDRESS = {
  path: [],
  code: 'remote_address',
  reason:
    'The repository needs an address such as https://host/path, ssh://git@host/path, git@host:path or /absolute/path.',
}

function parseFileUrl(text: string): Checked<RemoteAddress> {
  try {
    return accepted({ protocol: 'local', path: fileURLToPath(text) })
  } catch {
    return refused([NO_ADDRESS])
  }
}
