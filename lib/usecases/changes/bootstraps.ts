// The clusters on which somebody has to apply the bootstrap again by hand because of a change.
import {
  type BootstrapCluster,
  type BootstrapWindow,
  listClustersAfter,
  listEditedClusters,
} from '#db/queries/bootstraps.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { listUpgradeClusters } from '#db/queries/upgrade-lists.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { isBootstrapAnother, shapeFields } from '#lib/domain/reconcilers/reconcilers.ts'
import { readBootstraps } from '#lib/schemas/impact-summary.ts'
import { asked, defineRead } from '../define.ts'
import { inSlices } from '../in-slices.ts'
import { storedCluster } from '../objects/stored-object.ts'
import { UPGRADE_ACTION } from '../upgrade/confirm.ts'
import { type Change, getChangeUseCase } from './read.ts'

export type { BootstrapCluster, BootstrapWindow } from '#db/queries/bootstraps.ts'

export type BootstrapList = Total & {
  readonly items: readonly BootstrapCluster[]
  readonly next: BootstrapCluster | null
}

export const listBootstrapsUseCase = defineRead<
  BootstrapWindow & { readonly change: number },
  BootstrapList
>({
  name: 'changes.bootstraps',
  load: () => asked({ kind: 'cluster' }),
  run: async (context, { change: id, after, limit }) => {
    const change = await getChangeUseCase.within(context, { id })
    const total = readBootstraps(change.impact)
    const page = { after, limit: limit + 1 }
    const rows = total === 0 ? [] : await listerOf(change)(context.scope, id, page)
    return pageOf(rows, limit, total)
  },
})

type Lister = (
  scope: TenantScope,
  change: number,
  page: BootstrapWindow,
) => Promise<BootstrapCluster[]>

function listerOf({ action, objects }: Pick<Change, 'action' | 'objects'>): Lister {
  if (objects > 0) return listRebootstrapped
  return action === UPGRADE_ACTION ? listUpgradeClusters : listClustersAfter
}

const EDITED_AT_ONCE = 1000

/** The clusters, by name, of which a change edited something that only the bootstrap contains. */
async function listRebootstrapped(
  scope: TenantScope,
  change: number,
  { after: last, limit }: BootstrapWindow,
): Promise<BootstrapCluster[]> {
  const page = { after: last, limit: EDITED_AT_ONCE }
  const edited = await listEditedClusters(scope, change, shapeFields(), page)
  const found: BootstrapCluster[] = []
  for await (const { cluster, branch, ...edit } of inSlices(edited)) {
    const before = storedCluster({ body: edit.before, type: edit.typeBefore })
    const after = storedCluster({ body: edit.after, type: edit.typeAfter })
    if (isBootstrapAnother(before, after)) found.push({ cluster, branch })
  }
  if (found.length >= limit || edited.length < EDITED_AT_ONCE) return found.slice(0, limit)
  const more = { after: edited.at(-1)!, limit: limit - found.length }
  return [...found, ...(await listRebootstrapped(scope, change, more))]
}

/** A page, from rows of which one more was read than it shows. */
export function pageOf(
  rows: readonly BootstrapCluster[],
  limit: number,
  total: number,
): BootstrapList {
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? items.at(-1)! : null, ...exactly(total) }
}
