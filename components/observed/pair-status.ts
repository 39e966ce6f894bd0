// Where a placement is on its way from what is wanted to what really runs, as pages get it.
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import type { State } from '#lib/domain/observed/states.ts'

type CommitAt = { readonly commit: string; readonly change: number | null; readonly at: Date }

export type PairStatus = {
  /** Null: it is neither placed nor there. */
  readonly state: State | null
  readonly stateSince: Date | null
  /** Null: the page shows the past. */
  readonly freshness: Freshness | null
  /** Null: it isn't placed. */
  readonly wanted: { readonly revision: string; readonly change: number; readonly at: Date } | null
  readonly published: CommitAt | null
  readonly pulled: CommitAt | null
  readonly observed: {
    readonly revision: string | null
    readonly sync: string | null
    readonly health: string | null
    readonly phase: string | null
    readonly message: string | null
    readonly at: Date | null
    readonly images: readonly string[]
  } | null
}
