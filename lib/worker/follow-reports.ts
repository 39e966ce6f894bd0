// What a cluster's report lets us do for it, soon after it came: clear folders that it left, and find out what it pulled that
// isn't ours. Where nothing is to be done, that is two lookups in partial indexes.
import { provenMoves } from '#db/queries/proven-moves.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { type PulledCommit, readUnknownPulls } from '#db/queries/unknown-pulls.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { inScope } from './branch-pass.ts'
import { careAlone } from './care-alone.ts'
import { clearLeftFolders } from './clear-left.ts'
import { resolvePulls } from './unknown-pulls.ts'
import { Watch } from './watch.ts'
import type { PublisherWorld } from './world.ts'

/** By itself, because it may wait for a remote, and alerts shouldn't. */
export function watchReports(world: PublisherWorld): Watch {
  return new Watch(world, {
    lock: ' following reports',
    words: 'left folders and others’ commits',
    tenants: null,
    partOfTime: 1 / 10,
    run: followReports(),
  })
}

/** A remote is asked once for a commit that Git doesn't hold, and after that as often as repositories are maintained. */
function followReports() {
  const sought = new Map<number, ReadonlySet<string>>()
  return async (world: PublisherWorld, tenant: TenantIdentity) => {
    const { moves, pulls } = await inScope({ world, tenant }, readDue, { readOnly: true })
    if (moves.length === 0 && pulls.length === 0) return
    await careAlone(world, tenant, async (repository) => {
      const before = sought.get(tenant.id)
      sought.set(tenant.id, new Set(pulls.map(nameOf)))
      await clearLeftFolders(world, tenant, repository)
      const fresh = pulls.filter((pulled) => before?.has(nameOf(pulled)) !== true)
      await resolvePulls({ world, tenant, repository }, fresh)
    })
  }
}

async function readDue(scope: TenantScope) {
  const { gitStop } = await readTenantState(scope, { lock: false })
  if (gitStop !== null) return { moves: [], pulls: [] }
  return { moves: await provenMoves(scope, null), pulls: await readUnknownPulls(scope) }
}

const nameOf = ({ branch, commit }: PulledCommit) => `${commit} ${branch}`
