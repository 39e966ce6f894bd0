'use client'

// oxlint-disable jsx-a11y/prefer-tag-over-role -- what is drawn of a grid lies where scrolling puts it, which rows of a table can’t

import { memo } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { lookOf } from '#components/observed/state-look.ts'
import { type State, STATES, worstOf } from '#lib/domain/observed/states.ts'
import type { MatrixColour } from '#lib/domain/fleet/matrix-colours.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { MatrixCell, MatrixCounts } from '#lib/schemas/matrix.ts'
import { type CellLook, cellLook, stateCell } from './matrix-look.ts'
import { SIZES } from './use-grid.ts'

/** The icons of all states, once: cells are many, and refer to them. */
export function StateSymbols() {
  return (
    <svg aria-hidden className="hidden">
      {STATES.map((state) => {
        const Icon = lookOf(state).icon
        return (
          <symbol key={state} id={symbolId(state)} viewBox="0 0 24 24">
            <Icon />
          </symbol>
        )
      })}
    </svg>
  )
}

function symbolId(state: State): string {
  return `matrix-${state}`
}

/** A sign in its colour, as cells and the legend show it. */
export function Sign({ look: { sign, area } }: { look: CellLook }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-[10px] leading-none font-semibold',
        area,
      )}
    >
      <span
        className={classNames(area.startsWith('hatched') && 'rounded-sm bg-unknown-soft p-0.5')}
      >
        {'state' in sign ? (
          <svg className="size-3.5">
            <use href={`#${symbolId(sign.state)}`} />
          </svg>
        ) : (
          sign.text
        )}
      </span>
    </span>
  )
}

type Placing = {
  readonly place: string
  readonly columnIndex: number
  readonly left: number
  readonly isActive: boolean
}

/** Where a row and a column meet. */
export const Cell = memo(function Cell({
  cell,
  colour,
  now,
  place,
  columnIndex,
  left,
  width,
  isActive,
}: Placing & Shown) {
  const { word, content } = shownOf({ cell, colour, now, width })
  return (
    <div
      role="gridcell"
      aria-colindex={columnIndex}
      aria-label={word}
      title={cell ? word : undefined}
      data-place={place}
      tabIndex={isActive ? 0 : -1}
      style={{ left, width }}
      className="absolute inset-y-0 flex items-center justify-center border-r border-b border-line/60 -outline-offset-2"
    >
      {content}
    </div>
  )
})

type Shown = {
  /** Undefined: it isn’t there yet. */
  readonly cell: MatrixCell | undefined
  readonly colour: MatrixColour
  readonly now: number
  readonly width: number
}

function shownOf({ cell, colour, now, width }: Shown) {
  if (cell === undefined) return { word: 'Being read', content: null }
  if (cell?.pair) {
    const look = cellLook(cell.pair, colour, now)
    const word = colour === 'state' ? look.word : `${look.word}; ${stateCell(cell.pair.state).word}`
    return { word, content: <Sign look={look} /> }
  }
  if (cell?.counts) {
    return { word: countsText(cell.counts), content: <Counts counts={cell.counts} width={width} /> }
  }
  return { word: 'Nothing placed', content: null }
}

/** The worst of a group, and how many there are in all. */
function Counts({ counts: { placed, states }, width }: { counts: MatrixCounts; width: number }) {
  const worst = states && worstOf(states)
  if (!states || worst === null)
    return <span className="text-xs tabular-nums">{short(placed)}</span>
  const count = states[worst] ?? 0
  if (width < SIZES.group) {
    return <Sign look={{ ...stateCell(worst), sign: { text: short(count) } }} />
  }
  return (
    <span className="flex items-center gap-1 text-xs tabular-nums">
      <Sign look={stateCell(worst)} />
      <span className="font-medium">{short(count)}</span>
      {count !== placed && <span className="text-muted">/{short(placed)}</span>}
    </span>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function short(count: number): string {
  return count < 1000 ? String(count) : compact.format(count)
}

function countsText({ placed, states }: MatrixCounts): string {
  if (states === null) return counted(placed, 'placement')
  return STATES.flatMap((state) => {
    const count = states[state] ?? 0
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${lookOf(state).word.toLowerCase()}`]
  }).join(', ')
}
