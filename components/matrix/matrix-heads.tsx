'use client'

// oxlint-disable jsx-a11y/prefer-tag-over-role -- what is drawn of a grid lies where scrolling puts it, which rows of a table can’t

import { ChevronDown, ChevronRight } from 'lucide-react'
import type { MatrixAxis } from '#lib/schemas/matrix.ts'
import { placeText, SIZES } from './use-grid.ts'

type HeadOf = {
  readonly group: MatrixAxis['groups'][number]
  readonly isGroup: boolean
  /** Undefined: it isn't there yet. */
  readonly line: MatrixAxis['lines'][number] | undefined
  readonly isActive: boolean
}

function nameOf({ group, isGroup, line }: HeadOf): string {
  return isGroup ? (group.key ?? 'Without one') : (line?.name ?? '…')
}

function titleOf({ group, isGroup, line }: HeadOf): string | undefined {
  return isGroup ? group.selector : (line?.name ?? undefined)
}

function Chevron({ open }: { open: boolean }) {
  const Icon = open ? ChevronDown : ChevronRight
  return <Icon aria-hidden className="size-3.5 shrink-0" />
}

export function ColumnHead({
  index,
  left,
  width,
  ...head
}: HeadOf & { index: number; left: number; width: number }) {
  const { group, isGroup, isActive } = head
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-expanded={isGroup ? group.open : undefined}
      title={titleOf(head)}
      data-place={placeText({ row: 0, column: index + 1 })}
      tabIndex={isActive ? 0 : -1}
      style={{ left, width }}
      className={`absolute inset-y-0 flex items-end justify-center border-r border-line/60 py-2 text-xs -outline-offset-2 ${isGroup ? 'cursor-pointer bg-sunken px-1 hover:text-accent' : ''}`}
    >
      {isGroup ? (
        <span className="flex min-w-0 flex-col">
          <span className="flex min-w-0 items-center gap-0.5 font-medium">
            <Chevron open={group.open} />
            <span className="truncate">{nameOf(head)}</span>
          </span>
          <span className="pl-4 text-muted tabular-nums">{group.size.toLocaleString('en')}</span>
        </span>
      ) : (
        <span className="max-h-full rotate-180 truncate [writing-mode:vertical-rl]">
          {nameOf(head)}
        </span>
      )}
    </div>
  )
}

export function RowHead({ place, ...head }: HeadOf & { place: string }) {
  const { group, isGroup, isActive } = head
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-expanded={isGroup ? group.open : undefined}
      title={titleOf(head)}
      data-place={place}
      tabIndex={isActive ? 0 : -1}
      style={{ width: SIZES.rowHead }}
      className={`sticky left-0 z-10 flex h-full items-center gap-1 border-r border-b border-line/60 text-xs -outline-offset-2 ${isGroup ? 'cursor-pointer bg-sunken px-2 font-medium hover:text-accent' : 'bg-surface pr-2 pl-7'}`}
    >
      {isGroup && <Chevron open={group.open} />}
      <span className="truncate">{nameOf(head)}</span>
      {isGroup && <span className="ml-auto font-normal text-muted tabular-nums">{group.size}</span>}
    </div>
  )
}
