// What became of a deployment on its cluster, as far as the cluster told.
import type { State } from './states.ts'

export const OUTCOMES = ['succeeded', 'failed', 'in_progress', 'unknown', 'superseded'] as const

/**
 * | outcome       |                                                                                     |
 * |---------------|-------------------------------------------------------------------------------------|
 * | `succeeded`   | it was healthy after its cluster had pulled it                                        |
 * | `failed`      | pulled and never healthy, and what was heard last of it is bad                        |
 * | `superseded`  | it ended before its cluster had pulled it, or before it was healthy                   |
 * | `in_progress` | it goes on, and its cluster is heard of                                              |
 * | `unknown`     | nobody knows: its cluster is silent, or said nothing of that time                    |
 */
export type Outcome = (typeof OUTCOMES)[number]

/** What a cluster told of a deployment. */
export type Told = Reached & {
  readonly pulledAt: Date | null
  readonly healthyAt: Date | null
}

/** How far a deployment is known to have come. */
type Reached = {
  /** The last state in its time, after it was pulled; null: none was heard. */
  readonly last: State | null
  readonly hasEnded: boolean
  /** Of one that ended: whether its cluster was heard of before it, and has pulled its end. */
  readonly wasPassed: boolean
  /** Whether the cluster isn't heard of any more. */
  readonly isSilent: boolean
}

/** The same, where only whether is asked, and not when. */
export type Known = Reached & { readonly isPulled: boolean; readonly wasHealthy: boolean }

const BAD: ReadonlySet<State | null> = new Set<State>(['failed', 'degraded', 'missing'])

/** Whether something has to be done about what is in this state. */
export function isBad(state: State | null): boolean {
  return BAD.has(state)
}

export function outcomeOf({ pulledAt, healthyAt, ...told }: Told): Outcome {
  return outcomeBy({ ...told, isPulled: pulledAt !== null, wasHealthy: healthyAt !== null })
}

export function outcomeBy(known: Known): Outcome {
  if (known.wasHealthy) return 'succeeded'
  if (known.isPulled && isBad(known.last)) return 'failed'
  if (!known.hasEnded) return known.isSilent ? 'unknown' : 'in_progress'
  return known.isPulled || known.wasPassed ? 'superseded' : 'unknown'
}
