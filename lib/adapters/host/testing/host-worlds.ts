// Where the suite of hosts runs: at a stand-in for each of them, and at a real one that the environment names.
import path from 'node:path'
import { type GitHost, GIT_HOSTS } from '#lib/domain/git/push.ts'
import { openObjectStore } from '../../git/object-store.ts'
import { requireGit, runGit } from '../../git/run-git.ts'
import { scratchDirectory } from '../../git/testing/scratch.ts'
import { httpTransport } from '../../git/transport.ts'
import { type CallOut, openOutgoing } from '../../outgoing/call-out.ts'
import { reachOf } from '../../outgoing/reach.ts'
import { openHost } from '../open-host.ts'
import type { PullRequestHost } from '../pull-request-host.ts'
import { type HostedRepository, hostedRepository } from '#lib/domain/git/repository-address.ts'
import { gitText, personOf } from './merge.ts'
import { startStandInHost, type StandInHost } from './stand-in-host.ts'

export type HostWorld = {
  readonly host: PullRequestHost
  /** As `host`, with another token or another way out. */
  readonly opened: (changed: {
    readonly token?: string
    readonly callOut?: CallOut
  }) => PullRequestHost
  /** A commit of these files, on another one if one is named; not pushed. */
  readonly commit: (files: Readonly<Record<string, string>>, parent?: string) => Promise<string>
  /** Moves branches to commits, wherever they were. */
  readonly push: (tips: Readonly<Record<string, string>>) => Promise<void>
  readonly close: () => Promise<void>
}

export type StandInWorld = HostWorld & { readonly standIn: StandInHost; readonly directory: string }

export const TOKEN = 'correct-horse/battery+staple'

/** This machine and the internet. */
export const callOut: CallOut = openOutgoing(reachOf({ privateNetworks: [], thisMachine: true }))

export async function standInWorld(kind: GitHost): Promise<StandInWorld> {
  const scratch = await scratchDirectory()
  const directory = path.join(scratch.directory, 'served.git')
  const served = await openObjectStore(directory, 'main')
  const standIn = await startStandInHost(kind, directory, TOKEN)
  const { repository, git } = standIn
  const world = await worldOf({ kind, repository, cloneUrl: git.url, token: TOKEN })
  return {
    ...world,
    standIn,
    directory,
    close: async () => {
      await world.close()
      await standIn.close()
      served.close()
      await scratch.remove()
    },
  }
}

export type RealHost = {
  readonly kind: GitHost
  readonly repository: HostedRepository
  readonly cloneUrl: string
  readonly token: string
}

/**
 * Null: the environment names none. `BERTH_TEST_HOST_URL` is the address of the API, `BERTH_TEST_HOST_KIND` which of the four it
 * is, `BERTH_TEST_HOST_REPOSITORY` the address of a repository that tests may write to, and `BERTH_TEST_HOST_TOKEN` a token with
 * the rights that Berth asks for. Throws where these name no host together, so that nobody takes a skipped suite for a green one.
 */
export function realHost(
  environment: Readonly<Record<string, string | undefined>>,
): RealHost | null {
  const api = environment['BERTH_TEST_HOST_URL'] ?? ''
  if (api === '') return null
  const kind = GIT_HOSTS.find((host) => host === environment['BERTH_TEST_HOST_KIND'])
  const token = environment['BERTH_TEST_HOST_TOKEN'] ?? ''
  const cloneUrl = environment['BERTH_TEST_HOST_REPOSITORY'] ?? ''
  // One of this machine may do without TLS.
  const address = cloneUrl.replace(/^http:/, 'https:')
  const repository = kind === undefined ? null : hostedRepository(kind, address, api)
  if (kind === undefined || repository === null || token === '') {
    throw new Error(
      `BERTH_TEST_HOST_KIND has to be one of ${GIT_HOSTS.join(', ')}, BERTH_TEST_HOST_REPOSITORY a repository there, and BERTH_TEST_HOST_TOKEN a token.`,
    )
  }
  return { kind, repository, cloneUrl, token }
}

export async function worldOf({ kind, repository, cloneUrl, token }: RealHost): Promise<HostWorld> {
  const scratch = await scratchDirectory()
  const directory = path.join(scratch.directory, 'work.git')
  const store = await openObjectStore(directory, 'main')
  const transport = httpTransport(cloneUrl, { username: 'berth', token })
  const opened: HostWorld['opened'] = (changed) =>
    openHost(kind, repository, changed.token ?? token, changed.callOut ?? callOut)
  const pushed = new Set<string>()
  const commits = new Map<string, string>()
  const talk = async (...args: readonly string[]) => {
    await requireGit({ directory, args, transport, timeoutMs: 60_000 })
  }
  return {
    host: opened({}),
    opened,
    commit: async (files, parent) => {
      if (parent !== undefined && !(await isKnown(directory, parent))) {
        await talk('fetch', '--no-tags', cloneUrl, '+refs/heads/*:refs/remotes/host/*')
      }
      // The same is made once.
      const key = JSON.stringify([files, parent])
      const commit = commits.get(key) ?? (await commitOf(directory, files, parent))
      commits.set(key, commit)
      return commit
    },
    push: async (tips) => {
      const refs = Object.entries(tips).map(([branch, tip]) => `${tip}:refs/heads/${branch}`)
      await talk('push', '--force', cloneUrl, ...refs)
      for (const branch of Object.keys(tips)) pushed.add(branch)
    },
    close: async () => {
      const refs = [...pushed].map((branch) => `:refs/heads/${branch}`)
      // Those that the host has deleted already are no matter.
      if (refs.length > 0) await talk('push', cloneUrl, ...refs).catch(() => undefined)
      store.close()
      await scratch.remove()
    },
  }
}

async function isKnown(directory: string, commit: string): Promise<boolean> {
  const args = ['cat-file', '-e', commit]
  return (await runGit({ directory, args, timeoutMs: 60_000 })).exitCode === 0
}

async function commitOf(
  directory: string,
  files: Readonly<Record<string, string>>,
  parent?: string,
): Promise<string> {
  const lines: string[] = []
  for (const [name, text] of Object.entries(files)) {
    const blob = await gitText(directory, ['hash-object', '-w', '--stdin'], {}, text)
    lines.push(`100644 blob ${blob}\t${name}\n`)
  }
  const tree = await gitText(directory, ['mktree'], {}, lines.join(''))
  const parents = parent === undefined ? [] : ['-p', parent]
  const names = Object.keys(files).join(', ')
  return gitText(
    directory,
    ['commit-tree', tree, ...parents, '-F', '-'],
    personOf('Ada'),
    `Write ${names}`,
  )
}
