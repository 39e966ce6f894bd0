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
import { readPullRequest } from '#db/queries/pull-requests.ts'
import type { GitHost } from '#lib/domain/git/push.ts'
import { save, saveSmallFleet } from './fleets.ts'
import { createTestPublisher, type TestPublisher } from './publisher.ts'

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
    // Its host has another name for itself.
    { GITOPS_BRANCH: '{environment}', GITOPS_REPO_URL: 'https://git.example.com/ieb/gitops.git' },
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
    pullOf: (branch = 'prod') => publisher.inScope((scope) => readPullRequest(scope, branch)),
    /** Merges the one that is open. */
    merge: async (method: MergeMethod = 'merge', by = 'ann') => {
      const open = (await standIn.pulls()).filter(({ state }) => state === 'open')
      if (open.length !== 1) throw new Error(`${open.length} pull requests are open`)
      return standIn.merge(open[0]!.number, method, by)
    },
    states: (branch = 'prod') => statesOf(publisher, branch),
    /** As if five minutes had gone by. */
    askAgain: () =>
      publisher.inScope(({ tx, tenant }) =>
        tx.execute(sql`update pull_requests set asked_at = null, due_at = clock_timestamp()
          where tenant = ${tenant}`),
      ),
    async close() {
      await publisher.close()
      await standIn.close()
      served.close()
      await scratch.remove()
    },
  }
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
