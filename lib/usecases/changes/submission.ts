// Drafts that are one change, and what came of them.
import type { Representation } from '../objects/represent.ts'
import type { Draft } from './drafts.ts'
import type { WriteOptions } from './write-options.ts'

export type Submission = {
  /** What the history calls it, such as `clusters.patch`. */
  readonly action: string
  readonly drafts: readonly Draft[]
  readonly options: WriteOptions
}

/** What came of a write that was not a dry run. */
export type KeptOutcome = {
  readonly kind: 'kept'
  /** The change that was made; null: nothing was different. */
  readonly change: number | null
  /** The drafted objects as they now are, the first of them; those that are gone are left out. */
  readonly objects: readonly Pick<Representation, 'json' | 'etag'>[]
  /** How many there are in all. */
  readonly total: number
}
