import type { ReactNode } from 'react'
import { BatchLine } from '#components/selection/batch-line.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { PageList } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref, NOW } from '#lib/schemas/paths.ts'
import { ActiveFilters } from './active-filters.tsx'
import { AtBanner } from './at-banner.tsx'
import { columnChoice, type ListColumns } from './chosen-columns.ts'
import { ColumnMenu } from './column-menu.tsx'
import { type FilterField, FilterForm } from './filter-form.tsx'
import { FOLDED } from './folded.ts'
import { ListExport } from './list-export.tsx'
import { type Nothing, NoRows } from './no-rows.tsx'
import { Pagination } from './pagination.tsx'
import { PhoneFold } from './phone-fold.tsx'

/** A page that is a list: its heading, its filter, its rows, and why there are none. */
export function ListView<Item>({
  title,
  description,
  list,
  api,
  fields,
  columns,
  isOfNow = false,
  nothing,
  actions,
  counts,
  groups,
  children,
}: {
  title: string
  description: string
  list: PageList<Item>
  /** Where the API has this list. */
  api: string
  fields: readonly FilterField[]
  /** What can be chosen of, where the list is a table. */
  columns?: ListColumns<Item>
  /** Whether there is only the present, so that the form doesn't ask for a time. */
  isOfNow?: boolean
  nothing: Nothing
  actions?: ReactNode
  /** Its rows in counts. */
  counts?: ReactNode
  /** Its rows in groups, for an address that asks for them. */
  groups?: ReactNode
  children: (items: readonly Item[]) => ReactNode
}) {
  const { address, at, knownAt } = list
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <ListExport list={list} api={api} columns={columns} />
            {actions}
          </>
        }
      />
      <AtBanner at={at} knownAt={knownAt} nowHref={listHref(address, NOW)} />
      <div className="rounded-lg border bg-surface">
        <Narrowing list={list} fields={fields} isOfNow={isOfNow}>
          <ListTools address={address} fields={fields} counts={counts} columns={columns} />
        </Narrowing>
        <Answer list={list} nothing={nothing} groups={groups}>
          {children}
        </Answer>
      </div>
    </>
  )
}

/** What filters the list, and below it the line of tools. */
function Narrowing({
  list: { address, outcome },
  fields,
  isOfNow,
  children,
}: {
  list: PageList<unknown>
  fields: readonly FilterField[]
  isOfNow: boolean
  children: ReactNode
}) {
  const wrong = outcome.kind === 'refused' ? outcome : null
  return (
    <PhoneFold active={narrowing(address).length} isOpenFirst={wrong !== null}>
      <FilterForm address={address} fields={fields} isOfNow={isOfNow} wrong={wrong} />
      <BatchLine>{children}</BatchLine>
    </PhoneFold>
  )
}

/** The filters of an address, and its groups. */
function narrowing({ filters, query }: ListAddress): readonly string[] {
  return ['group', ...filters].filter((name) => query[name] !== undefined)
}

/** The rows, or why there are none. */
function Answer<Item>({
  list,
  groups,
  children,
  nothing,
}: {
  list: PageList<Item>
  nothing: Nothing
  groups: ReactNode
  children: (items: readonly Item[]) => ReactNode
}) {
  const { address, outcome } = list
  if (outcome.kind !== 'rows' || outcome.items.length === 0)
    return <NoRows list={list} nothing={nothing} />
  if (groups && address.query['group'] !== undefined) return groups
  return (
    // Only this part is clipped at the corners: the form's lists of suggestions must stick out.
    <div className="overflow-hidden rounded-b-lg">
      {children(outcome.items)}
      <Pagination {...outcome} count={outcome.items.length} />
    </div>
  )
}

/** What narrows the list stays in sight on phones, too. */
function ListTools<Item>({
  address,
  fields,
  counts,
  columns,
}: {
  address: ListAddress
  fields: readonly FilterField[]
  counts: ReactNode
  columns: ListColumns<Item> | undefined
}) {
  const isNarrowed = narrowing(address).length > 0
  if (!isNarrowed && !counts && !columns) return null
  return (
    <div className={classNames('flex items-start gap-3 border-b px-3 py-2', !isNarrowed && FOLDED)}>
      <div className="flex min-h-8 grow flex-wrap items-center gap-x-4 gap-y-1.5">
        <ActiveFilters address={address} fields={fields} />
        <div className={classNames('contents', FOLDED)}>{counts}</div>
      </div>
      {columns && (
        <div className={FOLDED}>
          <ColumnMenu choice={columnChoice(columns, address)} />
        </div>
      )}
    </div>
  )
}
