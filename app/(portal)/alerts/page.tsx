import { Siren } from 'lucide-react'
import type { Metadata } from 'next'
import { alertColumns } from '#components/alerts/alert-columns.tsx'
import { chosenColumns } from '#components/list/chosen-columns.ts'
import { ColumnTable } from '#components/list/column-table.tsx'
import type { FilterField } from '#components/list/filter-form.tsx'
import { ListView } from '#components/list/list-view.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { alertList } from '#lib/lists/alerts.ts'
import { apiPaths, listPath, pagePaths } from '#lib/schemas/paths.ts'
import { SavedViews } from '../_views/saved-views.tsx'

export const metadata: Metadata = { title: 'Alerts' }

const fields: readonly FilterField[] = [
  {
    name: 'state',
    label: 'State',
    choices: [
      ['firing', 'Firing'],
      ['resolved', 'Resolved'],
    ],
  },
  { name: 'rule', label: 'Rule' },
  { name: 'namespace', label: 'Team' },
]

const COLUMNS = { usual: alertColumns.ofAll, labels: [] }

export default async function AlertsPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readPageList(pagePaths.alerts, alertList, await searchParams)
  return (
    <>
      {/* Also while there is none: somebody may be waiting for the first. */}
      <KeepCurrent seen={[]} />
      <ListView
        title="Alerts"
        description="What alert rules found: each fires once, and again only after it was over."
        list={list}
        api={apiPaths.alerts}
        actions={<SavedViews list="alerts" address={list.address} />}
        fields={fields}
        columns={COLUMNS}
        isOfNow
        nothing={{
          icon: Siren,
          title: 'No alert has fired',
          text: (
            <p>
              <TextLink href={listPath('alert-rule')}>Alert rules</TextLink> say what people are
              told of.
            </p>
          ),
        }}
      >
        {(items) => (
          <ColumnTable
            label="Alerts"
            columns={chosenColumns(COLUMNS, list.address)}
            items={items}
            keyOf={({ id }) => id}
            address={list.address}
          />
        )}
      </ListView>
    </>
  )
}
