import { GitCommitHorizontal } from 'lucide-react'
import type { Metadata } from 'next'
import { changeColumns, ChangeTable } from '#components/changes/change-table.tsx'
import { chosenColumns } from '#components/list/chosen-columns.ts'
import { LIST_FIELDS } from '#components/list/list-fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { changeList } from '#lib/lists/changes.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { SavedViews } from '../_views/saved-views.tsx'
import { SaveAsReport } from '../save-as-report.tsx'

export const metadata: Metadata = { title: 'Changes' }

const columns = { usual: changeColumns, labels: [] }

export default async function ChangesPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const changes = await readPageList(pagePaths.changes, changeList, await searchParams)
  return (
    <ListView
      title="Changes"
      description="Every accepted edit, newest first, and how far it is on its way into Git."
      list={changes}
      api={apiPaths.changes}
      fields={LIST_FIELDS.changes}
      columns={columns}
      actions={
        <>
          <SavedViews list="changes" address={changes.address} />
          <SaveAsReport list="changes" shown={changes} />
        </>
      }
      nothing={{
        icon: GitCommitHorizontal,
        title: 'No changes yet',
        text: <p>The first edit will be change number 1.</p>,
      }}
    >
      {(rows) => (
        <ChangeTable
          rows={rows}
          columns={chosenColumns(columns, changes.address)}
          address={changes.address}
        />
      )}
    </ListView>
  )
}
