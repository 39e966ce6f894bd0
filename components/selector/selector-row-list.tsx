'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { typedOf, rowsOf, type TypedSelector, type SelectorRow } from './selector-rows.ts'
import { SelectorRowEditor } from './selector-row-editor.tsx'

const EMPTY_ROW: Omit<SelectorRow, 'id'> = { key: '', operator: '=', values: [], typed: '' }

/** A selector as rows, which also hold what its text can't: unfinished rows. */
export function useRowList(value: TypedSelector, onChange: (value: TypedSelector) => void) {
  const [own, setOwn] = useState<readonly SelectorRow[]>(() => rowsFor(value))
  // The rows may hold more than their text, so they stay until something else changes the text.
  const rows = isSame(typedOf(own), value) ? own : rowsFor(value)
  return {
    rows,
    isTyping: rows.some(({ typed }) => typed.trim() !== ''),
    change: (rows: readonly SelectorRow[]) => {
      setOwn(rows)
      onChange(typedOf(rows))
    },
  }
}

export type RowList = ReturnType<typeof useRowList>

function isSame(one: TypedSelector, other: TypedSelector): boolean {
  return one.text === other.text && one.unfinished === other.unfinished
}

function rowsFor({ text }: TypedSelector): SelectorRow[] {
  const rows = rowsOf(text) ?? []
  return rows.length === 0 ? [{ ...EMPTY_ROW, id: 0 }] : rows
}

export function SelectorRowList({
  legend,
  kind,
  value: { unfinished },
  list: { rows, isTyping, change },
  isInvalid,
}: {
  legend: string
  kind: LabelledKind
  value: TypedSelector
  list: RowList
  isInvalid: boolean
}) {
  const nextId = Math.max(-1, ...rows.map(({ id }) => id)) + 1
  return (
    <>
      <ul className="space-y-2">
        {rows.map((row, index) => (
          <SelectorRowEditor
            key={row.id}
            row={row}
            name={`row ${index + 1}, ${legend.toLowerCase()}`}
            kind={kind}
            isInvalid={isInvalid || (!isTyping && unfinished !== null && row.key === '')}
            onChange={(row) => change(rows.map((other) => (other.id === row.id ? row : other)))}
            onRemove={() => change(rows.filter(({ id }) => id !== row.id))}
          />
        ))}
      </ul>
      <Button
        look="quiet"
        className={classNames('px-2', rows.length > 0 && 'mt-1')}
        onClick={() => change([...rows, { ...EMPTY_ROW, id: nextId }])}
      >
        <Plus aria-hidden className="size-4" />
        {rows.length === 0 ? 'Add a condition' : 'And another condition'}
      </Button>
    </>
  )
}
