// Starts the git binary. Whatever the machine, the user's home or a remote say, git runs with these settings and this
// environment, and without a shell.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'

/** What git may connect to, and with which credential. */
export type GitTransport = {
  /** The value of GIT_ALLOW_PROTOCOL: git refuses every other transport, `ext::` and `file:` among them. */
  readonly protocol: 'none' | 'http' | 'https' | 'ssh'
  /** Arguments before the subcommand. Anyone on the machine can read them: never a secret. */
  readonly settings: readonly string[]
  /** Variables for this child process alone; only its owner can read them. */
  readonly environment: Readonly<Record<string, string>>
  /** Texts that must not be in any message. */
  readonly secrets: readonly string[]
}

export type NetworkTransport = GitTransport & { readonly protocol: 'http' | 'https' | 'ssh' }

export const NO_TRANSPORT: GitTransport = {
  protocol: 'none',
  settings: [],
  environment: {},
  secrets: [],
}

export type GitCommand = {
  /** The bare repository. Git is told where it is and doesn't search for it. */
  readonly directory: string
  readonly args: readonly string[]
  readonly transport?: GitTransport
  readonly environment?: Readonly<Record<string, string>>
  /** Whether it runs at low priority. */
  readonly isPatient?: boolean
}

const SETTINGS = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['credential.helper', ''],
  // A redirect could lead a credential, or a push, to another host.
  ['http.followRedirects', 'false'],
  // An automatic clean-up could prune objects that another process has written but no ref names yet.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Git's default leaves out loose objects; a ref must never outlive the objects that it leads to.
  ['core.fsync', 'loose-object,pack,pack-metadata,reference'],
].map(([key, value]) => `${key}=${value}`)

/** Starts git in a process group of its own, so that `killGit` reaches the children that git starts. */
export function startGit(command: GitCommand): ChildProcessWithoutNullStreams {
  const { directory, args, transport = NO_TRANSPORT, environment = {} } = command
  requireEmptyHands('git')
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  const child = spawn(
    'git',
    [...settings, ...transport.settings, `--git-dir=${directory}`, ...args],
    {
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        // Git doesn't use it, but the types of Next.js demand it of every environment.
        NODE_ENV: process.env.NODE_ENV,
        // A directory of ours that is never created: no .netrc, no .gitconfig, no .config/git.
        HOME: path.join(directory, 'no-home'),
        LC_ALL: 'C',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_ATTR_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_ALLOW_PROTOCOL: transport.protocol,
        ...transport.environment,
        ...environment,
      },
      shell: false,
      detached: true,
      stdio: 'pipe',
    },
  )
  if (command.isPatient === true && child.pid !== undefined) {
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
  }
  return child
}

/** Kills git and everything that it started. If only the parent is killed, a push goes on in its children. */
export function killGit(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
