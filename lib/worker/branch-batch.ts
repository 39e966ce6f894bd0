// Which of the changes that wait for a branch go into one commit.
import {
  firstMove,
  movesWith,
  releasedFolders,
  type HeldFolder,
} from '#db/queries/cluster-moves.ts'
import type { BranchWork, PendingChange } from '#db/queries/publishing.ts'
import type { ChangeRange } from '#db/queries/removals.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { branchToAwait } from './branch-order.ts'
import type { Pass } from './branch-pass.ts'
import type { FleetStep } from './fleet-history.ts'

export type Batch = {
  readonly changes: readonly [PendingChange, ...PendingChange[]]
  readonly range: ChangeRange
  readonly step: FleetStep
  readonly released: readonly HeldFolder[]
  readonly awaited: string | null
}

/** As many waiting changes as may go into one commit: one that moves a cluster to another branch gets its own. */
export async function readBatch(
  scope: TenantScope,
  { world, branch }: Pass,
  work: BranchWork,
): Promise<Batch> {
  const [first] = work.pending
  // Earlier changes didn't touch this branch.
  const from = first!.id - 1
  const move = await firstMove(scope, branch, from, work.lastChange)
  const isMove = move === first!.id
  const to = move === null ? work.lastChange : isMove ? move : move - 1
  const moves = isMove ? await movesWith(scope, move) : []
  const range = { from: work.publishedChange, to }
  const [, ...others] = work.pending.filter(({ id }) => id <= to)
  return {
    changes: [first!, ...others],
    range,
    step: await world.fleets.step(scope, from, to),
    released: await releasedFolders(scope, branch, range),
    awaited: branchToAwait(branch, moves),
  }
}
