import { can } from '#lib/domain/access/permissions.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { countHeldBranchesUseCase } from '#lib/usecases/upgrade/read.ts'
import { requireSession } from './page.ts'

export type UpgradeNotice = {
  readonly branches: number
  /** Whether this person may confirm it. */
  readonly mayConfirm: boolean
}

/**
 * That changes wait for an upgrade, for everybody with a role; null: none do. Without a database the page itself says so.
 */
export async function readUpgradeNotice(): Promise<UpgradeNotice | null> {
  const session = await requireSession()
  const { actor } = session
  if (!can(actor, 'read', { kind: 'tenant' })) return null
  const counting = countHeldBranchesUseCase.invoke(currentServices(), session, null)
  const branches = await counting.catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) return 0
    throw error
  })
  return branches === 0 ? null : { branches, mayConfirm: can(actor, 'write', { kind: 'tenant' }) }
}
