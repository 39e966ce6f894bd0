import { GitCommitHorizontal } from 'lucide-react'
import type { Metadata } from 'next'
import { ChangeTable } from '#components/changes/change-table.tsx'
import { rangeFields, searchField, teamField } from '#components/list/fields.ts'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { readSort } from '#lib/http/api/lists.ts'
import { readInstant, readText, readWord } from '#lib/http/api/parameters.ts'
import { changePosition } from '#lib/http/api/positions.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import { readUntil, type SearchParams } from '#lib/http/portal/page-query.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'

export const metadata: Metadata = { title: 'Changes' }

const list = {
  path: pagePaths.changes,
  filters: ['q', 'actor', 'kind', 'name', 'namespace', 'from', 'to'],
  position: changePosition,
  useCase: listChangesUseCase,
}

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
  const changes = await readPageList(
    {
      ...list,
      input: (query, { at, after, limit }) => ({
        at,
        before: after,
        limit,
        filter: {
          text: readText(query, 'q'),
          descending: readSort({ query }, ['at'], '-at').descending,
          actor: readText(query, 'actor'),
          kind: readWord(query, 'kind', KINDS, null),
          name: readText(query, 'name'),
          namespace: readText(query, 'namespace'),
          from: readInstant(query, 'from'),
          to: readUntil(query, 'to'),
        },
      }),
    },
    await searchParams,
  )
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
