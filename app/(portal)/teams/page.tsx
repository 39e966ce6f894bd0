import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { ObjectName, sinceColumn } from '#components/objects/object-columns.tsx'
import { SelectorChip } from '#components/ui/chip.tsx'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import { objectList } from '#lib/http/operations/object-operations.ts'
import { ofKind, type RepresentationOf } from '#lib/http/portal/of-kind.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Teams' }

export default async function TeamsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const list = await readPageList(pagePaths.teams, objectList('team'), await searchParams)
  return (
    <ListView
      title="Teams"
      description="Who owns what. On each cluster where it runs something, a team has a Kubernetes namespace of its name."
      list={list}
      actions={<NewAction kind="team" />}
      fields={[searchField]}
      nothing={{
        icon: Users,
        title: 'No teams yet',
        text: <p>Applications belong to teams, so a team comes first.</p>,
      }}
    >
      {(items) => (
        <ColumnTable
          label="Teams"
          columns={columnsAt(list.at)}
          items={ofKind(items, 'team')}
          keyOf={({ object }) => object.name}
          address={list.address}
        />
      )}
    </ListView>
  )
}

function columnsAt(at: Date | null): readonly Column<RepresentationOf<'team'>>[] {
  return [
    {
      heading: 'Team',
      sort: { by: 'name', isDefault: 'ascending' },
      cell: ({ object: { name, description } }) => (
        <ObjectName name={name} description={description} path={pagePaths.team(name)} at={at} />
      ),
    },
    { heading: 'Groups', cell: ({ object }) => object.groups.length },
    {
      heading: 'May use clusters',
      from: 'md',
      cell: ({ object: { clusterBoundary } }) =>
        clusterBoundary === null ? (
          'All'
        ) : (
          <SelectorChip selector={formatSelector(clusterBoundary)} />
        ),
    },
    { heading: 'Network', from: 'md', cell: ({ object }) => object.network },
    sinceColumn,
  ]
}
