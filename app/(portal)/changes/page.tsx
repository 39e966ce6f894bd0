import { GitCommitHorizontal } from 'lucide-react'
import type { Metadata } from 'next'
import { ChangeTable } from '#components/changes/change-table.tsx'
import { rangeFields, searchField, teamField } from '#components/list/fields.ts'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { changeList } from '#lib/lists/changes.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

export const metadata: Metadata = { title: 'Changes' }

const fields: readonly FilterField[] = [
  { ...searchField, placeholder: 'Reason, action or person' },
  ...rangeFields,
  { name: 'actor', label: 'Who', placeholder: 'Part of name or e-mail', isMore: true },
  {
    name: 'kind',
    label: 'Kind of object',
    isMore: true,
    choices: KINDS.map((kind) => [kind, kinds[kind].word] as const),
  },
  { name: 'name', label: 'Object', placeholder: 'Its whole name', isMore: true },
  teamField,
]

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
      fields={fields}
      nothing={{
        icon: GitCommitHorizontal,
        title: 'No changes yet',
        text: <p>The first edit will be change number 1.</p>,
      }}
    >
      {(rows) => <ChangeTable rows={rows} address={changes.address} />}
    </ListView>
  )
}
