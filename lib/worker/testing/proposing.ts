// A publisher whose branches people merge into, at a stand-in for a Git host.
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { httpRoute } from '#lib/adapters/git/route.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { openHost } from '#lib/adapters/host/open-host.ts'
import { callOut, TOKEN } from '#lib/adapters/host/testing/host-worlds.ts'
import type { MergeMethod } from '#lib/adapters/host/testing/merge.ts'
import { startStandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { findPullRequest } from '#db/queries/pull-request-lists.ts'
import type { GitHost } from '#lib/domain/git/push.ts'
import { save, saveSmallFleet } from './fleets.ts'
import { keptPullsHost } from './kept-pulls-host.ts'
import { createTestPublisher, type TestPublisher } from './publisher.ts'

/** What saves ask whether there is a host; the publisher is given one, which has another name for itself. */
export const SETTINGS = {
  GITOPS_BRANCH: '{environment}',
  GITOPS_REPO_URL: 'https://git.example.com/ieb/gitops.git',
  GITOPS_TOKEN: TOKEN,
  GITOPS_PULL_REQUEST_HOST: 'github',
  GITOPS_PULL_REQUEST_API_URL: 'https://git.example.com/api',
}

export type ProposingPublisher = Awaited<ReturnType<typeof createProposingPublisher>>

/** A small fleet in `prod`, whose branch of that name is published by pull requests. Nothing is published yet. */
export async function createProposingPublisher(
  kind: GitHost = 'github',
  { join = true }: { readonly join?: boolean } = {},
) {
  const scratch = await scratchDirectory()
  const directory = path.join(scratch.directory, 'served.git')
  const served = await openObjectStore(directory, 'main')
  const standIn = await startStandInHost(kind, directory, TOKEN)
  const route = httpRoute(standIn.git.url, { username: 'berth', token: TOKEN })
  const host = openHost(kind, standIn.repository, TOKEN, callOut)
  const publisher = await createTestPublisher(
    SETTINGS,
    ({ store }) => new NetworkRemote(store, standIn.git.url, route),
    directory,
    () => ({ host, join }),
  )
  await save(publisher, 'POST', '/environments', { name: 'prod', publish: 'pull-request' })
  await saveSmallFleet(publisher)
  return {
    ...publisher,
    standIn,
    host,
    pullOf: (branch = 'prod') => publisher.inScope((scope) => findPullRequest(scope, branch)),
    /** Merges the one that is open. */
    merge: async (method: MergeMethod = 'merge', by = 'ann') => {
      const open = (await standIn.pulls()).filter(({ state }) => state === 'open')
      if (open.length !== 1) throw new Error(`${open.length} pull requests are open`)
      return standIn.merge(open[0]!.number, method, by)
    },
    states: (branch = 'prod') => statesOf(publisher, branch),
    askAgain: () => askAgain(publisher),
    async close() {
      await publisher.close()
      await standIn.close()
      served.close()
      await scratch.remove()
    },
  }
}

export type QuickProposingPublisher = Awaited<ReturnType<typeof createQuickProposingPublisher>>

/** As the other, on a repository of this machine and at a host without a network. */
export async function createQuickProposingPublisher({ join = true }: { join?: boolean } = {}) {
  let kept!: ReturnType<typeof keptPullsHost>
  const publisher = await createTestPublisher(SETTINGS, undefined, null, (directory) => {
    kept = keptPullsHost(directory)
    return { host: kept.host, join }
  })
  await save(publisher, 'POST', '/environments', { name: 'prod', publish: 'pull-request' })
  await saveSmallFleet(publisher)
  const openOf = async (branch = 'prod') =>
    (await kept.pulls.all()).find(({ base, state }) => base === branch && state === 'open') ?? null
  return {
    ...publisher,
    ...kept,
    openOf,
    pullOf: (branch = 'prod') => publisher.inScope((scope) => findPullRequest(scope, branch)),
    states: (branch = 'prod') => statesOf(publisher, branch),
    merge: async (method: MergeMethod = 'merge', branch = 'prod', message?: string) => {
      const open = await openOf(branch)
      if (open === null) throw new Error(`no pull request of ${branch} is open`)
      const merging = { by: 'ann', before: async () => undefined, ...(message && { message }) }
      return kept.pulls.merge(open.number, method, merging)
    },
    closeBy: async (by: string, branch = 'prod') => {
      const open = await openOf(branch)
      await kept.pulls.edit(open!.number, { state: 'closed' }, by)
    },
    askAgain: () => askAgain(publisher),
  }
}

/** Has the host asked at the next pass over each branch with a pull request, which is due. */
export function askAgain({ inScope }: Pick<TestPublisher, 'inScope'>) {
  return inScope(({ tx, tenant }) =>
    tx.execute(sql`update pull_requests set asked_at = null, due_at = clock_timestamp()
      where tenant = ${tenant}`),
  )
}

/** How far each change of a branch has come, as `7 proposed`. */
async function statesOf({ inScope }: Pick<TestPublisher, 'inScope'>, branch: string) {
  const rows = await inScope(({ tx, tenant }) =>
    tx.execute<{ change: number; state: string }>(sql`
      select change::int as change, state from publications
      where tenant = ${tenant} and branch = ${branch} order by change`),
  )
  return rows.map(({ change, state }) => `${change} ${state}`)
}
