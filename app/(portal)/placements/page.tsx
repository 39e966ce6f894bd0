import { MapPin } from 'lucide-react'
import type { Metadata } from 'next'
import { pairFields, searchField, selectorField } from '#components/list/fields.ts'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { freshnessField, stateField } from '#components/observed/fields.ts'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { PlacementTable } from '#components/placements/placement-table.tsx'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { placementList } from '#lib/lists/placements.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

export const metadata: Metadata = { title: 'Placements' }

const fields: readonly FilterField[] = [
  searchField,
  { ...selectorField(kinds.cluster.example), label: 'Cluster selector' },
  stateField,
  { ...freshnessField, label: 'Reports of the cluster', isMore: true },
  ...pairFields,
  { name: 'stateFor', label: 'In its state for', placeholder: '15m', isMore: true },
  {
    name: 'revision',
    label: 'Running the commit',
    placeholder: 'All digits',
    isMore: true,
    mono: true,
  },
  { name: 'policy', label: 'Policy', isMore: true, completes: 'target-policy' },
]

export default async function PlacementsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const placements = await readPageList(pagePaths.placements, placementList, await searchParams)
  return (
    <ListView
      title="Placements"
      description="Which application is meant to run on which cluster, and what the clusters say of it."
      list={placements}
      fields={fields}
      nothing={{
        icon: MapPin,
        title: 'No placements yet',
        text: <p>A placement appears when a policy selects an application and a cluster.</p>,
      }}
    >
      {(rows) => (
        <>
          {placements.at === null && <KeepCurrent seen={rows.map(({ seen }) => seen)} />}
          <PlacementTable rows={rows} at={placements.at} address={placements.address} />
        </>
      )}
    </ListView>
  )
}
