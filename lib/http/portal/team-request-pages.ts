// What the pages of requests for teams need to know about their visitor.
import { principalOf } from '#lib/domain/access/actor.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { everyRequest } from '#lib/usecases/team-requests/read.ts'
import { requireSession } from './page.ts'
import { whyNotCreate, whyNotWrite } from './why-not.ts'

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

/** Why the visitor may not ask for more for a team (`refusal` null: they may), or null: they edit the team, and ask nobody. */
export type AskingForMore = { readonly refusal: string | null } | null

/** `team` null: any that the visitor writes for. */
export async function askingForMore(team: string | null): Promise<AskingForMore> {
  if ((await whyNotWrite({ kind: 'team', team: team ?? '' })) === null) return null
  const refusal =
    team === null ? whyNotCreate('application') : whyNotWrite({ kind: 'team-wish', team })
  return { refusal: await refusal }
}
