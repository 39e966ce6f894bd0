import { countHooks, type HookPosition, listHooks } from '#db/queries/hooks.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { HookJson } from '#lib/schemas/hook.ts'
import { asked, defineRead } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { hookJson } from './represent.ts'

export type ListHooksInput = {
  /** Only those of this team; null: of every team that the caller sees. */
  readonly team: string | null
  readonly after: HookPosition | null
  readonly limit: number
}

export const listHooksUseCase = defineRead<ListHooksInput, PresentList<HookJson, HookPosition>>({
  name: 'hooks.list',
  load: () => asked({ kind: 'tenant' }),
  run: async ({ scope, actor, services }, { team, after, limit }) => {
    const query = { teams: readableTeams(actor, 'hook'), team }
    const page = await presentPage(
      limit,
      (rows) => listHooks(scope, query, { after, limit: rows }),
      ({ name, id }) => ({ name, id }),
    )
    const items = page.items.map((row) => hookJson(services, row))
    return { ...page, items, ...(await countHooks(scope, query)) }
  },
})
