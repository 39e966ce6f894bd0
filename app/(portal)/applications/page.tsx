import { Boxes } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { applicationSelectorField, searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { LabelChips } from '#components/objects/label-chips.tsx'
import { ObjectName, sinceColumn } from '#components/objects/object-columns.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { objectList } from '#lib/http/operations/object-operations.ts'
import { ofKind, type RepresentationOf } from '#lib/http/portal/of-kind.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Applications' }

export default async function ApplicationsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readPageList(
    pagePaths.applications,
    objectList('application'),
    await searchParams,
  )
  return (
    <ListView
      title="Applications"
      description="Directories in Git, each owned by a team. Policies choose among them by their labels."
      list={list}
      actions={<NewAction kind="application" />}
      fields={[searchField, applicationSelectorField]}
      nothing={{
        icon: Boxes,
        title: 'No applications yet',
        text: <p>A team onboards one by naming its repository, branch and path.</p>,
      }}
    >
      {(items) => (
        <ColumnTable
          label="Applications"
          columns={columnsAt(list.at)}
          items={ofKind(items, 'application')}
          keyOf={({ object: { team, name } }) => `${team}/${name}`}
          address={list.address}
        />
      )}
    </ListView>
  )
}

function columnsAt(at: Date | null): readonly Column<RepresentationOf<'application'>>[] {
  return [
    {
      heading: 'Application',
      sort: { by: 'name', isDefault: 'ascending' },
      cell: ({ object: { team, name, description } }) => (
        <ObjectName
          name={name}
          description={description}
          path={pagePaths.application(team, name)}
          at={at}
        />
      ),
    },
    {
      heading: 'Team',
      cell: ({ object: { team } }) => (
        <TextLink href={pathAt(pagePaths.team(team), at)}>{team}</TextLink>
      ),
    },
    {
      heading: 'Source',
      from: 'lg',
      cell: ({ object: { repoUrl, repoBranch, repoPath } }) => (
        <>
          <span className="block font-mono text-xs break-all">{repoUrl}</span>
          <span className="block font-mono text-xs break-all text-muted">
            {repoBranch} · {repoPath}
          </span>
        </>
      ),
    },
    { heading: 'Labels', from: 'md', cell: ({ object }) => <LabelChips labels={object.labels} /> },
    { ...sinceColumn, from: 'xl' },
  ]
}
