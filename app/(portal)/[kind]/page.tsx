import type { Metadata } from 'next'
import { ColumnTable } from '#components/list/column-table.tsx'
import { searchField, selectorField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { KIND_ICONS, kindHeading } from '#components/objects/kinds.ts'
import { listColumns } from '#components/objects/list-columns.tsx'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { refKey, refOf } from '#lib/domain/objects/objects.ts'
import { objectList } from '#lib/http/operations/object-operations.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { listPath } from '#lib/schemas/paths.ts'
import { NewAction } from '../new-action.tsx'
import { kindOfPage } from './kind-of-page.ts'

type Props = {
  params: Promise<{ kind: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: kindHeading(kindOfPage((await params).kind)) }
}

export default async function ListPage({ params, searchParams }: Props) {
  const kind = kindOfPage((await params).kind)
  const list = await readPageList(listPath(kind), objectList(kind), await searchParams)
  const { about, example, labelled, words } = kinds[kind]
  return (
    <ListView
      title={kindHeading(kind)}
      description={about.list}
      list={list}
      actions={<NewAction kind={kind} />}
      fields={labelled ? [searchField, selectorField(example)] : [searchField]}
      nothing={{
        icon: KIND_ICONS[kind],
        title: `No ${words} yet`,
        text: <p>{about.none}</p>,
      }}
    >
      {(items) => (
        <ColumnTable
          label={kindHeading(kind)}
          columns={listColumns(kind, list.at)}
          items={items}
          keyOf={({ object }) => refKey(refOf(object))}
          address={list.address}
        />
      )}
    </ListView>
  )
}
