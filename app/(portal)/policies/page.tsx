import { Target } from 'lucide-react'
import type { Metadata } from 'next'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { PolicyTable } from '#components/objects/policy-table.tsx'
import { objectList } from '#lib/http/operations/object-operations.ts'
import { ofKind } from '#lib/http/portal/of-kind.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { NewAction } from '../new-action.tsx'

export const metadata: Metadata = { title: 'Policies' }

export default async function PoliciesPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const list = await readPageList(
    pagePaths.policies,
    objectList('target-policy'),
    await searchParams,
  )
  return (
    <ListView
      title="Policies"
      description="Each says: these applications on these clusters. Exclusion always wins."
      list={list}
      actions={<NewAction kind="target-policy" />}
      fields={[searchField]}
      nothing={{
        icon: Target,
        title: 'No policies yet',
        text: <p>Until a policy says so, no application is placed on any cluster.</p>,
      }}
    >
      {(items) => (
        <PolicyTable
          policies={ofKind(items, 'target-policy').map(({ object }) => object)}
          at={list.at}
          address={list.address}
        />
      )}
    </ListView>
  )
}
