import { Server } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { searchField, selectorField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { ConfinementBadge } from '#components/objects/confinement.tsx'
import { LabelChips, None } from '#components/objects/label-chips.tsx'
import { ObjectName, sinceColumn } from '#components/objects/object-columns.tsx'
import { objectList } from '#lib/http/operations/object-operations.ts'
import { ofKind, type RepresentationOf } from '#lib/http/portal/of-kind.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Clusters' }

export default async function ClustersPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readPageList(pagePaths.clusters, objectList('cluster'), await searchParams)
  return (
    <ListView
      title="Clusters"
      description="The Kubernetes clusters of the fleet. Policies choose among them by their labels."
      list={list}
      actions={<NewAction kind="cluster" />}
      fields={[searchField, selectorField]}
      nothing={{
        icon: Server,
        title: 'No clusters yet',
        text: <p>Onboard one, and it gets a folder in Git for its Argo CD to pull.</p>,
      }}
    >
      {(items) => (
        <ColumnTable
          label="Clusters"
          columns={columnsAt(list.at)}
          items={ofKind(items, 'cluster')}
          keyOf={({ object }) => object.name}
          address={list.address}
        />
      )}
    </ListView>
  )
}

function columnsAt(at: Date | null): readonly Column<RepresentationOf<'cluster'>>[] {
  return [
    {
      heading: 'Cluster',
      sort: { by: 'name', isDefault: 'ascending' },
      cell: ({ object: { name, description, shortName, confinement } }) => (
        <>
          <ObjectName
            name={name}
            description={description || shortName}
            path={pagePaths.cluster(name)}
            at={at}
          />
          <span className="mt-1 block empty:hidden">
            <ConfinementBadge confinement={confinement} />
          </span>
        </>
      ),
    },
    { heading: 'Environment', from: 'sm', cell: ({ object }) => object.environment || <None /> },
    {
      heading: 'Labels',
      from: 'md',
      cell: ({ object }) => <LabelChips labels={object.labels} max={5} />,
    },
    sinceColumn,
  ]
}
