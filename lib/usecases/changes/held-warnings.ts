// Warns of branches in which an edit would only wait, because their pull request was closed.
import { readHeldBranches } from '#db/queries/pull-request-lists.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import type { Context } from '../define.ts'
import type { Plan } from './plan.ts'

/** Nothing is asked of the database where no environment has its branches merged by people. */
export async function heldWarnings(
  { scope }: Pick<Context, 'scope'>,
  { after, files }: Pick<Plan, 'after' | 'files'>,
): Promise<readonly Warning[]> {
  if (files.branches.length === 0 || !isAnyMerged(after)) return []
  const held = await readHeldBranches(scope, { branches: files.branches })
  return held.map(({ branch, number, url, closedBy }) => {
    const by = closedBy === null ? '' : ` by ${closedBy}`
    const message = `Branch ${branch} is held, because pull request ${number} (${url}) was closed${by}: what is saved waits there until that is open again and merged, or its changes are taken back.`
    return { code: 'held_by_pull_request', message }
  })
}

function isAnyMerged({ environments: { ordered, slots } }: Fleet): boolean {
  return ordered.some((id) => slots[id]?.publish === 'pull-request')
}
