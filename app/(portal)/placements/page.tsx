import { MapPin } from 'lucide-react'
import type { Metadata } from 'next'
import { LIST_FIELDS } from '#components/list/list-fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { PlacementTable } from '#components/placements/placement-table.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { placementList } from '#lib/lists/placements.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
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
  return (
    <ListView
      title="Placements"
      description="Which application is meant to run on which cluster, and what the clusters say of it."
      list={placements}
      api={apiPaths.placements}
      fields={LIST_FIELDS.placements}
      actions={
        <>
          <SavedViews list="placements" address={address} />
          <SaveAsReport list="placements" shown={placements} />
        </>
      }
      counts={<ListFacets list={placementList} page={placements} />}
      groups={
        <ListGroups list={placementList} page={placements}>
          {(rows) => <PlacementTable rows={rows} at={at} address={address} />}
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
          <PlacementTable rows={rows} at={at} address={address} />
        </>
      )}
    </ListView>
  )
}
