// What is asked of placements, now or after any past change, and what is answered.
import type { Selector } from '#lib/domain/labels/selector.ts'

export type PlacementRow = {
  readonly namespace: string
  readonly application: string
  readonly cluster: string
  readonly applicationId: number
  readonly clusterId: number
  /** The change that began it, and when that was accepted. */
  readonly change: number
  readonly since: Date
}

export type PlacementPosition = Pick<PlacementRow, 'namespace' | 'application' | 'cluster'>

export type PlacementQuery = {
  /** As it was after this change; null: now. */
  readonly change: number | null
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** What a policy selects: only pairs that both selectors match. */
  readonly selectedBy: { readonly app: Selector; readonly cluster: Selector } | null
  readonly clusterSelector: Selector | null
  /** Part of `team/application cluster`, in any case. */
  readonly text: string | null
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
  readonly descending: boolean
}
