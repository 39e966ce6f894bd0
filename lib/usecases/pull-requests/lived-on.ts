// Which environments live on which branches, by the clusters as they are.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { checkedBranch } from '../changes/plan.ts'
import type { Context } from '../define.ts'
import { branchSetting, repositoryOf } from '../repository/tenant-repository.ts'

/** The clusters on a branch, counted by their environment; in the order of the names. */
export type LivedOn = ReadonlyMap<string, number>

export type BranchLives = ReadonlyMap<string, LivedOn>

const NOBODY: LivedOn = new Map()

// Clusters are edited seldom, so it isn't worked out for each reader.
const known: WeakMap<Fleet['clusters'], { readonly setting: string; readonly lives: BranchLives }> =
  new WeakMap()

/** Which environments live on each branch of the tenant. */
export async function readBranchLives(context: Context): Promise<BranchLives> {
  const { clusters } = await context.fleet()
  const layout = await repositoryOf(context)
  const setting = branchSetting(layout)
  const last = known.get(clusters)
  if (last?.setting === setting) return last.lives
  const counted = new Map<string, Map<string, number>>()
  for (const id of clusters.ordered) {
    const cluster = clusters.slots[id]!
    const branch = checkedBranch(layout, cluster)
    if (!branch.ok) continue
    const on = counted.get(branch.value) ?? new Map<string, number>()
    counted.set(branch.value, on)
    on.set(cluster.environment, (on.get(cluster.environment) ?? 0) + 1)
  }
  const lives = new Map([...counted].map(([branch, on]) => [branch, inOrder(on)]))
  known.set(clusters, { setting, lives })
  return lives
}

function inOrder(on: LivedOn): LivedOn {
  return new Map([...on].toSorted(([a], [b]) => compareText(a, b)))
}

export function livedOn(lives: BranchLives, branch: string): LivedOn {
  return lives.get(branch) ?? NOBODY
}

/** The groups that environments of a branch name as those who roll out there. */
export function deployersOf(fleet: Pick<Fleet, 'environments'>, on: LivedOn): readonly string[] {
  const groups = [...on.keys()].flatMap((name) => {
    const environment = findByName(fleet.environments, name)?.object
    return environment ? [...environment.deployers, ...environment.overriders] : []
  })
  return [...new Set(groups.map(({ id }) => id))]
}
