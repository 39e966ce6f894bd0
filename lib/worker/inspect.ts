// Looks, now and then, whether each branch still stands where Berth left it, though nothing waits to be published: a database
// that was restored, a branch or a repository that was deleted, somebody else's publications.
import { readGitState, readKnownBranches } from '#db/queries/git-state.ts'
import type { TenantIdentity } from '#lib/usecases/define.ts'
import { inScope } from './branch-pass.ts'
import { compareWithGit } from './compare-with-git.ts'
import type { PublisherWorld } from './world.ts'

export type Inspection = {
  /** The branches that don't stand where they were left: a pass over each finds out why. */
  readonly moved: readonly string[]
  /** Whether the tenant waits for an admin to decide between Git and the database. */
  readonly isStopped: boolean
}

/** Throws when the remote can't be read. */
export async function inspect(world: PublisherWorld, tenant: TenantIdentity): Promise<Inspection> {
  const place = { world, tenant }
  const { stop, known } = await inScope(
    place,
    async (scope) => ({
      stop: (await readGitState(scope)).stop,
      known: await readKnownBranches(scope),
    }),
    { readOnly: true },
  )
  if (stop === null && known.length === 0) return { moved: [], isStopped: false }
  const repository = await world.repository(tenant)
  const tips = await repository.remote.readTips()
  if (tips.outcome !== 'read') throw new Error(tips.message)
  if (stop === null) {
    const moved = known.filter(({ name, tip }) => (tips.value.get(name) ?? null) !== tip)
    return { moved: moved.map(({ name }) => name), isStopped: false }
  }
  await compareWithGit({ ...place, repository }, tips.value)
  return { moved: [], isStopped: true }
}
