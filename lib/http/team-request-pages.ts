// What the pages of requests for teams ask of whoever looks at them.
import { can } from '#lib/domain/permissions.ts'
import { currentProcess } from '#lib/usecases/process.ts'
import { everyRequest, listTeamRequestsUseCase } from '#lib/usecases/team-requests/read.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { requireSession } from './page.ts'

/** Whether the visitor sees what everybody asked for. */
export async function readsEveryRequest(): Promise<boolean> {
  return can((await requireSession()).actor, 'read', everyRequest)
}

/** Whether the visitor decides on what others ask for. */
export async function decidesRequests(): Promise<boolean> {
  return can((await requireSession()).actor, 'write', everyRequest)
}

/** How many requests wait for the visitor's decision. Without a database nobody waits: the page itself says so. */
export async function countOpenRequests(): Promise<number> {
  const session = await requireSession()
  if (!(await decidesRequests())) return 0
  const page = { state: 'open', after: null, limit: 1 } as const
  return listTeamRequestsUseCase.invoke(currentProcess(), session, page).then(
    ({ total }) => total,
    (error: unknown) => {
      if (error instanceof DatabaseUnavailable) return 0
      throw error
    },
  )
}
