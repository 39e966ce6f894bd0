// Routes to a remote. What a route needs exists only while git runs: a key that was given as text is a file for that time,
// and a host name is resolved for each run.
import { mkdtemp, rm, writeFile, access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { GitTransport, NetworkTransport } from './git-process.ts'
import { type HttpCredential, httpTransport, type SshIdentity, sshTransport } from './transport.ts'

export type NetworkRoute = {
  readonly protocol: NetworkTransport['protocol']
  /** Throws `RouteRefused` when git must not use this route. */
  readonly lend: <T>(use: (transport: GitTransport) => Promise<T>) => Promise<T>
}

/** Its message is for people to read, and names no secret. */
export class RouteRefused extends Error {
  override readonly name = 'RouteRefused'
}

export function httpRoute(url: string, credential: HttpCredential | null): NetworkRoute {
  const transport = httpTransport(url, credential)
  return { protocol: transport.protocol, lend: (use) => use(transport) }
}

export function sshRoute(identity: SshIdentity): NetworkRoute {
  const transport = sshTransport(identity)
  return { protocol: 'ssh', lend: (use) => use(transport) }
}

export type SshTexts = { readonly key: string; readonly knownHosts: string }

/**
 * ssh with a key that isn't stored as a file. ssh reads keys only from files, and an agent would be a process that outlives
 * its maker, so the key is written to a file that only this user can read, in memory where the machine has a file system
 * for that, while git runs.
 */
export function sshKeyRoute({ key, knownHosts }: SshTexts): NetworkRoute {
  return {
    protocol: 'ssh',
    lend: async (use) => {
      // mkdtemp creates it with mode 0700.
      const directory = await mkdtemp(path.join(await memoryDirectory(), 'berth-ssh-'))
      try {
        const keyFile = path.join(directory, 'key')
        const knownHostsFile = path.join(directory, 'known-hosts')
        await writeFile(keyFile, key, { mode: 0o600 })
        await writeFile(knownHostsFile, knownHosts, { mode: 0o600 })
        const transport = sshTransport({ keyFile, knownHostsFile })
        return await use({ ...transport, secrets: keyLines(key) })
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

const MEMORY = '/dev/shm'

async function memoryDirectory(): Promise<string> {
  return access(MEMORY).then(
    () => MEMORY,
    () => tmpdir(),
  )
}

/** Shorter ones reveal nothing, and occur in many messages. */
const SECRET_CHARACTERS_MIN = 16

/** A message can contain a line of a key, but hardly all of it. */
function keyLines(key: string): string[] {
  return key
    .split('\n')
    .filter((line) => line.length >= SECRET_CHARACTERS_MIN && !line.startsWith('-----'))
}
