import { asked, type Context, type Loaded } from '../define.ts'
import { requireOwnCluster } from './own-cluster.ts'

export type ClusterName = { readonly cluster: string }

/** Who a cluster is comes from its token. */
export function loadOwnReport(context: Context, { cluster }: ClusterName): Loaded<null> {
  requireOwnCluster(context, cluster)
  return asked({ kind: 'report', cluster })
}
