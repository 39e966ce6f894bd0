// The files that an upgrade rewrites, and the clusters whose bootstrap has to be applied again: until it is confirmed,
// those of the waiting upgrade, and afterwards those of the confirmed one.
import type { TenantScope } from '#db/queries/scope.ts'
import {
  countHeldBranches,
  countUpgradeLists,
  listUpgradeClusters,
  listUpgradeFiles,
  newestUpgrade,
  type UpgradeFilePosition,
} from '#db/queries/upgrade-lists.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import type { UpgradeFile } from '#lib/domain/reconcilers/interface/upgrade.ts'
import { type BootstrapCluster, type BootstrapList, pageOf } from '../changes/bootstraps.ts'
import { asked, defineRead } from '../define.ts'

export type UpgradeWindow<Position> = {
  /** The change that confirmed it; null: the newest upgrade. */
  readonly change: number | null
  /** The last of the page before; null: this is the first. */
  readonly after: Position | null
  readonly limit: number
}

export type UpgradeList<Item, Position> = Total & {
  readonly items: readonly Item[]
  readonly next: Position | null
}

export const listUpgradeFilesUseCase = defineRead<
  UpgradeWindow<UpgradeFilePosition>,
  UpgradeList<UpgradeFile, UpgradeFilePosition>
>({
  name: 'upgrade.files',
  // It shows every team's manifests.
  load: () => asked({ kind: 'repository' }),
  run: async ({ scope }, { change, after, limit }) => {
    const which = await whichChange(scope, change)
    const rows = await listUpgradeFiles(scope, which, { after, limit: limit + 1 })
    const { files } = await countUpgradeLists(scope, which)
    const items = rows.slice(0, limit)
    return { items, next: rows.length > limit ? items.at(-1)! : null, ...exactly(files) }
  },
})

export const listUpgradeClustersUseCase = defineRead<
  UpgradeWindow<BootstrapCluster>,
  BootstrapList
>({
  name: 'upgrade.clusters',
  load: () => asked({ kind: 'cluster' }),
  run: async ({ scope }, { change, after, limit }) => {
    const which = await whichChange(scope, change)
    const rows = await listUpgradeClusters(scope, which, { after, limit: limit + 1 })
    const { clusters } = await countUpgradeLists(scope, which)
    return pageOf(rows, limit, clusters)
  },
})

/** Null: the waiting upgrade. */
async function whichChange(scope: TenantScope, change: number | null): Promise<number | null> {
  if (change !== null) return change
  return (await countHeldBranches(scope)) > 0 ? null : newestUpgrade(scope)
}
