// Which of our commits a cluster has: what its root says that it synced.
import { type ClusterReport, findCommitOfCluster } from '#db/queries/cluster-reports.ts'
import { addPull } from '#db/queries/observed-history.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import {
  type ClockOffset,
  corrected,
  type Heard,
  isNewer,
  type WordOrder,
} from '#lib/domain/observed/word.ts'
import type { SortedItems } from './sort-items.ts'

type Pulled = Pick<
  ClusterReport,
  | 'pulledBranch'
  | 'pulledCommit'
  | 'pulledAt'
  | 'pulledChange'
  | 'pulledWordAt'
  | 'pulledWordSequence'
>

/** Takes in what a cluster says of its root; answers what is known of it then, or null if that is nothing new. */
export async function takePulled(
  scope: TenantScope,
  known: ClusterReport,
  { root }: Pick<SortedItems, 'root'>,
  { order, at: heardAt, offset }: Heard,
  receivedAt: Date,
): Promise<Pulled | null> {
  if (root === null || root.revision === null || !isNewsOfRoot(known, order)) return null
  const { cluster } = known
  const commit = root.revision
  const found = await findCommitOfCluster(scope, cluster, commit)
  const isSame = commit === known.pulledCommit
  const at = isSame ? known.pulledAt : pulledAt(root, offset, heardAt)
  const pulledBranch = found?.branch ?? known.pulledBranch
  if (!isSame && pulledBranch !== null) {
    const change = found?.change ?? null
    await addPull(scope, { cluster, at: at!, receivedAt, branch: pulledBranch, commit, change })
  }
  return {
    pulledBranch,
    pulledCommit: commit,
    pulledAt: at,
    // Of a commit that we don't know, the last one that we knew is the best guess.
    pulledChange: found?.change ?? known.pulledChange,
    pulledWordAt: order.at,
    pulledWordSequence: order.sequence,
  }
}

/** Whether no later word told of the root. */
export function isNewsOfRoot(
  { pulledWordAt: at, pulledWordSequence }: ClusterReport,
  order: WordOrder,
): boolean {
  return at === null || isNewer(order, { at, sequence: pulledWordSequence })
}

/** When the sync ended, where that is what the root says last; never after the cluster looked. */
function pulledAt(
  { phase, finishedAt }: ReportedItem,
  offset: ClockOffset | null,
  heardAt: Date,
): Date {
  if (phase !== 'Succeeded' || finishedAt === null) return heardAt
  return corrected(finishedAt, offset, heardAt)
}
