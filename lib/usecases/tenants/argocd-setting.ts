import { loadTypedClusters } from '#db/queries/cluster-types.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { noteArgocdNamespace, type TenantState } from '#db/queries/tenants.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { readStoredObject } from '#lib/domain/objects/object-json.ts'
import { followsNamespace, variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { storedCluster } from '../objects/stored-object.ts'
import { EnvironmentInvalid, type Environment } from '#lib/settings/env.ts'

/**
 * Throws unless the clusters that name no namespace of their Argo CD have it where the settings say. With another setting
 * all their Applications would be written into another namespace, and the Argo CD that runs them would prune those it
 * misses.
 */
export function requireSameArgocdNamespace(
  { argocdNamespace: known }: Pick<TenantState, 'argocdNamespace'>,
  { argocdNamespace: wanted }: Pick<Environment, 'argocdNamespace'>,
  tenant: string,
): void {
  if (known === null || known === wanted) return
  throw new EnvironmentInvalid([
    `ARGOCD_NAMESPACE: The clusters of tenant ${tenant} that have no argocd_namespace of their own have their Argo CD in ${known}, not ${wanted}: with another setting it would delete everything on them. Set ARGOCD_NAMESPACE=${known} again. A cluster whose Argo CD is elsewhere says so in its argocd_namespace, or its type does, which can be set while nothing is placed on it.`,
  ])
}

/** The namespace of Argo CD on clusters where neither they nor their types name one; null: all have one named. */
export function followedNamespace(
  { variants }: Fleet,
  { argocdNamespace }: Pick<Environment, 'argocdNamespace'>,
): string | null {
  return [...variants.keys()].some(followsNamespace) ? argocdNamespace : null
}

/** Notes the same of a fleet that no save has noted it of. A cluster that can't be read keeps nobody from starting. */
export async function noteFollowedNamespace(
  scope: TenantScope,
  { argocdNamespace }: Pick<Environment, 'argocdNamespace'>,
): Promise<void> {
  const clusters = await loadTypedClusters(scope, null)
  const isFollowed = clusters.some(
    (row) =>
      readStoredObject('cluster', row.body).ok && followsNamespace(variantOf(storedCluster(row))),
  )
  if (isFollowed) await noteArgocdNamespace(scope, argocdNamespace)
}
