// Saved views of lists: everybody sees their own and those of their teams.
import {
  countViews,
  findView,
  listViews,
  type ViewPosition,
  type ViewRow,
} from '#db/queries/saved-views.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import type { Resource } from '#lib/domain/access/resource.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { SavedViewJson } from '#lib/schemas/saved-view.ts'
import { viewFault } from '#lib/schemas/view-lists.ts'
import { asked, type Context, defineRead, type Loaded } from '../define.ts'
import { type TaggedSettings, taggedSettings } from '../settings-tag.ts'

export type ViewInput = { readonly id: string }

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The view, as a resource of whom it is for. With its team, a team's view is gone. */
export async function loadView(
  { scope }: Context,
  { id }: ViewInput,
): Promise<Loaded<ViewRow> | null> {
  const found = ID.test(id) ? await findView(scope, id) : null
  const resource = found && resourceOf(found)
  return resource && { resource, found }
}

function resourceOf({ owner, team }: ViewRow): Resource | null {
  if (owner !== null) return { kind: 'saved-view', owner }
  return team === null ? null : { kind: 'team-view', team }
}

export function viewJson({ id, list, name, team, query, isDefault }: ViewRow): SavedViewJson {
  const fault = viewFault(list, query)
  return { id, list, name, namespace: team, query, is_default: isDefault, fault }
}

export type SavedView = TaggedSettings<SavedViewJson>

export const getSavedViewUseCase = defineRead<ViewInput, SavedView, ViewInput, ViewRow>({
  name: 'saved-views.get',
  load: loadView,
  run: async (_context, _input, found) => taggedSettings(viewJson(found)),
})

export type ListViewsInput = {
  /** Null: of every list. */
  readonly list: string | null
  readonly onlyDefault: boolean
  readonly after: ViewPosition | null
  readonly limit: number
}

export type ViewList = Total & {
  readonly items: readonly SavedViewJson[]
  readonly next: ViewPosition | null
}

export const listSavedViewsUseCase = defineRead<ListViewsInput, ViewList>({
  name: 'saved-views.list',
  load: ({ actor }) => asked({ kind: 'saved-view', owner: principalOf(actor) }),
  run: async ({ scope, actor }, { list, onlyDefault, after, limit }) => {
    const teams = [...actor.teams.keys()]
    const query = { principal: principalOf(actor), teams, list, onlyDefault }
    const rows = await listViews(scope, query, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map(viewJson),
      next: rows.length > limit && last ? { name: last.name, id: last.id } : null,
      ...(await countViews(scope, query)),
    }
  },
})
