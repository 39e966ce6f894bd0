import { Ship } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Ago } from '#components/ui/time.tsx'
import { foreignList } from '#lib/lists/foreign-applications.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import type { ForeignList } from '#lib/usecases/observed/foreign-applications.ts'

type Props = { params: Promise<{ name: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Not made by Berth on ${(await params).name}` }
}

const fields = [{ ...searchField, placeholder: 'Part of a namespace or a name' }]

type Foreign = ForeignList['items'][number]

const columns: readonly Column<Foreign>[] = [
  {
    heading: 'Application',
    cell: ({ namespace, name }) => (
      <>
        <span className="text-muted">{namespace} / </span>
        <span className="font-medium">{name}</span>
      </>
    ),
  },
  { heading: 'Sync', cell: ({ sync }) => sync ?? <None /> },
  { heading: 'Health', cell: ({ health }) => health ?? <None /> },
  {
    heading: 'Revision',
    from: 'md',
    cell: ({ revision }) => (revision === null ? <None /> : <CommitChip commit={revision} />),
  },
  { heading: 'So since', from: 'sm', cell: ({ since }) => <Ago at={since} /> },
]

export default async function ForeignApplicationsPage({ params, searchParams }: Props) {
  const cluster = await params
  const path = pagePaths.foreignApplications(cluster.name)
  const foreign = await readPageList(path, foreignList, await searchParams, cluster)
  return (
    <ListView
      title={`Not made by Berth on ${cluster.name}`}
      description="What the cluster’s reconciler runs besides what Berth placed there, as the cluster said last."
      list={foreign}
      api={apiPaths.foreignApplications(cluster.name)}
      fields={fields}
      isOfNow
      nothing={{
        icon: Ship,
        title: 'Nothing else runs here',
        text: <p>All that the cluster reports was placed by Berth.</p>,
      }}
    >
      {(rows) => (
        <>
          <KeepCurrent seen={[]} cluster={cluster.name} />
          <ColumnTable
            label="Applications not made by Berth"
            columns={columns}
            items={rows}
            keyOf={({ namespace, name }) => `${namespace}/${name}`}
            address={foreign.address}
            hasStops={false}
          />
        </>
      )}
    </ListView>
  )
}
