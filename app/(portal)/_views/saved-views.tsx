import { can } from '#lib/domain/access/permissions.ts'
import { canonicalQuery } from '#lib/domain/lists/list-query.ts'
import { readOrWhyNot, requireSession } from '#lib/http/portal/page.ts'
import type { ListAddress } from '#lib/schemas/paths.ts'
import { getSavedViewUseCase } from '#lib/usecases/saved-views/read.ts'
import { ViewMenu } from './view-menu.tsx'

/** The views of a list that the visitor and their teams keep, and the one that the address came from. */
export async function SavedViews({ list, address }: { list: string; address: ListAddress }) {
  const { actor } = await requireSession()
  const { view, page: _page, open: _open, ...shown } = address.query
  const found = view === undefined ? null : await readOrWhyNot(getSavedViewUseCase, { id: view })
  const isOfList = found?.kind === 'answered' && found.answer.json.list === list
  return (
    <ViewMenu
      list={list}
      path={address.path}
      query={canonicalQuery(shown)}
      current={isOfList ? found.answer : null}
      teams={[...actor.teams.keys()].filter((team) =>
        can(actor, 'write', { kind: 'team-view', team }),
      )}
    />
  )
}
