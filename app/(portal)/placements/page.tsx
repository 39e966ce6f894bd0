import { MapPin } from 'lucide-react'
import type { Metadata } from 'next'
import { chosenColumns, type ListColumns } from '#components/list/chosen-columns.ts'
import { ColumnTable } from '#components/list/column-table.tsx'
import { knownAtField } from '#components/list/fields.ts'
import { LIST_FIELDS } from '#components/list/list-fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import {
  placementColumns,
  placementKey,
  type Then,
} from '#components/placements/placement-table.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { placementList } from '#lib/lists/placements.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import type { PlacementList } from '#lib/usecases/placements/list.ts'
import { SavedViews } from '../_views/saved-views.tsx'
import { ListFacets } from '../list-facets.tsx'
import { ListGroups } from '../list-groups.tsx'
import { SaveAsReport } from '../save-as-report.tsx'

export const metadata: Metadata = { title: 'Placements' }

export default async function PlacementsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const placements = await readPageList(pagePaths.placements, placementList, await searchParams)
  const { at, address } = placements
  const columns = columnsAt(placements)
  const table = (rows: PlacementList['items']) => (
    <ColumnTable
      label="Placements"
      columns={chosenColumns(columns, address)}
      items={rows}
      keyOf={placementKey}
      address={address}
    />
  )
  return (
    <ListView
      title="Placements"
      description="Which application is meant to run on which cluster, and what the clusters say of it."
      list={placements}
      api={apiPaths.placements}
      fields={[...LIST_FIELDS.placements, knownAtField]}
      columns={columns}
      actions={
        <>
          <SavedViews list="placements" address={address} />
          <SaveAsReport list="placements" shown={placements} />
        </>
      }
      counts={<ListFacets list={placementList} page={placements} />}
      groups={
        <ListGroups list={placementList} page={placements}>
          {table}
        </ListGroups>
      }
      nothing={{
        icon: MapPin,
        title: 'No placements yet',
        text: <p>A placement appears when a policy selects an application and a cluster.</p>,
      }}
    >
      {(rows) => (
        <>
          {at === null && <KeepCurrent seen={rows.map(({ seen }) => seen)} />}
          {table(rows)}
        </>
      )}
    </ListView>
  )
}

function columnsAt(then: Then): ListColumns<PlacementList['items'][number]> {
  return {
    usual: placementColumns(then),
    labels: [
      { side: 'label', kind: 'cluster', of: ({ labels }) => labels.label },
      { side: 'app_label', kind: 'application', of: ({ labels }) => labels.app_label },
    ],
  }
}
