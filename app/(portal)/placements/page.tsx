import { MapPin } from 'lucide-react'
import type { Metadata } from 'next'
import { pairFields, searchField, selectorField } from '#components/list/fields.ts'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { PlacementTable } from '#components/placements/placement-table.tsx'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { readSort } from '#lib/http/api/lists.ts'
import { readParsed, readText } from '#lib/http/api/parameters.ts'
import { pairPosition } from '#lib/http/api/positions.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { listPlacementsUseCase } from '#lib/usecases/placements/list.ts'

export const metadata: Metadata = { title: 'Placements' }

const list = {
  path: pagePaths.placements,
  filters: ['q', 'labelSelector', 'namespace', 'application', 'cluster', 'policy'],
  position: pairPosition,
  useCase: listPlacementsUseCase,
}

const fields: readonly FilterField[] = [
  searchField,
  { ...selectorField, label: 'Cluster selector' },
  ...pairFields,
  { name: 'policy', label: 'Policy', isMore: true, completes: 'target-policy' },
]

export default async function PlacementsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const placements = await readPageList(
    {
      ...list,
      input: (query, window) => ({
        ...window,
        filter: {
          text: readText(query, 'q'),
          clusterSelector: readParsed(query, 'labelSelector', (text) => parseSelector(text, [])),
          namespace: readText(query, 'namespace'),
          application: readText(query, 'application'),
          cluster: readText(query, 'cluster'),
          policy: readText(query, 'policy'),
          descending: readSort({ query }, ['name'], 'name').descending,
        },
      }),
    },
    await searchParams,
  )
  return (
    <ListView
      title="Placements"
      description="Which application is meant to run on which cluster, as the policies say."
      list={placements}
      fields={fields}
      nothing={{
        icon: MapPin,
        title: 'No placements yet',
        text: <p>A placement appears when a policy selects an application and a cluster.</p>,
      }}
    >
      {(rows) => <PlacementTable rows={rows} at={placements.at} address={placements.address} />}
    </ListView>
  )
}
