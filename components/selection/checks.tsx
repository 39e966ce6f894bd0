'use client'

import type { ChangeEvent } from 'react'
import { useSelection } from './selection-provider.tsx'

/** Selects a row of the list; nothing where nothing can be selected. */
export function RowCheck({ row }: { row: string }) {
  const selection = useSelection()
  if (selection === null) return null
  return (
    <Check
      label={`Select ${row}`}
      isOn={selection.isSelected(row)}
      onChange={(isOn, isRange) => selection.choose(row, isOn, isRange)}
    />
  )
}

/** Selects the rows of the page. */
export function PageCheck() {
  const selection = useSelection()
  if (selection === null) return null
  const { rows, isSelected } = selection
  const on = rows.filter(isSelected).length
  return (
    <Check
      label="Select the rows of this page"
      isOn={rows.length > 0 && on === rows.length}
      isMixed={on > 0 && on < rows.length}
      onChange={selection.choosePage}
    />
  )
}

/** Edits begin at the width of a tablet. */
function Check({
  label,
  isOn,
  isMixed = false,
  onChange,
}: {
  label: string
  isOn: boolean
  isMixed?: boolean
  onChange: (isOn: boolean, isRange: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      checked={isOn}
      onChange={(event) => onChange(event.target.checked, isWithShift(event))}
      className="m-1 size-4 shrink-0 accent-accent max-md:hidden"
    />
  )
}

/** React tells of a checkbox when it is clicked. */
function isWithShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
}
