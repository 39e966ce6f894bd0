import { ChevronDown, ChevronRight, Group } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import {
  GROUP_ROWS,
  type GroupsRefusal,
  type ShownGroups,
  type ShownValue,
} from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'
import { countText, facetTitle } from './facet-title.ts'
import { FacetValue } from './facet-value.tsx'
import { Pagination } from './pagination.tsx'

/** Groups of rows with their counts, the largest first; `children` are rows of the one that the address opens. */
export function GroupList({
  address,
  groups,
  children,
}: {
  address: ListAddress
  groups: ShownGroups | GroupsRefusal
  children: ReactNode
}) {
  if (typeof groups === 'string') return <NoGroups address={address} why={groups} />
  return (
    <div className="overflow-hidden rounded-b-lg">
      <ul aria-label={`By ${facetTitle(groups.name)}`} className="divide-y text-table">
        {groups.values.map((value) => (
          <li key={value.text}>
            <GroupLine address={address} name={groups.name} value={value}>
              {children}
            </GroupLine>
          </li>
        ))}
      </ul>
      <Pagination {...groups} count={groups.values.length} totalIsExact />
    </div>
  )
}

const REFUSALS: Readonly<Record<GroupsRefusal, { readonly title: string; readonly text: string }>> =
  {
    unknown: {
      title: 'These rows can’t be grouped so',
      text: 'There is no such label or field here.',
    },
    'too-many': {
      title: 'Too many rows to count',
      text: 'Filter them, and they stand here in groups.',
    },
  }

function NoGroups({ address, why }: { address: ListAddress; why: GroupsRefusal }) {
  const { title, text } = REFUSALS[why]
  return (
    <EmptyState
      icon={Group}
      title={title}
      actions={
        <Link href={listHref(address, { group: null, open: null })} className={buttonClass()}>
          Show the rows
        </Link>
      }
    >
      <p>{text}</p>
    </EmptyState>
  )
}

function GroupLine({
  address,
  name,
  value: { text, count, isExact, filter },
  children,
}: {
  address: ListAddress
  name: string
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
        <FacetValue name={name} text={text} />
        <span className="text-muted tabular-nums">{counted}</span>
      </p>
    )
  }
  const rows = listHref(address, { ...filter, group: null, open: null })
  return (
    <>
      <div className="flex min-h-9 items-center gap-3 px-4 hover:bg-sunken">
        <Link
          href={listHref(address, { open: isOpen ? null : text, page })}
          aria-expanded={isOpen}
          className="flex grow items-center gap-2 rounded py-1.5 font-medium"
        >
          <Icon aria-hidden className="size-4 shrink-0 text-muted" />
          <FacetValue name={name} text={text} />
          <span className="font-normal text-muted tabular-nums">{counted}</span>
        </Link>
        <TextLink href={rows}>
          Only these
          <span className="sr-only">
            {' '}
            {counted} of {text}
          </span>
        </TextLink>
      </div>
      {isOpen && (
        <div className="border-t">
          {children}
          {count > GROUP_ROWS && (
            <p className="border-t px-4 py-2 text-xs text-muted">
              The first {GROUP_ROWS} of {counted}. <TextLink href={rows}>Show all of them</TextLink>
            </p>
          )}
        </div>
      )}
    </>
  )
}
