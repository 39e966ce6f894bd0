import { Refusal } from '../refusal.ts'
import type { Session } from '../session.ts'

/** Refuses a cluster's token that speaks of another cluster, whether or not there is one of that name. */
export function requireOwnCluster({ actor }: Pick<Session, 'actor'>, cluster: string): void {
  if (actor.cluster === null || actor.cluster === cluster) return
  throw new Refusal('forbidden', 'The token is that of another cluster.', {
    code: 'not_this_cluster',
  })
}

/** Which cluster a token speaks of, where nothing else says: only a cluster's own does. */
export function ownCluster({ actor: { cluster } }: Pick<Session, 'actor'>): string {
  if (cluster !== null) return cluster
  throw new Refusal('forbidden', 'Only a cluster’s own token may do this.', {
    code: 'not_this_cluster',
  })
}
