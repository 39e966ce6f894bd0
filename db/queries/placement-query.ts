// A query of placements, now or after any past change, and its answer.
import { z } from 'zod'
import type { Unreleased } from '#lib/domain/fleet/unreleased.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import type { State } from '#lib/domain/observed/states.ts'
import type { AmongPlanned } from './cluster-freshness.ts'
import type { ObservedTime } from './pair-states.ts'

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

/** What a policy decided: of any of the applications it chose some of the clusters. */
type DecidedPlaces = {
  /** The policy's id. */
  readonly policy: number
  readonly applications: readonly number[]
  readonly clusters: readonly number[]
}

export type PlacementQuery = ObservedTime & {
  readonly namespace: string | null
  readonly application: string | null
  readonly cluster: string | null
  /** What a policy selects: only pairs that match both selectors and, if it places on chosen clusters alone, are chosen. */
  readonly selectedBy: {
    readonly app: Selector
    readonly cluster: Selector
    readonly decided: DecidedPlaces | null
  } | null
  readonly clusterSelector: Selector | null
  readonly appSelector: Selector | null
  /** Only those that have a target of this name; null: those without one, too. */
  readonly target: string | null
  /** True: only those without a target; null: those with one, too. */
  readonly withoutTarget: true | null
  /** Only those in one of these states; null: in any. */
  readonly states: readonly State[] | null
  /** Only those that are in their state for so many seconds at least; null: however long. */
  readonly stateForS: number | null
  /** Only those that run this commit, as their clusters last said; null: whatever they run. */
  readonly revision: string | null
  /** Only those on clusters that are so fresh; null: however fresh. */
  readonly freshness: readonly Freshness[] | null
  /** Only those on clusters that are silent by plan, or on others; null: on any. */
  readonly planned: AmongPlanned | null
  /** Which placements wait for a release now; null: no application follows versions, or it is asked about the past. */
  readonly unreleased: Unreleased | null
  /** Part of `team/application cluster`, in any case. */
  readonly text: string | null
  /** Only these teams' applications; null: everybody's. */
  readonly teams: readonly string[] | null
  /** Instead of what teams own this application, by its id, at times when its team shows it to the tenant; null: none. */
  readonly shared?: number | null
  readonly descending: boolean
}
