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

export type PageList<Item> = {
  readonly address: ListAddress
  /** What its address asks for, whichever page of it, as the API understands it. */
  readonly asked: Readonly<Record<string, string>>
  /** The moment that it shows; null: now. */
  readonly at: Date | null
  readonly outcome: ListRows<Item> | ListRefusal
}
