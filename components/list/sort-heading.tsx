import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColumnHeading, type From } from '#components/ui/table.tsx'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { SortLink } from './sort-link.tsx'
import { type Direction, sortedThen, sortsOf, sortText } from './sorting.ts'

/** What sorts a list by a column. */
export type ColumnSort = {
  readonly by: string
  /** The order if this is the list's default sort; absent: it isn't. */
  readonly isDefault?: Direction
  /** Whether the list can be sorted by it and others. */
  readonly isOneOfMany?: true
}

/** The heading of a sortable column: each click reverses the order; with Shift it sorts what other columns leave equal. */
export function SortHeading({
  address,
  sort,
  from,
  control,
  children,
}: {
  address: ListAddress
  sort: ColumnSort
  from?: From
  control?: ReactNode
  children: string
}) {
  const { by, isDefault, isOneOfMany = false } = sort
  const sorts = sortsOf(address.query['sort'])
  const place = sorts.findIndex((each) => each.by === by)
  const sorted = sorts[place]?.direction ?? (sorts.length === 0 ? isDefault : undefined) ?? 'none'
  const turned = { by, direction: sorted === 'ascending' ? 'descending' : 'ascending' } as const
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[sorted]
  const alone = turned.direction === isDefault ? null : sortText([turned])
  return (
    // Only the first of several columns is the one that the table is sorted by.
    <ColumnHeading sorted={place > 0 ? 'none' : sorted} from={from} control={control}>
      <SortLink
        href={listHref(address, { sort: alone })}
        thenHref={
          isOneOfMany ? listHref(address, { sort: sortText(sortedThen(sorts, turned)) }) : null
        }
      >
        {children}
        <Icon aria-hidden className="size-3.5" />
        {sorts.length > 1 && place >= 0 && (
          <>
            <span aria-hidden>{place + 1}</span>
            <span className="sr-only">
              (sorted {place + 1} of {sorts.length}, {sorted})
            </span>
          </>
        )}
      </SortLink>
    </ColumnHeading>
  )
}
