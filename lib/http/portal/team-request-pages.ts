// What the pages of requests for teams need to know about their visitor.
import { principalOf } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { everyRequest, listTeamRequestsUseCase } from '#lib/usecases/team-requests/read.ts'
import { requireSession } from './page.ts'
import { whyNotWrite } from './why-not.ts'

/** Whether the visitor sees everybody's requests. */
export async function readsEveryRequest(): Promise<boolean> {
  return can((await requireSession()).actor, 'read', everyRequest)
}

/** Why the visitor can't decide on others' requests; null: they can. */
export function whyNotDecide(): Promise<string | null> {
  return whyNotWrite(everyRequest)
}

/** Why the visitor may not ask for a team; null: they may. */
export async function whyNotAsk(): Promise<string | null> {
  const { actor } = await requireSession()
  return whyNotWrite({ kind: 'team-request', asker: principalOf(actor) })
}

/** How many requests wait for the visitor's decision. Without a database there are none: the page itself says so. */
export async function countOpenRequests(): Promise<number> {
  const session = await requireSession()
  if (!can(session.actor, 'write', everyRequest)) return 0
  const page = { state: 'open', after: null, limit: 1 } as const
  return listTeamRequestsUseCase.invoke(currentServices(), session, page).then(
    ({ total }) => total,
    (error: unknown) => {
      if (error instanceof DatabaseUnavailable) return 0
      throw error
    },
  )
}
