// Which environments live on which branches, by the clusters as they are.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { InhabitedBranches } from '#lib/domain/git/inhabited-branches.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { inhabitedBranches } from '../changes/inhabited.ts'
import type { Context } from '../define.ts'
import { repositoryOf } from '../repository/tenant-repository.ts'

/** The clusters on a branch, counted by their environment; in the order of the names. */
export type LivedOn = ReadonlyMap<string, number>

export async function readInhabitedBranches(context: Context): Promise<InhabitedBranches> {
  const { clusters } = await context.fleet()
  return inhabitedBranches(await repositoryOf(context), clusters)
}

export function livedOn(branches: InhabitedBranches, branch: string): LivedOn {
  const environments = [...(branches.get(branch) ?? [])]
  return new Map(environments.toSorted(([a], [b]) => compareText(a, b)))
}

/** The groups that environments of a branch name as those who roll out there. */
export function deployersOf(fleet: Pick<Fleet, 'environments'>, on: LivedOn): readonly string[] {
  const groups = [...on.keys()].flatMap((name) => {
    const environment = findByName(fleet.environments, name)?.object
    return environment ? [...environment.deployers, ...environment.overriders] : []
  })
  return [...new Set(groups.map(({ id }) => id))]
}
