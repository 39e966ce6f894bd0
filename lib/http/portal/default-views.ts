// Where the navigation leads for lists that have a default view.
import { viewPath } from '#lib/schemas/paths.ts'
import type { SavedViewJson } from '#lib/schemas/saved-view.ts'
import { VIEW_LISTS } from '#lib/schemas/view-lists.ts'
import { DatabaseUnavailable } from '#lib/usecases/refusal.ts'
import { listSavedViewsUseCase } from '#lib/usecases/saved-views/read.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { requireSession } from './page.ts'

/** More than there are lists, for a few teams. */
const VIEWS_MAX = 100

/** By the paths of the lists. Without a database there are none: the page itself says so. */
export async function readDefaultViews(): Promise<Readonly<Record<string, string>>> {
  const session = await requireSession()
  const asked = { list: null, onlyDefault: true, after: null, limit: VIEWS_MAX }
  return listSavedViewsUseCase.invoke(currentServices(), session, asked).then(
    ({ items }) => defaultsOf(items),
    (error: unknown) => {
      if (error instanceof DatabaseUnavailable) return {}
      throw error
    },
  )
}

/** One's own goes before those of one's teams, and these by their names. */
function defaultsOf(views: readonly SavedViewJson[]): Readonly<Record<string, string>> {
  const byOwner = views.toSorted((a, b) => compare(a.namespace ?? '', b.namespace ?? ''))
  const shown = byOwner.flatMap((view) => {
    const path = view.fault === null ? VIEW_LISTS.get(view.list)?.path : undefined
    return path === undefined ? [] : [[path, viewPath(path, view)] as const]
  })
  return Object.fromEntries(shown.toReversed())
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
