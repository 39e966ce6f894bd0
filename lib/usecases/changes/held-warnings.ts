// Warns of branches in which an edit would only wait, because their pull request was closed.
import { readHeldBranches } from '#db/queries/pull-request-lists.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import type { Context } from '../define.ts'

/** Nothing is asked, of branches nor of the database, where no environment has its branches merged by people. `after`: the edit. */
export async function heldWarnings(
  { scope }: Pick<Context, 'scope'>,
  after: Fleet,
  branchesOf: () => readonly string[],
): Promise<readonly Warning[]> {
  if (!isAnyMerged(after)) return []
  const branches = branchesOf()
  if (branches.length === 0) return []
  const held = await readHeldBranches(scope, { branches })
  return held.map(({ branch, number, url, closedBy }) => {
    const by = closedBy === null ? '' : ` by ${closedBy}`
    const message = `Branch ${branch} is held, because pull request ${number} (${url}) was closed${by}: what is saved waits there until that is open again and merged, or its changes are taken back.`
    return { code: 'held_by_pull_request', message }
  })
}

function isAnyMerged({ environments: { ordered, slots } }: Fleet): boolean {
  return ordered.some((id) => slots[id]?.publish === 'pull-request')
}
