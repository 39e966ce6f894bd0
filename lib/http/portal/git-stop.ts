import { can } from '#lib/domain/access/permissions.ts'
import { readGitStopUseCase } from '#lib/usecases/git-state/read.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { requireSession } from './page.ts'

/** Why nothing can be saved, for everybody with a role; null: saving works. Without a database the page itself says so. */
export async function readGitStop(): Promise<string | null> {
  const session = await requireSession()
  if (!can(session.actor, 'read', { kind: 'tenant' })) return null
  return readGitStopUseCase.invoke(currentServices(), session, null).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) return null
    throw error
  })
}
