import { can } from '#lib/domain/access/permissions.ts'
import { countHeldByPullRequestUseCase } from '#lib/usecases/pull-requests/held.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { requireSession } from './page.ts'

/**
 * Of how many branches changes wait because their pull request was closed unmerged, for everybody with a role. Without a
 * database the page itself says so.
 */
export async function countHeldBranches(): Promise<number> {
  const session = await requireSession()
  if (!can(session.actor, 'read', { kind: 'pull-request', deployers: [] })) return 0
  const counting = countHeldByPullRequestUseCase.invoke(currentServices(), session, null)
  return counting.catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) return 0
    throw error
  })
}
