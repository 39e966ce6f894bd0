// The pull request of a branch, as the publisher keeps it.
import { sql } from 'drizzle-orm'
import { type Database, inTenant } from '#db/client.ts'
import type { PullRequestState } from '#lib/domain/git/pull-request.ts'

export const TITLE = 'Changes of app1'

/** Inserts it, and puts everything in it that waits for the branch. */
export async function insertPullRequest(
  { database, tenant }: { readonly database: Database; readonly tenant: { readonly id: number } },
  branch: string,
  state: PullRequestState = 'open',
  number = 17,
): Promise<void> {
  const url = `https://git.example.com/fleet/pulls/${number}`
  const closedBy = state === 'closed' ? 'ann' : null
  await inTenant(database, tenant.id, async (tx) => {
    await tx.execute(sql`
      insert into branches (tenant, name, layout) values (${tenant.id}, ${branch}, 1)
      on conflict do nothing`)
    await tx.execute(sql`
      insert into pull_requests
        (tenant, branch, number, url, title, state, opened_at, closed_by, due_at, seen_change)
      values (${tenant.id}, ${branch}, ${number}, ${url}, ${TITLE}, ${state},
        '2026-01-02T03:04:05Z', ${closedBy}, now() + interval '1 hour', 0)`)
    await tx.execute(sql`
      update publications set state = 'proposed'
      where tenant = ${tenant.id} and branch = ${branch} and state = 'pending'`)
  })
}
