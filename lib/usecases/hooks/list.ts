import { countHooks, type HookPosition, type HookQuery, listHooks } from '#db/queries/hooks.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { can, readableTeams } from '#lib/domain/access/permissions.ts'
import type { HookJson } from '#lib/schemas/hook.ts'
import { asked, defineRead } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { hookJson } from './represent.ts'

export type ListHooksInput = {
  /** Only those of this team; null: all that the caller sees. */
  readonly team: string | null
  /** Only those of the tenant's repository. */
  readonly ofRepository: boolean
  readonly after: HookPosition | null
  readonly limit: number
}

export const listHooksUseCase = defineRead<ListHooksInput, PresentList<HookJson, HookPosition>>({
  name: 'hooks.list',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope, actor, services }, { after, limit, ...asked }) => {
    const query = queryOf(actor, asked)
    const page = await presentPage(
      limit,
      (rows) => listHooks(scope, query, { after, limit: rows }),
      ({ name, id }) => ({ name, id }),
    )
    const items = page.items.map((row) => hookJson(services, row))
    return { ...page, items, ...(await countHooks(scope, query)) }
  },
})

function queryOf(
  actor: Actor,
  { team, ofRepository }: Pick<ListHooksInput, 'team' | 'ofRepository'>,
): HookQuery {
  const seen = readableTeams(actor, 'hook')
  const isOfTeams = team !== null
  return {
    teams: ofRepository ? [] : isOfTeams ? (seen ?? [team]).filter((name) => name === team) : seen,
    ofRepository: !isOfTeams && can(actor, 'read', { kind: 'hook', team: null }),
  }
}
