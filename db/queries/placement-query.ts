// A query of placements, now or after any past change, and its answer.
import { z } from 'zod'
import type { Selector } from '#lib/domain/labels/selector.ts'

export const placementRow = z.strictObject({
  namespace: z.string(),
  application: z.string(),
  cluster: z.string(),
  applicationId: z.int(),
  clusterId: z.int(),
  /** The change that began it, and when that was accepted. */
  change: z.int(),
  since: z.date(),
})
export type PlacementRow = z.infer<typeof placementRow>

export type PlacementPosition = Pick<PlacementRow, 'namespace' | 'application' | 'cluster'>

export type PlacementQuery = {
  /** As it was after this change; null: now. */
  readonly change: number | null
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** What a policy selects: only pairs that match both selectors. */
  readonly selectedBy: { readonly app: Selector; readonly cluster: Selector } | null
  readonly clusterSelector: Selector | null
  /** Part of `team/application cluster`, in any case. */
  readonly text: string | null
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
  readonly descending: boolean
}
