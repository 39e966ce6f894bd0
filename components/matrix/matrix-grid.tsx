'use client'

// oxlint-disable jsx-a11y/prefer-tag-over-role -- what is drawn of a grid lies where scrolling puts it, which rows of a table can’t

import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import type { MatrixAxis, MatrixCell, MatrixJson } from '#lib/schemas/matrix.ts'
import { type Axis, gridLines } from './grid-lines.ts'
import { Cell, StateSymbols } from './matrix-cell.tsx'
import { ColumnHead, RowHead } from './matrix-heads.tsx'
import { MatrixLegend } from './matrix-legend.tsx'
import { type Place, placeOf, placeText, SIZES, useGrid } from './use-grid.ts'
import { type SeenMatrix, type Span, useMatrixWindows } from './use-matrix.ts'

export type MatrixGroup = MatrixAxis['groups'][number]

/** Where something was opened: `name` null is the group itself. */
export type OpenedLine = { readonly group: MatrixGroup; readonly name: string | null }
export type OpenedCell = {
  readonly row: OpenedLine
  readonly column: OpenedLine
  readonly cell: NonNullable<MatrixCell>
}

type Asked = {
  readonly head: MatrixJson
  readonly query: string
  readonly colour: MatrixColour
  /** To which age a lag has grown. */
  readonly now: number
  readonly onOpen: (opened: OpenedCell) => void
  readonly onToggle: (axis: Axis, group: MatrixGroup) => void
}

/** The table: it draws the lines in sight alone. */
export function MatrixGrid(asked: Asked) {
  const { head, query, colour } = asked
  const rowLines = useMemo(() => gridLines(head.rows.groups), [head.rows.groups])
  const columnLines = useMemo(() => gridLines(head.columns.groups), [head.columns.groups])
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useGrid(scroller, rowLines, columnLines)
  const seen = useMatrixWindows(query, spanOf(grid.rows), spanOf(grid.columns))
  const act = (place: Place | null) => {
    if (place !== null) actOn(place, { ...asked, rowLines, columnLines, seen })
  }
  const onClick = ({ target }: MouseEvent) => {
    const place = placeOf(target)
    if (place !== null) grid.setActive(place)
    act(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return grid.onKeyDown(event)
    event.preventDefault()
    act(placeOf(event.target))
  }
  return (
    <>
      <StateSymbols />
      <MatrixLegend colour={colour} windows={seen.windows} />
      {seen.error && (
        <p role="alert" className="px-3 pb-2 text-bad">
          A part of it could not be read: {seen.error.message}
        </p>
      )}
      <div
        ref={scroller}
        role="grid"
        tabIndex={-1}
        aria-label="Applications by clusters"
        aria-describedby="matrix-keys"
        aria-rowcount={rowLines.length + 1}
        aria-colcount={columnLines.length + 1}
        onClick={onClick}
        onKeyDown={onKeyDown}
        className="relative h-[calc(100dvh-23rem)] min-h-96 overflow-auto overscroll-contain border-t"
      >
        <div
          role="presentation"
          className="relative"
          style={{ width: grid.columns.getTotalSize(), height: grid.rows.getTotalSize() }}
        >
          <HeadRow grid={grid} head={head} columnLines={columnLines} seen={seen} />
          <BodyRows {...asked} grid={grid} rowLines={rowLines} seen={seen} />
        </div>
      </div>
    </>
  )
}

type Grid = ReturnType<typeof useGrid>
type Lines = ReturnType<typeof gridLines>

function spanOf({ range }: Virtualizer<HTMLDivElement, Element>): Span {
  return { first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 }
}

function actOn(
  place: Place,
  {
    head,
    rowLines,
    columnLines,
    seen,
    onOpen,
    onToggle,
  }: Asked & { readonly rowLines: Lines; readonly columnLines: Lines; readonly seen: SeenMatrix },
): void {
  const row = rowLines[place.row - 1]
  const column = columnLines[place.column - 1]
  if (row && column) {
    const cell = seen.cellAt(place.row - 1, place.column - 1)
    if (!cell) return
    onOpen({
      row: { group: head.rows.groups[row.group]!, name: seen.rowAt(place.row - 1)!.name },
      column: {
        group: head.columns.groups[column.group]!,
        name: seen.columnAt(place.column - 1)!.name,
      },
      cell,
    })
  }
  if (row?.isGroup && !column) onToggle('rows', head.rows.groups[row.group]!)
  if (column?.isGroup && !row) onToggle('columns', head.columns.groups[column.group]!)
}

function HeadRow({
  grid: { columns, active },
  head,
  columnLines,
  seen,
}: {
  grid: Grid
  head: MatrixJson
  columnLines: Lines
  seen: SeenMatrix
}) {
  const isActive = (column: number) => active.row === 0 && active.column === column
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 border-b bg-surface"
      style={{ height: SIZES.columnHead }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        data-place={placeText({ row: 0, column: 0 })}
        tabIndex={isActive(0) ? 0 : -1}
        style={{ width: SIZES.rowHead }}
        className="sticky left-0 z-10 flex h-full items-end border-r bg-surface px-3 py-2 text-xs text-muted -outline-offset-2"
      >
        Applications by clusters
      </div>
      {columns.getVirtualItems().map(({ index, start, size }) => {
        const line = columnLines[index]
        return (
          line && (
            <ColumnHead
              key={index}
              group={head.columns.groups[line.group]!}
              isGroup={line.isGroup}
              line={seen.columnAt(index)}
              index={index}
              left={start}
              width={size}
              isActive={isActive(index + 1)}
            />
          )
        )
      })}
    </div>
  )
}

function BodyRows({
  grid: { rows, columns, active },
  head,
  rowLines,
  seen,
  colour,
  now,
}: Asked & { grid: Grid; rowLines: Lines; seen: SeenMatrix }) {
  return rows.getVirtualItems().map(({ index, start, size }) => {
    const line = rowLines[index]
    if (!line) return null
    const row = index + 1
    const isActive = (column: number) => active.row === row && active.column === column
    return (
      <div
        key={index}
        role="row"
        aria-rowindex={row + 1}
        className={`absolute inset-x-0 ${line.isGroup ? 'bg-sunken' : ''}`}
        style={{ top: start, height: size }}
      >
        <RowHead
          group={head.rows.groups[line.group]!}
          isGroup={line.isGroup}
          line={seen.rowAt(index)}
          place={placeText({ row, column: 0 })}
          isActive={isActive(0)}
        />
        {columns.getVirtualItems().map((column) => (
          <Cell
            key={column.index}
            cell={seen.cellAt(index, column.index)}
            colour={colour}
            now={now}
            place={placeText({ row, column: column.index + 1 })}
            columnIndex={column.index + 2}
            left={column.start}
            width={column.size}
            isActive={isActive(column.index + 1)}
          />
        ))}
      </div>
    )
  })
}
