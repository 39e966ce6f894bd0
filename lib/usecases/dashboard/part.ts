// The part of a tenant that the first page is asked of.
import { environmentSelector } from '#lib/domain/labels/environment-selector.ts'
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Context } from '../define.ts'
import { everyPlacement } from '../placements/list.ts'

export type Part = {
  /** Only this team's applications; null: all that may be seen. */
  readonly namespace: string | null
  /** Only clusters of this environment; null: all. */
  readonly environment: string | null
}

/** The filter of the list of what is placed there. */
export function placementsOf({ namespace, environment }: Part): typeof everyPlacement {
  const clusterSelector = environment === null ? null : environmentSelector(environment)
  return { ...everyPlacement, namespace, clusterSelector }
}

/** By id; null: all. */
export async function clustersOf(
  { fleet }: Pick<Context, 'fleet'>,
  { environment }: Pick<Part, 'environment'>,
): Promise<Bits | null> {
  if (environment === null) return null
  return matchSelector((await fleet()).indexes.clusters, environmentSelector(environment))
}
