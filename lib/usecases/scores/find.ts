import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Context, Loaded } from '../define.ts'

export type ClusterScoresOf = { readonly cluster: string }

/** The id of a cluster, for those who may do something with scores. */
export async function loadScored(
  { fleet }: Context,
  { cluster }: ClusterScoresOf,
): Promise<Loaded<number> | null> {
  const found = findByName((await fleet()).clusters, cluster)
  return found && { resource: { kind: 'score' }, found: found.id }
}
