import type { ReactNode } from 'react'
import { BatchLine } from '#components/selection/batch-line.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { PageList } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { ActiveFilters } from './active-filters.tsx'
import { AtBanner } from './at-banner.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type FilterField, FilterForm } from './filter-form.tsx'
import { type Nothing, NoRows } from './no-rows.tsx'
import { Pagination } from './pagination.tsx'
import { totalText } from './total-text.ts'

/** A page that is a list: its heading, its filter, its rows, and why there are none. */
export function ListView<Item>({
  title,
  description,
  list,
  api,
  fields,
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
  const { address, at, outcome } = list
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <ListExport list={list} api={api} />
            {actions}
          </>
        }
      />
      <AtBanner at={at} nowHref={listHref(address, { at: null })} />
      <div className="rounded-lg border bg-surface">
        <BatchLine>
          <FilterForm
            address={address}
            fields={fields}
            isOfNow={isOfNow}
            wrong={outcome.kind === 'refused' ? outcome : null}
          />
        </BatchLine>
        <ListTools address={address} fields={fields} counts={counts} />
        <Answer list={list} nothing={nothing} groups={groups}>
          {children}
        </Answer>
      </div>
    </>
  )
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

/** The counts are folded on phones. */
function ListTools({
  address,
  fields,
  counts,
}: {
  address: ListAddress
  fields: readonly FilterField[]
  counts: ReactNode
}) {
  const { filters, query } = address
  const isNarrowed = ['group', ...filters].some((name) => query[name] !== undefined)
  if (!isNarrowed && !counts) return null
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b px-3 py-2',
        !isNarrowed && 'max-sm:hidden',
      )}
    >
      <ActiveFilters address={address} fields={fields} />
      <div className="contents max-sm:hidden">{counts}</div>
    </div>
  )
}

function ListExport({
  list: { asked, at, outcome },
  api,
}: {
  list: PageList<unknown>
  api: string
}) {
  if (outcome.kind !== 'rows' || outcome.items.length === 0) return null
  const all = at === null ? asked : { ...asked, at: at.toISOString() }
  return <ExportMenu api={api} asked={all} rows={totalText(outcome)} />
}
