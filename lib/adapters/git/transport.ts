// How git reaches a remote. Secrets are passed in the environment of one child: arguments can be read by everyone on the
// machine, addresses end up in messages, and nothing is written to disk.
import type { NetworkTransport } from './git-process.ts'

export type HttpCredential = { readonly username: string; readonly token: string }

/** Absolute paths of files that ssh reads. */
export type SshIdentity = { readonly keyFile: string; readonly knownHostsFile: string }

const HEADER_VARIABLE = 'BERTH_GIT_HEADER'

/**
 * HTTP with a credential that git sends to this origin only, and with the first request already.
 * https://git-scm.com/docs/git#Documentation/git.txt---config-envltnamegtltenvvargt
 */
export function httpTransport(url: string, credential: HttpCredential | null): NetworkTransport {
  const { origin, protocol } = new URL(url)
  const allowed = protocol === 'http:' ? 'http' : 'https'
  if (credential === null) {
    return { protocol: allowed, settings: [], environment: {}, secrets: [] }
  }
  const pair = Buffer.from(`${credential.username}:${credential.token}`).toString('base64')
  return {
    protocol: allowed,
    settings: [`--config-env=http.${origin}/.extraHeader=${HEADER_VARIABLE}`],
    environment: { [HEADER_VARIABLE]: `Authorization: Basic ${pair}` },
    secrets: [credential.token, pair],
  }
}

/** ssh with one key, one list of known hosts, and nothing from anybody's configuration or agent. */
export function sshTransport({ keyFile, knownHostsFile }: SshIdentity): NetworkTransport {
  const command = [
    'ssh -F none -o BatchMode=yes -o IdentitiesOnly=yes -o StrictHostKeyChecking=yes',
    '-o UpdateHostKeys=no -o GlobalKnownHostsFile=none -o ConnectTimeout=15',
    `-o UserKnownHostsFile=${plainPath(knownHostsFile)} -i ${plainPath(keyFile)}`,
  ].join(' ')
  return {
    protocol: 'ssh',
    settings: [],
    environment: { GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' },
    secrets: [],
  }
}

/** Git passes GIT_SSH_COMMAND to a shell, and ssh expands `%`, `~` and `$`: only a path that both take literally. */
function plainPath(file: string): string {
  if (/^\/[A-Za-z0-9._/@+-]+$/.test(file)) return file
  throw new Error(
    `ssh needs an absolute path of A-Z a-z 0-9 . _ / @ + -, not ${JSON.stringify(file)}`,
  )
}
