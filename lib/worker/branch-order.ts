// Which branch is published first when clusters change branches: the one that a cluster moves to, so that its root finds
// the folder that it then points to.
import type { ClusterMove } from '#db/queries/cluster-moves.ts'

/**
 * The branch that this one waits for; null: none. Where clusters move in a circle of branches, each waits only for those
 * before it in the alphabet, so that one can begin.
 */
export function branchToAwait(branch: string, moves: readonly ClusterMove[]): string | null {
  const awaited = moves
    .filter((move) => move.from === branch && move.waits)
    .map((move) => move.to)
    .filter((to) => to < branch || !leadsTo(to, branch, moves))
  return awaited.sort()[0] ?? null
}

function leadsTo(start: string, goal: string, moves: readonly ClusterMove[]): boolean {
  const seen = new Set([start])
  for (const branch of seen) {
    for (const { from, to } of moves) if (from === branch) seen.add(to)
  }
  return seen.has(goal)
}
