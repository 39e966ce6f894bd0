// Commits that clusters pulled and that weren't ours, as far as was known: somebody pushed on top, or the report came before
// the publication was recorded.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import type { TenantScope } from './scope.ts'

const pulledRow = z.strictObject({ branch: z.string(), commit: z.string() })
export type PulledCommit = z.infer<typeof pulledRow>

/** So many are asked about at a time; whatever couldn't be found out for so long stays unknown. */
const UNKNOWN_MAX = 20
const GIVEN_UP_AFTER = sql`interval '1 day'`

/** Those that were reported last come first. */
export async function readUnknownPulls({ tx, tenant }: TenantScope): Promise<PulledCommit[]> {
  return readRows(tx, pulledRow)`
    select branch, commit from observed_pulls
    where tenant = ${tenant} and change is null and received_at > now() - ${GIVEN_UP_AFTER}
    group by branch, commit order by max(received_at) desc, commit limit ${UNKNOWN_MAX}`
}

const knownRow = z.strictObject({ commit: z.string(), change: z.int() })

/** The newest change in each of some commits of a branch; those that aren't ours are left out. */
export async function readChangesOf(
  { tx, tenant }: TenantScope,
  branch: string,
  commits: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(tx, knownRow)`
    select commit, max(change) as change from publications
    where tenant = ${tenant} and branch = ${branch}
      and commit = any(${sql.param(commits)}::text[]) group by commit`
  return new Map(rows.map(({ commit, change }) => [commit, change]))
}

/** Records which change of ours is the newest beneath a commit; what its clusters say next is looked at again. */
export async function fillPulls(
  { tx, tenant }: TenantScope,
  { branch, commit }: PulledCommit,
  change: number,
): Promise<void> {
  await tx.execute(sql`
    update observed_pulls set change = ${change}
    where tenant = ${tenant} and branch = ${branch} and commit = ${commit} and change is null
      and received_at > now() - ${GIVEN_UP_AFTER}`)
  await tx.execute(sql`
    update cluster_reports set pulled_change = ${change}, items_digest = null
    where tenant = ${tenant} and pulled_branch = ${branch} and pulled_commit = ${commit}
      and pulled_change is distinct from ${change}`)
}
