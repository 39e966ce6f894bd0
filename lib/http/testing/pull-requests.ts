// Pull requests as the publisher writes them down, for tests of what others make of them.
import { and, eq } from 'drizzle-orm'
import { type Database, inTenant } from '#db/client.ts'
import { branches } from '#db/schema/branch.ts'
import { publications } from '#db/schema/publication.ts'
import { pullRequests } from '#db/schema/pull-request.ts'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'

type Place = { readonly database: Database; readonly tenant: { readonly id: number } }

type Proposed = Partial<
  Pick<typeof pullRequests.$inferSelect, 'number' | 'state' | 'closedBy' | 'reopenAskedAt'>
>

export const TITLE = 'Changes of app1'

/** The pull request of a branch is like this, and holds what waits for the branch until then, if it is open. */
export async function propose(
  { database, tenant }: Place,
  branch: string,
  { number = 17, state = 'open', closedBy = null, reopenAskedAt = null }: Proposed = {},
): Promise<void> {
  const url = `https://git.example.com/fleet/pulls/${number}`
  const said = {
    number,
    url,
    state,
    closedBy,
    reopenAskedAt,
    title: TITLE,
    openedAt: new Date('2026-01-02T03:04:05Z'),
    seenChange: 0,
    dueAt: new Date(Date.now() + 60_000),
  }
  await inTenant(database, tenant.id, async (tx) => {
    await tx
      .insert(branches)
      .values({ tenant: tenant.id, name: branch, layout: LAYOUT })
      .onConflictDoNothing()
    await tx
      .insert(pullRequests)
      .values({ tenant: tenant.id, branch, ...said })
      .onConflictDoUpdate({ target: [pullRequests.tenant, pullRequests.branch], set: said })
    if (state !== 'open') return
    const isOfBranch = and(eq(publications.tenant, tenant.id), eq(publications.branch, branch))
    await tx
      .update(publications)
      .set({ state: 'proposed' })
      .where(and(isOfBranch, eq(publications.state, 'pending')))
  })
}

/** The pull request of a branch holds all that waits for the branch, whatever became of it since. */
export async function insertPullRequest(
  place: Place,
  branch: string,
  state: PullRequestState = 'open',
  number = 17,
): Promise<void> {
  await propose(place, branch, { number })
  if (state === 'open') return
  await propose(place, branch, { number, state, closedBy: state === 'closed' ? 'ann' : null })
}
