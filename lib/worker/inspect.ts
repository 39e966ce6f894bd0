// Checks now and then, even when nothing waits to be published, that each branch still is where Berth left it: a database
// may have been restored, a branch or a repository deleted, or somebody else may have pushed.
import { type GitState, readGitState, readKnownBranches } from '#db/queries/git-state.ts'
import { isProposedRef } from '#lib/domain/git/pull-request.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { attestedCommits } from './attested-commits.ts'
import { inScope, stop as stopTenant } from './branch-pass.ts'
import { commitsSince, readOwner, ownershipFault, readTip } from './branch-tip.ts'
import { compareWithGit } from './compare-with-git.ts'
import { divergence, takeover } from './divergence.ts'
import { ownIdentity, type PublisherWorld, type Repository } from './world.ts'

/** Branches that Berth doesn't know are fetched to see whose they are: so many at a time, and each commit once. */
const UNKNOWN_MAX = 20

export type Inspection = {
  /** Branches that are not where they were left; a pass over each finds out why. */
  readonly moved: readonly string[]
  /** Whether the tenant waits for an admin to decide between Git and the database. */
  readonly isStopped: boolean
}

/** Throws when the remote can't be read. */
export async function inspect(world: PublisherWorld, tenant: TenantIdentity): Promise<Inspection> {
  const place = { world, tenant }
  const { state, known } = await inScope(
    place,
    async (scope) => ({
      state: await readGitState(scope),
      known: await readKnownBranches(scope),
    }),
    { readOnly: true },
  )
  const { stop } = state
  if (stop === null && known.length === 0) return { moved: [], isStopped: false }
  const repository = await world.repository(tenant)
  const tips = await repository.remote.readTips()
  if (tips.outcome !== 'read') throw new Error(tips.message)
  if (stop === null) {
    const moved = known.filter(({ name, tip }) => (tips.value.get(name) ?? null) !== tip)
    const names = new Set(known.map(({ name }) => name))
    const unknown = [...tips.value].filter(
      ([name, tip]) => !names.has(name) && !isProposedRef(name) && !world.foreign.has(tip),
    )
    for (const [branch] of unknown.slice(0, UNKNOWN_MAX)) {
      if (await stopsAt({ ...place, branch, repository }, state))
        return { moved: [], isStopped: true }
    }
    return { moved: moved.map(({ name }) => name), isStopped: false }
  }
  await compareWithGit({ ...place, repository }, tips.value)
  return { moved: [], isStopped: true }
}

/** Whether an unknown branch belongs to the tenant, but to another history; then the tenant is stopped. */
async function stopsAt(
  place: Parameters<typeof stopTenant>[0] & { readonly repository: Repository },
  { generation, lastChange }: GitState,
): Promise<boolean> {
  const { world, tenant, branch, repository } = place
  const reading = await readTip(repository, branch)
  if (reading.outcome !== 'read' || reading.tip === null) return false
  const { tip } = reading
  const found = await readOwner(repository, tip)
  if (found === 'empty' || ownershipFault(found, ownIdentity(tenant)) !== null) {
    world.foreign.add(tip.id)
    return false
  }
  const from = { tip: null, generation }
  const { commits } = await commitsSince(repository, tip, from)
  const said = await attestedCommits(repository, commits, from)
  const other = await inScope(place, (scope) => divergence(scope, branch, { lastChange }, said))
  const stop = takeover(branch, found, generation) ?? other
  if (stop === null) world.foreign.add(tip.id)
  else await stopTenant(place, stop, generation)
  return stop !== null
}
