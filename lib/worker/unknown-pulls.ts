// A cluster that pulled a commit of somebody else has what is in the newest commit of ours beneath it. Only Git knows which
// that is.
import {
  fillPulls,
  type PulledCommit,
  readChangesOf,
  readUnknownPulls,
} from '#db/queries/unknown-pulls.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { inScope } from './branch-pass.ts'
import { readTip } from './branch-tip.ts'
import type { PublisherWorld, Repository } from './world.ts'

/** How many commits beneath one are looked at. */
const COMMITS_MAX = 1_000

type Place = {
  readonly world: PublisherWorld
  readonly tenant: TenantIdentity
  readonly repository: Repository
}

/**
 * Finds it out for the commits that clusters pulled last. What Git doesn't hold stays unknown until the next time. `sought`:
 * those for which the remote is asked; absent: all.
 */
export async function resolvePulls(place: Place, sought?: readonly PulledCommit[]): Promise<void> {
  const unknown = await inScope(place, readUnknownPulls, { readOnly: true })
  const unread = new Set((sought ?? unknown).map(({ branch }) => branch))
  for (const pulled of unknown) {
    const change = await changeBeneath(place, pulled, unread)
    if (change !== null) await inScope(place, (scope) => fillPulls(scope, pulled, change))
  }
}

/**
 * The newest change in a commit or beneath it, on all ways back, as far as the nearest commits of ours; null: there is none.
 * `unread`: the branches that may still be read from the remote for this.
 */
async function changeBeneath(
  place: Place,
  { branch, commit }: PulledCommit,
  unread: Set<string>,
): Promise<number | null> {
  const { repository } = place
  const seen = new Set([commit])
  let newest: number | null = null
  let next: readonly string[] = [commit]
  while (next.length > 0 && seen.size <= COMMITS_MAX) {
    const ids = next
    const ask = { readOnly: true }
    const known = await inScope(place, (scope) => readChangesOf(scope, branch, ids), ask)
    newest =
      [...known.values()].reduce((most, change) => Math.max(most, change), newest ?? 0) || null
    const parents: string[] = []
    for (const id of next.filter((each) => !known.has(each))) {
      parents.push(...((await readCommit(repository, branch, id, unread))?.parents ?? []))
    }
    next = [...new Set(parents)].filter((id) => !seen.has(id))
    for (const id of next) seen.add(id)
  }
  return newest
}

/** From the store; if it isn't there, after one look at the branch. */
async function readCommit(repository: Repository, branch: string, id: string, unread: Set<string>) {
  const known = await repository.store.readCommit(id)
  if (known !== null || !unread.delete(branch)) return known
  await readTip(repository, branch)
  return repository.store.readCommit(id)
}
