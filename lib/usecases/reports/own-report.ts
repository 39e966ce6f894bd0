import { asked, type Loaded } from '../define.ts'
import type { Session } from '../session.ts'
import { requireOwnCluster } from './own-cluster.ts'

export type ClusterName = { readonly cluster: string }

/** Who a cluster is comes from its token. */
export function loadOwnReport(
  asker: Pick<Session, 'actor'>,
  { cluster }: ClusterName,
): Loaded<null> {
  requireOwnCluster(asker, cluster)
  return asked({ kind: 'report', cluster })
}
