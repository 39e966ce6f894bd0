'use client'

import { Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { FieldErrors } from './field-errors.tsx'

export type RowProps<Row> = {
  readonly row: Row
  readonly index: number
  readonly onChange: (row: Row) => void
  /** Moves it before the one that it follows. */
  readonly onEarlier: () => void
  readonly onRemove: () => void
}

/** A field of rows. Each is an item of a list, drawn by `children`, and can be edited and removed. */
export function RowsField<Row>({
  id,
  legend,
  hint,
  note,
  noun,
  empty,
  value: rows,
  onChange,
  reasons,
  children,
}: {
  /** The path of the field, which is that of the reasons of all its rows together. */
  id: string
  legend: string
  hint: ReactNode
  note?: ReactNode
  /** The word for a row. */
  noun: string
  /** A new row. */
  empty: Row
  value: readonly Row[]
  onChange: (rows: readonly Row[]) => void
  reasons: FieldReasons
  children: (props: RowProps<Row>) => ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{legend}</legend>
      <p className="mb-2 text-xs text-muted">{hint}</p>
      {note}
      <ul className="space-y-2 empty:hidden">
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place: all of it can be changed
          <Fragment key={index}>
            {children({
              row,
              index,
              onChange: (next) => onChange(rows.with(index, next)),
              onEarlier: () => onChange(rows.toSpliced(index - 1, 2, row, rows[index - 1]!)),
              onRemove: () => onChange(rows.toSpliced(index, 1)),
            })}
          </Fragment>
        ))}
      </ul>
      <FieldErrors id={id} errors={reasons[id] ?? []} />
      <Button look="quiet" className="mt-1 px-2" onClick={() => onChange([...rows, empty])}>
        <Plus aria-hidden className="size-4" />
        Add a {noun}
      </Button>
    </fieldset>
  )
}
