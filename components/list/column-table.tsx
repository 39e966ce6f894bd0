import type { ReactNode } from 'react'
import {
  Cell,
  ColumnHeading,
  type From,
  NameCell,
  Row,
  Table,
  TableHead,
} from '#components/ui/table.tsx'
import { TableBody } from '#components/ui/table-body.tsx'
import type { ListAddress } from '#lib/schemas/paths.ts'
import { type ColumnSort, SortHeading } from './sort-heading.tsx'

export type Column<Item> = {
  /** Names it in the address of a list whose columns can be chosen; a column without a name is always there. */
  readonly name?: string
  /** The columns of an export that say the same, where it isn't the one of that name. */
  readonly exports?: readonly string[]
  readonly heading: string
  /** Hides the heading from sight where the column explains itself; screen readers still read it. */
  readonly isHeadingHidden?: boolean
  /** What stands before the heading. */
  readonly control?: ReactNode
  /** Makes the heading sort the list. */
  readonly sort?: ColumnSort
  /** The width below which the column is left out. */
  readonly from?: From
  readonly className?: string
  /** Whether it says something of an item. Where it says nothing of any, it is left out; absent: it is always there. */
  readonly isSaid?: (item: Item) => boolean
  readonly cell: (item: Item) => ReactNode
}

/** A table whose first column names each row. */
export function ColumnTable<Item>({
  label,
  columns: all,
  items,
  keyOf,
  address,
  hasStops,
}: {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  address?: ListAddress
  /** False: nothing in a row takes the focus. */
  hasStops?: boolean
}) {
  const columns = all.filter(({ isSaid }) => isSaid === undefined || items.some(isSaid))
  const [name, ...others] = columns
  return (
    <Table label={label}>
      <TableHead>
        {columns.map((column) => (
          <Heading key={column.heading} column={column} address={address} />
        ))}
      </TableHead>
      <TableBody hasStops={hasStops}>
        {items.map((item) => (
          <Row key={keyOf(item)}>
            <NameCell>{name?.cell(item)}</NameCell>
            {others.map(({ heading, from, className, cell }) => (
              <Cell key={heading} from={from} className={className}>
                {cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

function Heading<Item>({
  column: { heading, isHeadingHidden = false, control, sort, from },
  address,
}: {
  column: Column<Item>
  address: ListAddress | undefined
}) {
  if (sort && address) {
    return (
      <SortHeading address={address} sort={sort} from={from} control={control}>
        {heading}
      </SortHeading>
    )
  }
  return (
    <ColumnHeading from={from} control={control}>
      {isHeadingHidden ? <span className="sr-only">{heading}</span> : heading}
    </ColumnHeading>
  )
}
