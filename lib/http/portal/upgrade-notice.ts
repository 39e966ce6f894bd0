import { can } from '#lib/domain/access/permissions.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { countHeldBranchesUseCase } from '#lib/usecases/upgrade/read.ts'
import { requireSession } from './page.ts'

export type UpgradeNotice = {
  /** How many branches wait. */
  readonly branches: number
  /** Whether it is for this person to confirm. */
  readonly mayConfirm: boolean
}

/** That changes wait for an upgrade, for whoever has a role; null: none does. Without a database the page itself says so. */
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
