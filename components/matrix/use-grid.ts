'use client'

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { GridLine } from './grid-lines.ts'

/** Lines in pixels; no target is smaller than 24: https://www.w3.org/TR/WCAG22/#target-size-minimum */
export const SIZES = { rowHead: 216, columnHead: 172, member: 28, group: 88, row: 28 }

/** Which cell the keyboard is on; line 0 is the heads. */
export type Place = { readonly row: number; readonly column: number }

const OVERSCAN = 4

/** The lines in sight, both ways, and the cell that keys move: https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */
export function useGrid(
  scroller: RefObject<HTMLDivElement | null>,
  rowLines: readonly GridLine[],
  columnLines: readonly GridLine[],
) {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const wantsFocus = useRef(false)
  const rows = useAxis(scroller, rowLines, active.row, false)
  const columns = useAxis(scroller, columnLines, active.column, true)
  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-place="${placeText(active)}"]`)
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })
  const moveTo = (place: Place) => {
    const row = within(place.row, rowLines.length)
    const column = within(place.column, columnLines.length)
    wantsFocus.current = true
    setActive({ row, column })
    if (row > 0) rows.scrollToIndex(row - 1)
    if (column > 0) columns.scrollToIndex(column - 1)
  }
  const page = Math.max(1, rows.getVirtualItems().length - 2 * OVERSCAN)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextPlace(event, active, {
      row: rowLines.length,
      column: columnLines.length,
      page,
    })
    if (next === null) return
    event.preventDefault()
    moveTo(next)
  }
  return { rows, columns, active, setActive, onKeyDown }
}

function useAxis(
  scroller: RefObject<HTMLDivElement | null>,
  lines: readonly GridLine[],
  active: number,
  horizontal: boolean,
) {
  const headSize = horizontal ? SIZES.rowHead : SIZES.columnHead
  // oxlint-disable-next-line react/incompatible-library -- what it returns changes with each scroll, and is passed on as it is
  const virtualizer = useVirtualizer({
    count: lines.length,
    horizontal,
    overscan: OVERSCAN,
    paddingStart: headSize,
    scrollPaddingStart: headSize,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      if (!horizontal) return SIZES.row
      return lines[index]?.isGroup ? SIZES.group : SIZES.member
    },
    // The cell that has the focus stays, however far the rest is scrolled.
    rangeExtractor: (range) => withLine(range, active - 1),
  })
  useEffect(() => virtualizer.measure(), [virtualizer, lines])
  return virtualizer
}

function withLine(range: Range, line: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (line < 0 || line >= range.count || shown.includes(line)) return shown
  return [...shown, line].toSorted((a, b) => a - b)
}

function within(line: number, last: number): number {
  return Math.max(0, Math.min(last, line))
}

export function placeText({ row, column }: Place): string {
  return `${row}:${column}`
}

export function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest('[data-place]') : null
  const [row, column] = (cell?.getAttribute('data-place') ?? '').split(':').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

/** Where a key leads; null: nowhere. */
function nextPlace(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: Place,
  last: Place & { readonly page: number },
): Place | null {
  if (altKey) return null
  const isFar = ctrlKey || metaKey
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? last.row : row, column: last.column }
    case 'PageUp':
      return { row: row - last.page, column }
    case 'PageDown':
      return { row: row + last.page, column }
    default:
      return null
  }
}
