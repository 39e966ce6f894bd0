import type { ReactNode } from 'react'
import {
  Cell,
  ColumnHeading,
  type From,
  NameCell,
  Row,
  Table,
  TableBody,
  TableHead,
} from '#components/ui/table.tsx'
import type { ListAddress } from '#lib/schemas/paths.ts'
import { SortHeading } from './sort-heading.tsx'

export type Column<Item> = {
  readonly heading: string
  /** Hides the heading from sight where the column explains itself; screen readers still read it. */
  readonly isHeadingHidden?: boolean
  /** What stands before the heading. */
  readonly control?: ReactNode
  /** Makes the heading sort the list; `isDefault` is the order of a list whose address has no `sort`. */
  readonly sort?: { readonly by: string; readonly isDefault?: 'ascending' | 'descending' }
  /** The width below which the column is left out. */
  readonly from?: From
  readonly className?: string
  readonly cell: (item: Item) => ReactNode
}

/** A table whose first column names each row. */
export function ColumnTable<Item>({
  label,
  columns,
  items,
  keyOf,
  address,
}: {
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  address?: ListAddress
}) {
  const [name, ...others] = columns
  return (
    <Table label={label}>
      <TableHead>
        {columns.map((column) => (
          <Heading key={column.heading} column={column} address={address} />
        ))}
      </TableHead>
      <TableBody>
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
      <SortHeading address={address} {...sort} from={from} control={control}>
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
