// A page of a list as the portal shows it: its rows, or why there are none.
import type { ListAddress } from './paths.ts'

type ListRows<Item> = {
  readonly kind: 'rows'
  readonly items: readonly Item[]
  readonly total: number
  readonly totalIsExact: boolean
  /** The number of the first row, counted from 1. */
  readonly firstRow: number
  readonly previousHref: string | null
  readonly nextHref: string | null
}

export type ListRefusal = {
  readonly kind: 'refused' | 'not-allowed' | 'unavailable'
  readonly message: string
  /** The parameter that is wrong, where it is one. */
  readonly field: string | null
}

/** A value that rows have in common, and how many have it. */
export type ShownValue = {
  readonly text: string
  readonly count: number
  /** False: there are more than `count`. */
  readonly isExact: boolean
  /** The parameters that leave these rows alone; null: no filter says it. */
  readonly filter: Readonly<Record<string, string>> | null
}

/** What rows were counted by. */
export type ShownFacet = {
  readonly name: string
  /** Null: more rows match than are counted. */
  readonly values: readonly ShownValue[] | null
  readonly total: number
}

/** A page of the groups of rows that have a value in common. */
export type ShownGroups = ShownFacet & {
  readonly values: readonly ShownValue[]
  readonly firstRow: number
  readonly previousHref: string | null
  readonly nextHref: string | null
}

/** `unknown`: the rows have nothing of that name; `too-many`: more rows match than are counted. */
export type GroupsRefusal = 'unknown' | 'too-many'

/** So many rows of a group are shown among the groups. */
export const GROUP_ROWS = 20

export type PageList<Item> = {
  readonly address: ListAddress
  /** What its address asks for, whichever page of it, as the API understands it. */
  readonly asked: Readonly<Record<string, string>>
  /** The moment that it shows; null: now. */
  readonly at: Date | null
  /** Without what clusters told later; null: with it. */
  readonly knownAt: Date | null
  readonly outcome: ListRows<Item> | ListRefusal
}
