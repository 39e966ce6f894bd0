// Pull requests as the publisher writes them down, for tests of what others make of them.
import { and, eq } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import { branches } from '#db/schema/branch.ts'
import { publications } from '#db/schema/publication.ts'
import { pullRequests } from '#db/schema/pull-request.ts'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import type { TestApi } from './api.ts'

type Proposed = Partial<
  Pick<typeof pullRequests.$inferSelect, 'number' | 'state' | 'closedBy' | 'reopenAskedAt'>
>

/** The pull request of a branch is like this, and holds what waits for the branch until then, if it is open. */
export async function propose(
  { database, tenant }: Pick<TestApi, 'database' | 'tenant'>,
  branch: string,
  { number = 17, state = 'open', closedBy = null, reopenAskedAt = null }: Proposed = {},
): Promise<void> {
  const now = new Date()
  const url = `https://git.example.com/fleet/pulls/${number}`
  const said = {
    number,
    url,
    state,
    closedBy,
    reopenAskedAt,
    title: 'Changes',
    openedAt: now,
    seenChange: 0,
    dueAt: new Date(now.getTime() + 60_000),
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
