import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColumnHeading, type From } from '#components/ui/table.tsx'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'

/** The heading of a sortable column: each click reverses the order. */
export function SortHeading({
  address,
  by,
  isDefault,
  from,
  control,
  children,
}: {
  address: ListAddress
  by: string
  /** The order if this is the list's default sort; absent: it isn't. */
  isDefault?: 'ascending' | 'descending'
  from?: From
  control?: ReactNode
  children: string
}) {
  const sort = address.query['sort']
  const sorted =
    sort === by
      ? 'ascending'
      : sort === `-${by}`
        ? 'descending'
        : sort === undefined && isDefault
          ? isDefault
          : 'none'
  const turned = sorted === 'ascending' ? 'descending' : 'ascending'
  const next = turned === isDefault ? null : turned === 'ascending' ? by : `-${by}`
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[sorted]
  return (
    <ColumnHeading sorted={sorted} from={from} control={control}>
      <Link
        href={listHref(address, { sort: next })}
        className="inline-flex items-center gap-1 rounded hover:text-ink"
      >
        {children}
        <Icon aria-hidden className="size-3.5" />
      </Link>
    </ColumnHeading>
  )
}
