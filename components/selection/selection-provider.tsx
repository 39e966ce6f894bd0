'use client'

import { createContext, type ReactNode, use, useRef, useState } from 'react'
import type { PlacingKind } from '#lib/domain/objects/kinds.ts'
import type { EditObjects } from '#lib/schemas/save-request.ts'
import {
  countOf,
  filterOf,
  isSelected,
  NOTHING,
  rangeOf,
  type Selected,
  selecting,
} from './selected.ts'

/** The list whose rows are selected, as the page shows it. */
export type SelectedList = {
  readonly kind: PlacingKind
  /** The names of the rows on this page. */
  readonly rows: readonly string[]
  readonly asked: Readonly<Record<string, string>>
  readonly total: number
  readonly totalIsExact: boolean
  /** Why the visitor may edit none of them; null: they may edit some. */
  readonly refusal: string | null
  readonly save: EditObjects
}

export type Selection = SelectedList & {
  readonly selected: Selected
  readonly count: number
  readonly isSelected: (row: string) => boolean
  /** `isRange`: with all rows since the one that was touched last. */
  readonly choose: (row: string, isOn: boolean, isRange: boolean) => void
  readonly choosePage: (isOn: boolean) => void
  /** Everything that the list's filter matches; null: the kind has no filter for everything. */
  readonly chooseAll: (() => void) | null
  readonly leaveOut: (rows: readonly string[]) => void
  readonly clear: () => void
}

const SelectionContext = createContext<Selection | null>(null)

/** Null: nothing can be selected here. */
export function useSelection(): Selection | null {
  return use(SelectionContext)
}

/** Keeps what is selected while its pages are turned. */
export function SelectionProvider({ list, children }: { list: SelectedList; children: ReactNode }) {
  return <SelectionContext value={useSelecting(list)}>{children}</SelectionContext>
}

function useSelecting(list: SelectedList): Selection {
  const [kept, setSelected] = useState(NOTHING)
  const touched = useRef<string | null>(null)
  const filter = filterOf(list.asked)
  // Everything that another filter matched is no longer what the list shows.
  const isOfList = kept.matching === null || isSame(kept.matching, filter)
  const selected = isOfList ? kept : NOTHING
  const set = (rows: readonly string[], isOn: boolean) =>
    setSelected(selecting(selected, rows, isOn))
  const hasFilter = list.kind !== 'target-policy' || filter['labelSelector'] === undefined
  return {
    ...list,
    selected,
    count: countOf(selected, list.total),
    isSelected: (row) => isSelected(selected, row),
    choose: (row, isOn, isRange) => {
      set(isRange ? rangeOf(list.rows, touched.current, row) : [row], isOn)
      touched.current = row
    },
    choosePage: (isOn) => set(list.rows, isOn),
    chooseAll: hasFilter ? () => setSelected({ matching: filter, names: new Set() }) : null,
    leaveOut: (rows) => set(rows, false),
    clear: () => setSelected(NOTHING),
  }
}

function isSame(a: SelectedList['asked'], b: SelectedList['asked']): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
