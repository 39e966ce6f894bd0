import { inTenant } from '#db/client.ts'
import { type Backlog, readTenantBacklog } from '#db/queries/backlog.ts'
import type { GitStopCode } from '#db/queries/git-state.ts'
import { listTenants } from '#db/queries/tenants.ts'
import type { Services } from '../services.ts'

export type WholeBacklog = Omit<Backlog, 'stop' | 'isDamaged' | 'countsAgeSeconds'> & {
  /** Of the tenant whose charts end longest ago. */
  readonly countsAgeSeconds: number
  /** Why tenants wait for an admin to decide between Git and the database. */
  readonly stops: readonly GitStopCode[]
  readonly damagedRepositories: number
}

export async function readBacklog({ database }: Services): Promise<WholeBacklog> {
  const tenants = await listTenants(database)
  const backlogs: Backlog[] = []
  for (const { id } of tenants) {
    const read = await inTenant(database, id, (tx) => readTenantBacklog({ tx, tenant: id }), {
      readOnly: true,
    })
    backlogs.push(read)
  }
  return {
    pending: backlogs.reduce((sum, { pending }) => sum + pending, 0),
    oldestSeconds: Math.max(0, ...backlogs.map(({ oldestSeconds }) => oldestSeconds)),
    failingBranches: backlogs.reduce((sum, { failingBranches }) => sum + failingBranches, 0),
    damagedRepositories: backlogs.filter(({ isDamaged }) => isDamaged).length,
    heldBranches: backlogs.reduce((sum, { heldBranches }) => sum + heldBranches, 0),
    deliveriesWaiting: backlogs.reduce((sum, each) => sum + each.deliveriesWaiting, 0),
    deliveriesFailed: backlogs.reduce((sum, each) => sum + each.deliveriesFailed, 0),
    countsAgeSeconds: Math.max(0, ...backlogs.map((each) => each.countsAgeSeconds ?? 0)),
    stops: backlogs.flatMap(({ stop }) => stop ?? []),
  }
}
