import { ChevronDown, ChevronRight, Group } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { ShownGroups, ShownValue } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { countText, facetTitle } from './facet-title.ts'
import { Pagination } from './pagination.tsx'

/** Groups of rows with their counts, the largest first; `children` are rows of the one that the address opens. */
export function GroupList({
  address,
  groups,
  children,
}: {
  address: ListAddress
  groups: ShownGroups | null
  children: ReactNode
}) {
  if (groups === null) {
    return (
      <EmptyState
        icon={Group}
        title="These rows can’t be grouped so"
        actions={
          <Link href={listHref(address, { group: null, open: null })} className={buttonClass()}>
            Show the rows
          </Link>
        }
      >
        <p>There is no such label or field here, or there are more rows than are counted.</p>
      </EmptyState>
    )
  }
  return (
    <div className="overflow-hidden rounded-b-lg">
      <ul aria-label={`By ${facetTitle(groups.name)}`} className="divide-y text-table">
        {groups.values.map((value) => (
          <li key={value.text}>
            <GroupLine address={address} value={value}>
              {children}
            </GroupLine>
          </li>
        ))}
      </ul>
      <Pagination {...groups} count={groups.values.length} totalIsExact />
    </div>
  )
}

function GroupLine({
  address,
  value: { text, count, isExact, filter },
  children,
}: {
  address: ListAddress
  value: ShownValue
  children: ReactNode
}) {
  const isOpen = address.query['open'] === text
  const { page } = address.query
  const Icon = isOpen ? ChevronDown : ChevronRight
  const counted = countText(count, isExact)
  if (filter === null) {
    return (
      <p className="flex h-9 items-center gap-3 pr-4 pl-10">
        {text} <span className="text-muted tabular-nums">{counted}</span>
      </p>
    )
  }
  return (
    <>
      <div className="flex min-h-9 items-center gap-3 px-4 hover:bg-sunken">
        <Link
          href={listHref(address, { open: isOpen ? null : text, page })}
          aria-expanded={isOpen}
          className="flex grow items-center gap-2 rounded py-1.5 font-medium"
        >
          <Icon aria-hidden className="size-4 text-muted" />
          {text}
          <span className="font-normal text-muted tabular-nums">{counted}</span>
        </Link>
        <TextLink href={listHref(address, { ...filter, group: null, open: null })}>
          Only these
          <span className="sr-only">
            {' '}
            {counted} of {text}
          </span>
        </TextLink>
      </div>
      {isOpen && <div className="border-t">{children}</div>}
    </>
  )
}
